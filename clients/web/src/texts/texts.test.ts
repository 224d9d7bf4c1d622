import { expect, it } from "vitest";
import ru from "./ru.json";

const PLACE = /\{(\w+)\}/g;
const files = import.meta.glob<string>(["../**/*.{svelte,ts}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const sources = Object.values(files);

it("every sentence that the page says itself has its Russian", () => {
  const said = sources.flatMap((text) =>
    [...text.matchAll(/\bt\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, sentence]) => sentence!),
  );
  expect(said.length).toBeGreaterThan(150);
  expect(said.filter((sentence) => !Object.hasOwn(ru, sentence))).toEqual([]);
});

it("no Russian is left whose English is gone, and each fills the same places", () => {
  const all = sources.join("\n");
  expect(Object.keys(ru).filter((sentence) => !all.includes(sentence))).toEqual([]);
  const places = (text: string) => new Set(Array.from(text.matchAll(PLACE), ([, place]) => place));
  for (const [english, russian] of Object.entries(ru))
    expect(places(russian), english).toEqual(places(english));
});
