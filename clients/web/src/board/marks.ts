// A seat's marks: a shape and a letter beside its colour, so that no colour stands alone.

import type { Piece } from "../play/wire";
import { shown } from "../ui/shown";

/** Each shape points upward, so that it shows a facing. */
const SHAPES = [
  "M0-1 .86 .78 0 .42-.86 .78Z",
  "M0-1.05 .78-.1 0 .95-.78-.1Z",
  "M0-1 .72-.45V.78H-.72V-.45Z",
  "M0-1 .95 .1 .55 .85H-.55L-.95 .1Z",
  "M0-1C.75-.6 .9 .3 .6 .85H-.6C-.9 .3-.75-.6 0-1Z",
  "M-.3-1H.3V-.3H1V.3H.3V.9H-.3V.3H-1V-.3H-.3Z",
];
const NOBODY = "M0-.75A.75 .75 0 0 1 0 .75 .75 .75 0 0 1 0-.75Z";

const kind = (seat: number): number => (seat - 1) % SHAPES.length;

export const shapeOf = (seat: number | null): string =>
  seat === null ? NOBODY : SHAPES[kind(seat)]!;

/** The class that gives a seat its colour and hatching. */
export const classOf = (seat: number | null): string =>
  seat === null ? "seat-none" : `seat-${kind(seat) + 1}`;

/** One sign for a piece: its glyph if that is a letter, what ends its name if that is short, else its initial. */
export function sign({ glyph, title, seat }: Piece): string {
  if (/[\p{L}\p{N}*]/u.test(glyph) || seat === null) return shown(glyph);
  return title.match(/[\s-]([\p{L}\p{N}]{1,2})$/u)?.[1] ?? shown([...title][0] ?? "");
}
