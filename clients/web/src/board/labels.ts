// Names beside pieces: as many as fit without one lying on another; the first have the first choice.

import type { Box } from "./geometry";
import type { Spot } from "./hexes";

export interface Labelled {
  id: string;
  text: string;
  at: Spot;
  radius: number;
}

export interface Label {
  text: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How wide a letter is, to its height; those beyond Latin are wider. */
const wide = (sign: string): number => (sign > "\u024f" ? 0.7 : 0.58);

/** Where the name of each piece goes, by its id, all of it in *box*; *size* is the height of a letter. */
export function labels(pieces: Labelled[], size: number, box: Box): Map<string, Label> {
  const taken = pieces.map(({ at: [x, y], radius }): Rect => {
    const r = radius * 0.9;
    return { left: x - r, right: x + r, top: y - r, bottom: y + r };
  });
  const found = new Map<string, Label>();
  for (const { id, text, at, radius } of pieces) {
    const ways = places(text, at, radius, size);
    const free = ways.find((label) => {
      const own = rect(label, size);
      return inside(own, box) && !taken.some((one) => overlap(one, own));
    });
    if (!free) continue;
    found.set(id, free);
    taken.push(rect(free, size));
  }
  return found;
}

function places(text: string, [x, y]: Spot, radius: number, size: number): Label[] {
  const [gap, low] = [radius + 0.25 * size, 0.35 * size];
  return [
    { text, x, y: y + gap + 0.85 * size, anchor: "middle" },
    { text, x, y: y - gap - 0.1 * size, anchor: "middle" },
    { text, x: x + gap + 0.15 * size, y: y + low, anchor: "start" },
    { text, x: x - gap - 0.15 * size, y: y + low, anchor: "end" },
    { text, x, y: y + gap + 1.9 * size, anchor: "middle" },
    { text, x, y: y - gap - 1.2 * size, anchor: "middle" },
  ];
}

function rect({ text, x, y, anchor }: Label, size: number): Rect {
  const width = [...text].reduce((sum, sign) => sum + wide(sign), 0) * size;
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - 0.8 * size, bottom: y + 0.2 * size };
}

const overlap = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const inside = (own: Rect, { x, y, width, height }: Box): boolean =>
  own.left >= x && own.right <= x + width && own.top >= y && own.bottom <= y + height;
