// Other people's text: nothing in it may hide, or steer the direction of writing.

import type { Sentence } from "../play/wire";

/** Text with all that is invisible or turns the line made visible. */
export function shown(text: unknown): string {
  const escaped = (sign: string) => `\\u{${sign.codePointAt(0)!.toString(16)}}`;
  return String(text).replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, escaped);
}

/** A piece of a sentence: its own words, or a value that somebody may have chosen. */
export interface Part {
  text: string;
  value: boolean;
}

const PLACE = /\{(\w+)\}/;

/** A template filled in, its values apart. */
export function parts(template: string, values: Sentence["values"]): Part[] {
  const found = template.split(PLACE).map((text, n) => {
    if (n % 2 === 0) return { text, value: false };
    const there = Object.hasOwn(values, text);
    return { text: there ? String(values[text]) : `{${text}}`, value: there };
  });
  return found.filter(({ text }) => text !== "");
}

/** A time as m:ss, or h:mm:ss; never less than none. */
export function minutes(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, left] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(left)}:${two(seconds % 60)}` : `${left}:${two(seconds % 60)}`;
}
