import { expect, it } from "vitest";
import type { Piece, Told } from "../play/wire";
import { shots } from "./shots";

const piece = (title: string, seat: number | null): Piece =>
  ({ id: title.toLowerCase(), title, seat, size: null }) as Piece;
const line = (kind: string, values: Record<string, string | number>, at_ms = 1): Told => ({
  position: 1,
  at_ms,
  kind,
  sentence: { template: "", values, rule: "" },
  text: "",
});

const PIECES = [
  piece("CA 1", 1),
  piece("shuttle of CA 1", 1),
  piece("CA 2", 2),
  piece("mine", null),
];
const ROLLED = line("dice_rolled", { i: 1, shown: "CA 1, laser at CA 2: to hit: 3; damage: 4" });

it("a die that names two pieces of two sides is a shot from the first to the second", () => {
  expect(shots([ROLLED], PIECES)).toEqual([
    { key: "1 ca 1 ca 2", from: "ca 1", to: "ca 2", seat: 1 },
  ]);
});

it("so is a sentence with two of them, if dice fell at that time", () => {
  const fired = line("volley", { unit: "CA 2", target: "CA 1", dice: 2 });
  expect(shots([fired], PIECES)).toEqual([]);
  const rolled = line("dice_rolled", { i: 2, shown: "lances: 3 4" });
  expect(shots([rolled, fired], PIECES).map(({ from, to }) => [from, to])).toEqual([
    ["ca 2", "ca 1"],
  ]);
  expect(shots([{ ...rolled, at_ms: 2 }, fired], PIECES)).toEqual([]);
});

it("names within names are not mistaken, and nobody fires at their own", () => {
  const own = line("dice_rolled", { shown: "shuttle of CA 1 at CA 1: 2; mine at CA 2: 1" });
  expect(shots([own], PIECES)).toEqual([]);
});
