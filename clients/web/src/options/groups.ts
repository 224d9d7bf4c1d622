// Long lists under headings, from what the options tell: by the piece that each is about.

import { concerned } from "../board/targets";
import type { Piece } from "../play/wire";
import type { Field, Option } from "./fill";

/** What belongs to one piece; with no piece, what belongs to none. */
export interface Group<T> {
  piece: Piece | null;
  items: T[];
}

/** A field under its heading, and whether it begins another part of the form. */
export interface FieldLine {
  field: Field;
  n: number;
  apart: boolean;
}

/** Options by the piece that each is for: the first that it names. */
export function optionGroups(options: Option[], pieces: Piece[]): Group<Option>[] {
  return grouped(options, ({ fixed, fields }) => [fixed, fields.map(({ path }) => path)], pieces);
}

/** The fields of a form by the piece in their paths; without headings where there are few. */
export function fieldGroups(fields: Field[], pieces: Piece[], few = 3): Group<FieldLine>[] {
  const lines = fields.map((field, n) => ({ field, n, apart: false }));
  if (fields.length <= few) return [{ piece: null, items: lines }];
  const groups = grouped(lines, ({ field }) => field.path, pieces);
  return groups.map(({ piece, items }) => ({
    piece,
    items: items.map((line, at) => ({
      ...line,
      apart: at > 0 && parent(line.field) !== parent(items[at - 1]!.field),
    })),
  }));
}

/** A title under a heading, without that at its start; both as they are shown. */
export function short(title: string, heading: string): string {
  const start = `${heading}: `;
  return heading && title.startsWith(start) ? title.slice(start.length) : title;
}

const parent = ({ path }: Field): string => path.slice(0, -1).join("\n");

function grouped<T>(items: T[], about: (item: T) => unknown, pieces: Piece[]): Group<T>[] {
  const known = new Map(pieces.map((piece) => [piece.id, piece]));
  const ids = new Set(known.keys());
  const found = new Map<string | undefined, Group<T>>();
  for (const item of items) {
    const [id] = concerned(about(item), ids);
    const group = found.get(id) ?? { piece: id === undefined ? null : known.get(id)!, items: [] };
    found.set(id, group);
    group.items.push(item);
  }
  return [...found.values()];
}
