import { expect, it } from "vitest";
import type { Option } from "../options/fill";
import { Desk, summary } from "./desk.svelte";

const option = (made: Partial<Option>): Option => ({
  command: "fire",
  title: "Fire",
  rule: "",
  fixed: {},
  fields: [],
  limits: {},
  uses: {},
  why_not: "",
  sealed: [],
  ...made,
});
const shot = option({
  command: "shot",
  title: "A shot",
  uses: { guns: 1 },
  fields: [
    { type: "amount", path: ["n"], title: "n", low: 1, high: 3, default: 1, unit: "", uses: {} },
  ],
});
const fire = option({
  fields: [{ type: "orders", path: ["shots"], title: "shots", kinds: [shot], at_most: 9 }],
  limits: { guns: { title: "Guns", at_most: 1, at_least: 0 } },
});

it("orders are given one within the other, and go into what is declared", () => {
  const desk = new Desk();
  desk.open(fire);
  desk.begin(0, shot);
  expect(desk.inside).toBe(true);
  desk.set(0, 2);
  desk.give();
  expect(desk.fields).toEqual({ shots: [{ order: "shot", n: 2 }] });
  expect(summary(desk.filled!, (text) => text)).toBe("Fire: A shot: n 2");
  desk.take(0, 0);
  expect(desk.fields).toEqual({ shots: [] });
});

it("an order that does not fit is told before it is given", () => {
  const desk = new Desk();
  desk.open(fire);
  desk.begin(0, shot);
  desk.give();
  desk.begin(0, shot);
  expect(desk.exceeded?.title).toBe("Guns");
  desk.back();
  expect(desk.exceeded).toBeNull();
});

it("what is filled in stays while its option does, and no longer", () => {
  const desk = new Desk();
  desk.open(shot);
  desk.set(0, 3);
  expect(desk.renew([structuredClone(shot)])).toBe(true);
  expect(desk.fields).toEqual({ n: 3 });
  expect(desk.renew([fire])).toBe(false);
  expect(desk.filled).toBeNull();
});
