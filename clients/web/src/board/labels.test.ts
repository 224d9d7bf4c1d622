import { expect, it } from "vitest";
import { labels } from "./labels";

const ship = (id: string, x: number, y: number) => ({
  id,
  text: "Courageous",
  at: [x, y] as [number, number],
  radius: 1,
});

it("names stand below, and beside where that is taken", () => {
  const found = labels([ship("a", 0, 0), ship("b", 0, 2.2)], 1);
  expect(found.get("a")).toMatchObject({ anchor: "middle" });
  expect(found.get("a")!.y).toBeLessThan(0);
  expect(found.get("b")!.y).toBeGreaterThan(2.2);
});

it("a name without a place is left out", () => {
  const crowd = Array.from({ length: 30 }, (_, n) => ship(`${n}`, n % 6, Math.floor(n / 6)));
  expect(labels(crowd, 1).size).toBeLessThan(30);
});
