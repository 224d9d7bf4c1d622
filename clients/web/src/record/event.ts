// One event of a record: its map read strictly, its seal, its place in the chain of hashes.

import type { Sentence } from "../play/wire";
import { same } from "./bytes";
import { eventHash, NONE32, sealOf, sha } from "./hashes";
import { isMap, Malformed, readMap } from "./msgpack";
import { filled, sentence, type Check, type Fields } from "./report";

/** The record is not what it claims: `position` is the first bad event, null a map around. */
export class FaultFound extends Error {
  readonly sentence: Sentence;

  constructor(
    readonly position: number | null,
    readonly check: Check["name"],
    template: string,
    values: Sentence["values"] = {},
  ) {
    super(template);
    this.sentence = sentence(template, values);
  }
}

/** A fault that a Malformed tells, within a sentence: "the first map: {why}". */
export function within(
  position: number | null,
  check: Check["name"],
  template: string,
  { template: inner, values }: Malformed,
): FaultFound {
  return new FaultFound(position, check, template, { why: filled(inner, values) });
}

/** An event as it was read; the values of its maps are exact (msgpack.ts). */
export interface Read {
  position: number;
  atMs: number;
  kind: string;
  version: number;
  fields: Fields;
  secret: Fields | null;
  open: Uint8Array;
  openHash: Uint8Array;
  sealed: Uint8Array | null;
  seal: Uint8Array;
  prev: Uint8Array;
  hash: Uint8Array;
  signature: Uint8Array | null;
}

/** What a field must be: a type, or bytes of that length. Whole numbers are never negative. */
export type Shape = Record<string, "int" | "str" | "list" | "map" | "bytes" | number>;

const ANCHOR: Shape = { anchor: 32, links: "int" };
const ROLL: Shape = { i: "int", by: "int", ctx: 32, dice: "list", contributors: "list" };

/** What the proof needs of "The kinds that both protocols need" (record.md). */
export const KINDS: Record<string, Shape> = {
  created: {
    ...ANCHOR,
    ...{ game: 16, server_key: 32, hidden: 32, dice: "str", system: "str" },
  },
  seat_taken: { ...ANCHOR, seat: "int", key: 32 },
  seat_left: { seat: "int" },
  declared: { id: 16, seat: "int", do: "str", after: "int", head: 32 },
  server_declared: { do: "str" },
  dice_asked: ROLL,
  link_opened: { i: "int", seat: "int", link: 32, sig: 64 },
  dice_rolled: { ...ROLL, link: 32, faces: "list" },
  dice_rolled_hidden: { ...ROLL, j: "int", next: 32 },
  opened: { position: "int", salt: 16, secret: "bytes" },
  anchor_renewed: { ...ANCHOR, seat: "int" },
  over: {},
};

/** In an event's map where they belong. h proves nothing: it lets an altered event be named. */
const OPTIONAL: Shape = { s: "bytes", seal: 32, g: 64, h: 32 };

/** Reads the event that should stand at `position`; Malformed says why it cannot. */
export function readEvent(
  outer: Fields,
  position: number,
  prev: Uint8Array,
  game: Uint8Array,
): Read {
  shaped(outer, { p: "int", t: "int", o: "bytes" });
  only(outer, "p", "t", "o", ...Object.keys(OPTIONAL));
  if (outer["p"] !== position)
    throw new Malformed("it stands where event {position} should, and says {says}", {
      position,
      says: String(outer["p"]),
    });
  const open = bin(outer, "o");
  const opened = shaped(readMap(open), { k: "str", v: "int", d: "map" });
  only(opened, "k", "v", "d");
  const [kind, version, fields] = [text(opened, "k"), int(opened, "v"), opened["d"] as Fields];
  if (Object.hasOwn(KINDS, kind)) {
    shaped(fields, KINDS[kind]!);
    if (version !== 1)
      throw new Malformed("{kind} {version} is unknown to this verifier", { kind, version });
  }
  const here = Object.entries(OPTIONAL).filter(([name]) => Object.hasOwn(outer, name));
  shaped(outer, Object.fromEntries(here));
  const [openHash, seal] = [sha(open), sealIn(outer)];
  const hash = eventHash(game, position, outer["t"] as number | bigint, prev, openHash, seal);
  if (Object.hasOwn(outer, "h") && !same(bin(outer, "h"), hash))
    throw new Malformed("it is not the event that was hashed when it was stored");
  const sealed = Object.hasOwn(outer, "s") ? bin(outer, "s") : null;
  const secret = sealed && readMap(sealed.subarray(16));
  const signature = Object.hasOwn(outer, "g") ? bin(outer, "g") : null;
  const atMs = int(outer, "t");
  return {
    ...{ position, atMs, kind, version, fields, secret, signature },
    ...{ open, openHash, sealed, seal, prev, hash },
  };
}

function sealIn(outer: Fields): Uint8Array {
  const [sealed, seal] = [Object.hasOwn(outer, "s"), Object.hasOwn(outer, "seal")];
  if (sealed && seal) throw new Malformed("it has a sealed part and a seal");
  if (sealed) return sealOf(bin(outer, "s"));
  if (!seal) return NONE32;
  if (same(bin(outer, "seal"), NONE32)) throw new Malformed("its seal is empty");
  return bin(outer, "seal");
}

/** The map, which has the fields of the shape. */
export function shaped(given: Fields, shape: Shape): Fields {
  for (const [name, want] of Object.entries(shape))
    if (!Object.hasOwn(given, name) || !fits(given[name], want))
      throw new Malformed("{field} is missing or of the wrong type or length", { field: name });
  return given;
}

function fits(value: unknown, want: Shape[string]): boolean {
  switch (want) {
    case "int":
      return (typeof value === "number" || typeof value === "bigint") && value >= 0;
    case "str":
      return typeof value === "string";
    case "list":
      return Array.isArray(value);
    case "map":
      return isMap(value);
    case "bytes":
      return value instanceof Uint8Array;
    default:
      return value instanceof Uint8Array && value.length === want;
  }
}

export function only(given: Fields, ...names: string[]): void {
  const extra = Object.keys(given).filter((name) => !names.includes(name));
  if (extra.length) throw new Malformed("there is an unknown key {key}", { key: extra.sort()[0]! });
}

/** A whole number of a map that is shaped: beyond 2^53 not exact, and then nothing it could equal. */
export const int = (given: Fields, name: string): number => Number(given[name]);
export const bin = (given: Fields, name: string): Uint8Array => given[name] as Uint8Array;
export const text = (given: Fields, name: string): string => given[name] as string;
export const list = (given: Fields, name: string): unknown[] => given[name] as unknown[];
