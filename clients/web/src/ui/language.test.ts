import { afterEach, describe, expect, it } from "vitest";
import { filled } from "../record/report";
import { language, said, t } from "./language.svelte";

describe("in Russian", () => {
  afterEach(() => {
    language.name = "en";
  });

  it.each(["2d6 to hit", "three of a kind", "two hits on average"])(
    "%s stays English, though the page has such a phrase of its own",
    (text) => {
      language.name = "ru";
      expect(said(text)).toBe(text);
    },
  );

  it("what this page fills in of a record's sentences is read back", () => {
    language.name = "ru";
    expect(said(filled("The server answered {status}.", { status: 502 }))).toBe(
      "Сервер ответил 502.",
    );
    expect(t("{low} to {high}", { low: 1, high: 3 })).toBe("от 1 до 3");
  });
});
