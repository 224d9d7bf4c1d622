// Who shot at whom, read from the chronicle without knowing a rule: dice fell, and a line names two pieces.

import type { Piece, Told } from "../play/wire";

export interface Shot {
  key: string;
  from: string;
  to: string;
  seat: number | null;
}

const ROLLED = "dice_rolled";

/** The shots in *lines*: what comes of one declaration bears one time, and dice fell then (in *all*). */
export function shots(lines: Told[], pieces: Piece[], all = lines): Shot[] {
  const titles = pieces
    .filter(({ size }) => !size)
    .toSorted((a, b) => b.title.length - a.title.length);
  const rolled = new Set(all.filter(({ kind }) => kind === ROLLED).map(({ at_ms }) => at_ms));
  const found = new Map<string, Shot>();
  for (const line of lines) {
    if (!rolled.has(line.at_ms)) continue;
    for (const [from, to] of pairs(line, titles)) {
      const pair = `${from.id} ${to.id}`;
      if (from.seat !== null && from.seat !== to.seat && !found.has(pair))
        found.set(pair, {
          key: `${line.at_ms} ${pair}`,
          from: from.id,
          to: to.id,
          seat: from.seat,
        });
    }
  }
  return [...found.values()];
}

/** The two pieces that a line names: in two of its values, or in the label of a die. */
function pairs({ kind, sentence }: Told, titles: Piece[]): [Piece, Piece][] {
  const values = Object.values(sentence.values).map(String);
  const named =
    kind === ROLLED
      ? values.flatMap((value) => value.split(";")).map((label) => within(label, titles))
      : [values.flatMap((value) => titles.find(({ title }) => title === value) ?? [])];
  return named.flatMap(([from, to]): [Piece, Piece][] => (from && to ? [[from, to]] : []));
}

/** The pieces that a text names, in the order in which it names them. */
function within(text: string, titles: Piece[]): Piece[] {
  const found: [number, Piece][] = [];
  let left = text;
  for (const piece of titles) {
    const at = left.indexOf(piece.title);
    if (at < 0 || !piece.title) continue;
    found.push([at, piece]);
    left = left.replace(piece.title, "\0".repeat(piece.title.length));
  }
  return found.sort(([a], [b]) => a - b).map(([, piece]) => piece);
}
