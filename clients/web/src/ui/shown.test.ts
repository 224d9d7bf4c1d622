import { describe, expect, it } from "vitest";
import { minutes, parts, shown } from "./shown";

describe("other people's text", () => {
  it.each([
    ["<b>&\"'", "<b>&\"'"],
    ["Адмирал Ж", "Адмирал Ж"],
    ["a\u202eb", "a\\u{202e}b"],
    ["a\u0000\u200bb\u2028", "a\\u{0}\\u{200b}b\\u{2028}"],
    ["a\u00a0b c", "a\\u{a0}b c"],
    ["\u{e0041}", "\\u{e0041}"],
  ])("%j is shown as %j", (text, seen) => expect(shown(text)).toBe(seen));
});

describe("a sentence", () => {
  it("keeps its values apart, whatever they hold", () => {
    expect(parts("{name} takes {n}.", { name: "{n}", n: 3 })).toEqual([
      { text: "{n}", value: true },
      { text: " takes ", value: false },
      { text: "3", value: true },
      { text: ".", value: false },
    ]);
  });
  it("leaves places that nobody fills", () =>
    expect(parts("{constructor}", {})).toEqual([{ text: "{constructor}", value: false }]));
});

it.each([
  [0, "0:00"],
  [-5, "0:00"],
  [61_000, "1:01"],
  [3_725_000, "1:02:05"],
])("%i ms are %s", (ms, text) => expect(minutes(ms)).toBe(text));
