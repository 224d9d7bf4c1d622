import { expect, it } from "vitest";
import core from "./core.ru.json";
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
  expect(Object.keys({ ...core, ...ru }).filter((sentence) => !all.includes(sentence))).toEqual([]);
  const places = (text: string) => new Set(Array.from(text.matchAll(PLACE), ([, place]) => place));
  for (const [english, russian] of Object.entries({ ...core, ...ru }))
    expect(places(russian), english).toEqual(places(english));
});

it("every fault of a record and every trouble with a game has its Russian", () => {
  const told = Object.entries(files)
    .filter(([file]) => /\/(record|play)\//.test(file))
    .flatMap(([, text]) => [...text.matchAll(SENTENCE)].map(([, sentence]) => sentence!));
  expect(told.length).toBeGreaterThan(80);
  expect(told.filter((sentence) => !Object.hasOwn(core, sentence))).toEqual([]);
});

/** A literal of several words, where something is thrown, noticed or told. */
const SENTENCE =
  /(?:Malformed|FaultFound|Forked|filled|problem|must|around|sentence|notice)\([^"`;]*?(?:"[a-z_]+", )*"([^"]+ [^"]+)"/g;
