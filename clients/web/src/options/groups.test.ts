import { expect, it } from "vitest";
import type { Piece } from "../play/wire";
import type { Field, Option } from "./fill";
import { fieldGroups, optionGroups, short } from "./groups";

const piece = (id: string, title: string) => ({ id, title }) as Piece;
const PIECES = [piece("ca", "Cruiser"), piece("dd", "Destroyer")];
const field = (...path: string[]) => ({ type: "amount", path, title: "?" }) as Field;
const option = (title: string, fixed: object) =>
  ({ title, fixed, fields: [] as Field[] }) as Option;

it("options stand under the piece that they are for, not under their target", () => {
  const groups = optionGroups(
    [
      option("Cruiser: fire at Destroyer", { ship: "ca", target: "dd" }),
      option("Destroyer: move", { ship: "dd" }),
      option("End the turn", {}),
      option("Cruiser: move", { ship: "ca" }),
    ],
    PIECES,
  );
  expect(groups.map(({ piece, items }) => [piece?.title ?? "", items.length])).toEqual([
    ["Cruiser", 2],
    ["Destroyer", 1],
    ["", 1],
  ]);
});

it("the fields of a form stand under the piece in their path, by their short titles", () => {
  const fields = [
    { ...field("forms", "ca", "speed"), title: "Cruiser: speed" },
    { ...field("forms", "ca", "guns", "a"), title: "Cruiser: gun A" },
    { ...field("forms", "ca", "guns", "b"), title: "Cruiser: gun B" },
    { ...field("forms", "dd", "speed"), title: "Destroyer: speed" },
  ] as Field[];
  const told = fieldGroups(fields, PIECES).map(({ piece, items }) => [
    piece?.title,
    items.map(
      ({ field, n, apart }) => `${n} ${short(field.title, piece!.title)}${apart ? " |" : ""}`,
    ),
  ]);
  expect(told).toEqual([
    ["Cruiser", ["0 speed", "1 gun A |", "2 gun B"]],
    ["Destroyer", ["3 speed"]],
  ]);
  expect(fieldGroups(fields.slice(0, 2), PIECES)[0]!.piece).toBeNull();
});
