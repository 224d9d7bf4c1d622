// What of a choice is on the board: a piece, a hex, a way. Read from its value, without knowing a rule.

import type { Choice } from "../options/fill";
import type { Piece } from "../play/wire";
import type { Spot } from "./hexes";

export interface Target {
  key: string;
  title: string;
  choice: number;
  piece?: string;
  hex?: Spot;
  path?: Spot[];
}

/** The places on the board that stand for choices; the first of those that share one. */
export function targetsOf(choices: Choice[], pieces: Piece[], hexes: boolean): Target[] {
  const ids = new Set(pieces.map(({ id }) => id));
  const found = new Map<string, Target>();
  choices.forEach((choice, n) => {
    const place = placeOf(choice.value, ids, hexes);
    const key = place && (place.piece ?? place.hex!.join());
    if (key && !found.has(key)) found.set(key, { ...place, key, title: choice.title, choice: n });
  });
  return [...found.values()];
}

type Place = Pick<Target, "piece" | "hex" | "path">;

function placeOf(value: unknown, ids: Set<string>, hexes: boolean): Place | null {
  if (typeof value === "string") return ids.has(value) ? { piece: value } : null;
  if (Array.isArray(value)) {
    if (!hexes || value.length === 0) return null;
    if (isSpot(value)) return { hex: value };
    return value.every(isSpot) ? { hex: value.at(-1)!, path: value } : null;
  }
  if (typeof value !== "object" || value === null) return null;
  const inner = Object.values(value).map((one) => placeOf(one, ids, hexes));
  return inner.find((place) => place?.piece) ?? inner.find((place) => place !== null) ?? null;
}

const isSpot = (value: unknown): value is Spot =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);

/** The pieces that something to declare is about: whatever of it names one, at any depth. */
export function concerned(value: unknown, ids: ReadonlySet<string>, found = new Set<string>()) {
  if (typeof value === "string") {
    if (ids.has(value)) found.add(value);
  } else if (typeof value === "object" && value !== null)
    for (const [name, one] of Object.entries(value)) {
      if (ids.has(name)) found.add(name);
      concerned(one, ids, found);
    }
  return found;
}
