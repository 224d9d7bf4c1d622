import { describe, expect, it } from "vitest";
import type { Choice } from "../options/fill";
import type { Piece } from "../play/wire";
import { concerned, targetsOf } from "./targets";

const piece = (id: string): Piece => ({
  id,
  title: id,
  glyph: "x",
  seat: 1,
  at: [0, 0],
  facing: null,
  heading: null,
  radius: null,
  size: null,
  arcs: [],
  note: "",
  place: "",
});
const choice = (value: unknown): Choice => ({ value, title: "…", uses: {} });
const PIECES = [piece("viper"), piece("carrion")];

describe("a choice lies on the board", () => {
  it("where a piece stands that its value names", () => {
    const values = ["viper", { target: "carrion", index: 2 }, "torso"];
    expect(targetsOf(values.map(choice), PIECES, true).map((one) => one.piece)).toEqual([
      "viper",
      "carrion",
    ]);
  });

  it("in a hex, or at the end of a way of hexes", () => {
    const [hex, way] = targetsOf(
      [
        choice([3, -1]),
        choice([
          [1, 0],
          [2, 0],
        ]),
      ],
      PIECES,
      true,
    );
    expect(hex).toMatchObject({ hex: [3, -1], choice: 0 });
    expect(way).toMatchObject({
      hex: [2, 0],
      path: [
        [1, 0],
        [2, 0],
      ],
      choice: 1,
    });
  });

  it("once, the first that leads there", () =>
    expect(targetsOf(["viper", { at: "viper" }].map(choice), PIECES, true)).toHaveLength(1));

  it("nowhere, if it is a number, a word, or a place on no hexes", () =>
    expect(targetsOf([1, true, null, "on", [], [1, 2]].map(choice), PIECES, false)).toEqual([]));
});

it("what is about a piece names it at any depth, as a value or as a key", () => {
  const ids = new Set(["viper", "carrion"]);
  const found = concerned({ fixed: { ship: "viper" }, paths: [["forms", "carrion"]] }, ids);
  expect([...found]).toEqual(["viper", "carrion"]);
});
