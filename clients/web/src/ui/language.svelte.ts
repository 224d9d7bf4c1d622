// English templates are keys, catalogues hold the other languages (domain/languages.py does the same).

import { untrack } from "svelte";
import core from "../texts/core.ru.json";
import own from "../texts/ru.json";
import type { Sentence } from "../play/wire";
import { keep, kept } from "./kept";
import { parts, shown, type Part } from "./shown";

export type Name = "en" | "ru";
type Catalogue = Record<string, string>;

const PLACE = /\{(\w+)\}/g;
const SPOKEN = new Set(["name", "because"]); // people's own words
const KEPT = "broadside.language";
const CORE: Record<Name, Catalogue> = { en: {}, ru: core };
const OWN: Record<Name, Catalogue> = { en: {}, ru: { ...core, ...own } };

class Language {
  name: Name = $state(first());
  #server: Catalogue = $state.raw({});
  #system: string | null = null;
  readonly #catalogue = $derived<Catalogue>({ ...this.#server, ...OWN[this.name] });
  /** What the page says itself is not read back: "{low} to {high}" would be found in anybody's words. */
  readonly #patterns = $derived(patterns({ ...this.#server, ...CORE[this.name] }));
  readonly #known = $derived.by(() => (void this.#catalogue, new Map<string, string>()));

  async choose(name: Name): Promise<void> {
    this.name = name;
    keep(KEPT, name);
    await this.#fetch();
  }

  /** Fetch what the server says of a rule system; "" is the game round every system. */
  async of(system: string): Promise<void> {
    if (system === this.#system) return;
    this.#system = system;
    await untrack(() => this.#fetch());
  }

  async #fetch(): Promise<void> {
    document.documentElement.lang = this.name;
    if (this.name === "en") {
      this.#server = {};
      return;
    }
    const query = new URLSearchParams({ language: this.name, system: this.#system ?? "" });
    try {
      const answer = await fetch(`/api/texts?${query}`);
      if (answer.ok) this.#server = await answer.json();
    } catch {
      // Without its catalogue what the server says stays English.
    }
  }

  /** The page's own words, filled in. */
  say(template: string, values: Sentence["values"] = {}): string {
    return this.#filled(this.#catalogue[template] ?? template, values);
  }

  /** A text of the server that is filled in already, as far as it is known. */
  text(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const found = this.#read(text);
    this.#known.set(text, found);
    return found;
  }

  /** A sentence of the server, its values apart. */
  parts({ template, values }: Sentence): Part[] {
    const translated = this.#catalogue[template] ?? template;
    const spoken = Object.entries(values).map(([name, value]) => [name, this.#value(name, value)]);
    return parts(translated, Object.fromEntries(spoken));
  }

  #value(name: string, value: string | number): string {
    return SPOKEN.has(name) ? String(value) : this.text(String(value));
  }

  #filled(template: string, values: Sentence["values"]): string {
    return template.replace(PLACE, (place, name: string) =>
      Object.hasOwn(values, name) ? this.#value(name, values[name]!) : place,
    );
  }

  #read(text: string): string {
    const whole = this.#catalogue[text];
    if (whole !== undefined) return whole;
    for (const [pattern, template] of this.#patterns) {
      const found = pattern.exec(text);
      if (found) return this.#filled(template, found.groups ?? {});
    }
    return text;
  }
}

function first(): Name {
  const chosen = kept(KEPT);
  return chosen === "ru" || (chosen === null && navigator.language.startsWith("ru")) ? "ru" : "en";
}

function patterns(catalogue: Catalogue): [RegExp, string][] {
  const filled = Object.entries(catalogue).filter(([template]) => template.search(PLACE) >= 0);
  const words = (template: string) => template.replace(PLACE, "").length;
  filled.sort(([a], [b]) => words(b) - words(a));
  return filled.map(([template, translated]) => [pattern(template), translated]);
}

/** What matches a template that is filled in; `id` holds no space, `fact` no bracket and no comma. */
function pattern(template: string): RegExp {
  const anything: Catalogue = { id: "[^\\s,]+", fact: "[^(),]+?" };
  const seen = new Set<string>();
  const source = template.split(/\{(\w+)\}/).map((part, n) => {
    if (n % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
    if (seen.has(part)) return `\\k<${part}>`;
    seen.add(part);
    return `(?<${part}>${anything[part] ?? ".+?"})`;
  });
  return new RegExp(`^${source.join("")}$`, "s");
}

export const language = new Language();

/** The page's own words in the language of who reads them. */
export const t = (template: string, values?: Sentence["values"]): string =>
  language.say(template, values);

/** Somebody else's words, translated if they are known, and made safe to show. */
export const said = (text: string): string => shown(language.text(text));
