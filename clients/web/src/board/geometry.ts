// Where things of a scene lie in the drawing: hexes (sides 1 long) or a plane (centimetres, y down here).

import type { HexBoard, Piece, PlaneBoard, Scene } from "../play/wire";
import { centre, corners, degrees, type Spot } from "./hexes";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A template in the language of who reads, filled in. */
type Say = (template: string, values: Record<string, number | string>) => string;

const FACINGS = "ABCDEF";
const LEAST_MARGIN = 3;
const LEAST_HEXES = 14;

export class Geometry {
  constructor(readonly board: HexBoard | PlaneBoard) {}

  get plane(): boolean {
    return this.board.type === "plane";
  }

  /** The middle of a hex, or a point of the plane. */
  spot(at: Spot): Spot {
    if (this.board.type === "hexes") return centre(at, this.board.top);
    return [at[0], this.board.size[1] - at[1]];
  }

  /** Where a piece's middle is; that of an area is the middle of its ground. */
  middle({ at, size }: Piece): Spot {
    return this.spot(size ? [at[0] + size[0] / 2, at[1] + size[1] / 2] : at);
  }

  corners(at: Spot): string {
    return this.board.type === "hexes" ? corners(at, this.board.top) : "";
  }

  /** Which way a piece looks, in degrees clockwise from up; null: nowhere. */
  turn(piece: Piece): number | null {
    if (piece.heading !== null) return piece.heading;
    if (piece.facing === null || this.board.type === "plane") return null;
    return degrees(piece.facing, this.board.top);
  }

  /** What is worth looking at: the whole table, or what of an endless one is in use. */
  home(pieces: Piece[]): Box {
    if (this.board.type === "plane") {
      const [width, height] = this.board.size;
      return { x: -2, y: -2, width: width + 4, height: height + 4 };
    }
    const spots = pieces.length ? pieces.map((piece) => this.middle(piece)) : [[0, 0] as Spot];
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const margin = Math.max(LEAST_MARGIN, 0.09 * Math.max(right - left, bottom - top));
    const width = Math.max(LEAST_HEXES, right - left + 2 * margin);
    const height = Math.max(LEAST_HEXES * 0.6, bottom - top + 2 * margin);
    return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
  }

  /** Where and how a piece stands, in words: `t` says those that are the page's own. */
  standing({ at, place, facing, heading, note }: Piece, t: Say): string[] {
    const faces =
      facing !== null && !note.includes("facing") && t("facing {side}", { side: FACINGS[facing]! });
    const heads = heading !== null && t("heading {n}°", { n: Math.round(heading) });
    const where = place || `(${at.map((one) => Math.round(one * 10) / 10).join(", ")})`;
    return [where, faces, heads, note].filter((one): one is string => Boolean(one));
  }
}

/** A piece, or how many of a kind that stand in one place. */
export interface Stacked extends Piece {
  count: number;
}

/** One for all that are alike and stand together: twenty mines in a hex are one mark. */
function together(pieces: Piece[], known: ReadonlySet<string>): Stacked[] {
  const found = new Map<string, Stacked>();
  for (const piece of pieces) {
    const { id, title, seat, glyph, at, size } = piece;
    const key = known.has(id) || size ? id : [title, seat, glyph, ...at].join();
    const before = found.get(key);
    found.set(key, before ? { ...before, count: before.count + 1 } : { ...piece, count: 1 });
  }
  return [...found.values()];
}

/** Pieces that stand in one place, side by side: how far to the right each is drawn, in its own widths. */
export function asides(pieces: Piece[]): Map<string, number> {
  const places = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (piece.size) continue;
    const key = piece.at.join();
    places.set(key, [...(places.get(key) ?? []), piece]);
  }
  const found = new Map<string, number>();
  for (const stack of places.values())
    stack.forEach(({ id }, n) => found.set(id, n - (stack.length - 1) / 2));
  return found;
}

/** What a scene shows first to last: areas under loose things under pieces of seats. */
export function layers(scene: Scene): Stacked[] {
  const known = new Set(scene.sheets.map(({ id }) => id));
  const pieces = together(scene.pieces, known);
  const layer = ({ id, size, seat }: Piece) =>
    size ? 0 : seat === null ? 1 : known.has(id) ? 3 : 2;
  return pieces.toSorted((a, b) => layer(a) - layer(b));
}
