import { expect, it } from "vitest";
import type { Piece } from "../play/wire";
import { language, t } from "../ui/language.svelte";
import { Geometry } from "./geometry";

const PIECE: Piece = {
  ...{ id: "a", title: "A", glyph: "ship", seat: 1, at: [3, 4], facing: 1, heading: null },
  ...{ radius: null, size: null, arcs: [], note: "speed 5", place: "" },
};

it("where a piece stands is told in the language of who reads", () => {
  const hexes = new Geometry({ type: "hexes", title: "", size: null, top: "flat" });
  expect(hexes.standing(PIECE, t)).toEqual(["(3, 4)", "facing B", "speed 5"]);
  language.name = "ru";
  expect(hexes.standing({ ...PIECE, note: "" }, t)).toEqual(["(3, 4)", "нос: B"]);
  language.name = "en";
});
