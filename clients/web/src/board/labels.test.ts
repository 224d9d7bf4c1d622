import { expect, it } from "vitest";
import { labels } from "./labels";

const ALL = { x: -50, y: -50, width: 100, height: 100 };
const ship = (id: string, x: number, y: number) => ({
  id,
  text: "Courageous",
  at: [x, y] as [number, number],
  radius: 1,
});

it("names stand below, and beside where that is taken", () => {
  const found = labels([ship("a", 0, 0), ship("b", 0, 2.2)], 1, ALL);
  expect(found.get("a")).toMatchObject({ anchor: "middle" });
  expect(found.get("a")!.y).toBeLessThan(0);
  expect(found.get("b")!.y).toBeGreaterThan(2.2);
});

it("a name without a place is left out", () => {
  const crowd = Array.from({ length: 30 }, (_, n) => ship(`${n}`, n % 6, Math.floor(n / 6)));
  expect(labels(crowd, 1, ALL).size).toBeLessThan(30);
});

it("no name runs out of the picture", () => {
  const box = { x: -1, y: -5, width: 12, height: 10 };
  expect(labels([ship("a", 0, 0)], 1, box).get("a")).toMatchObject({ anchor: "start" });
});

it("a name in wide letters is not cut off at the edge", () => {
  const text = "Рейдер «Идолатор» CD-1";
  const box = { x: -6.5, y: -4, width: 13, height: 8 };
  const latin = text.replace(/[А-я]/g, "n");
  const shown = (text: string) => labels([{ ...ship("a", 0, 0), text }], 1, box).size;
  expect([shown(latin), shown(text)]).toEqual([1, 0]);
});
