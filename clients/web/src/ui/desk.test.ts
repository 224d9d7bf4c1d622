import { expect, it } from "vitest";
import type { Option } from "../options/fill";
import { blank, oneLine } from "../options/fill";
import { disputing } from "../options/disputing";
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
  expect(desk.exceeded).toBe("Guns");
  desk.back();
  expect(desk.exceeded).toBeNull();
});

const ONE_MORE: Option = {
  ...shot,
  fields: [{ ...shot.fields[0]!, high: 2 } as Option["fields"][0]],
};

it("what is filled in stays while its option does", () => {
  const desk = new Desk();
  desk.open(shot);
  desk.set(0, 3);
  expect(desk.renew([structuredClone(shot)])).toBe(true);
  expect([desk.fields, desk.moved]).toEqual([{ n: 3 }, null]);
});

it("of an option that changed it is kept as far as it is allowed, and said so", () => {
  const desk = new Desk();
  desk.open(shot);
  desk.set(0, 2);
  expect(desk.renew([{ ...shot, title: "Another shot" }])).toBe(false);
  expect(desk.fields).toEqual({ n: 2 });
  expect(desk.moved?.template).toContain("what you chose is kept.");
  desk.set(0, 3);
  desk.renew([ONE_MORE]);
  expect(desk.fields).toEqual({ n: 2 });
  expect(desk.moved?.template).toContain("where it is still allowed");
});

it("what can no longer be declared is closed with a sentence", () => {
  const desk = new Desk();
  desk.open(shot);
  expect(desk.renew([fire])).toBe(false);
  expect([desk.filled, desk.moved?.values.title]).toEqual([null, "A shot"]);
  desk.open(shot);
  desk.renew([{ ...shot, why_not: "no gun is left" }]);
  expect([desk.filled, desk.moved?.values.why]).toEqual([null, "no gun is left"]);
});

it("orders go along while there are such orders and they fit", () => {
  const desk = new Desk();
  const guns = (at_most: number, kinds: Option[]) =>
    option({
      fields: [{ type: "orders", path: ["shots"], title: "shots", kinds, at_most: 9 }],
      limits: { guns: { title: "Guns", at_most, at_least: 0 } },
    });
  desk.open(guns(2, [shot]));
  for (const n of [3, 2]) {
    desk.begin(0, shot);
    desk.set(0, n);
    desk.give();
  }
  desk.renew([guns(1, [shot])]);
  expect(desk.fields).toEqual({ shots: [{ order: "shot", n: 3 }] });
  desk.renew([guns(1, [ONE_MORE])]);
  expect(desk.fields).toEqual({ shots: [{ order: "shot", n: 2 }] });
  desk.renew([guns(1, [])]);
  expect(desk.fields).toEqual({ shots: [] });
});

it("what was being filled in comes back after an interruption", () => {
  const desk = new Desk();
  desk.open(shot);
  desk.set(0, 3);
  desk.interrupt(disputing(7));
  desk.interrupt(disputing(8));
  expect(desk.exceeded).toBe("What is wrong with it?");
  expect(blank(desk.current!)).toBe(false);
  for (const unseen of ["  ", "\u200b\u2800 ", "\u3164"]) {
    desk.set(0, oneLine(unseen));
    expect(blank(desk.current!)).toBe(true);
  }
  desk.set(0, oneLine("  the die fell\noff the table"));
  expect(blank(desk.current!)).toBe(false);
  expect(desk.exceeded).toBeNull();
  expect(desk.fields).toEqual({ event: 8, because: "the die fell off the table" });
  desk.back();
  expect(desk.fields).toEqual({ n: 3 });
});

it("what one seat chose is not there for another, nor what it had laid aside", () => {
  const desk = new Desk();
  desk.open(shot);
  desk.set(0, 3);
  desk.interrupt(disputing(7));
  desk.clear();
  expect([desk.filled, desk.current, desk.inside]).toEqual([null, null, false]);
  desk.close();
  expect(desk.filled).toBeNull();
});

it("an order that was being given does not go along, and that is said", () => {
  const desk = new Desk();
  desk.open(fire);
  desk.begin(0, shot);
  desk.renew([{ ...fire, rule: "A-1" }]);
  expect([desk.inside, desk.fields]).toEqual([false, { shots: [] }]);
  expect(desk.moved?.template).toContain("where it is still allowed");
});

it("what became of it is told no more when it is declared", () => {
  const desk = new Desk();
  desk.open(shot);
  desk.renew([{ ...shot, title: "Another shot" }]);
  desk.close();
  expect(desk.moved).toBeNull();
});
