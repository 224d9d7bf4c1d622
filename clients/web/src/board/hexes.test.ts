import { describe, expect, it } from "vitest";
import { centre, corners, degrees, hexAt, range, ROW, type Spot } from "./hexes";

const WAYS: Spot[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
];

describe.each(["flat", "pointed"] as const)("hexes with a %s top", (top) => {
  it.each([0, 1, 2, 3, 4, 5])("lie in direction %i where a piece that faces there looks", (way) => {
    const turn = (degrees(way, top) * Math.PI) / 180;
    const [x, y] = centre(WAYS[way]!, top);
    expect(x).toBeCloseTo(ROW * Math.sin(turn));
    expect(y).toBeCloseTo(-ROW * Math.cos(turn));
  });

  it("share a side with each neighbour", () => {
    const own = new Set(corners([0, 0], top).split(" "));
    expect(own.size).toBe(6);
    for (const way of WAYS)
      expect(
        corners(way, top)
          .split(" ")
          .filter((corner) => own.has(corner)),
      ).toHaveLength(2);
  });

  it("are found by any point in them", () => {
    for (const hex of [
      [0, 0],
      [3, -20],
      [-7, 4],
    ] as Spot[]) {
      const [x, y] = centre(hex, top);
      expect(hexAt([x + 0.4, y - 0.3], top)).toEqual(hex);
    }
  });
});

it("are counted from one to the other", () => {
  expect(range([0, 0], [0, 0])).toBe(0);
  expect(range([1, -3], [4, 2])).toBe(8);
});
