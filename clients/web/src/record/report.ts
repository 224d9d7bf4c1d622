// What a verified record is told as. Sentences are English templates with values, to be translated.

import type { Head, Sentence } from "../play/wire";

/** One kind of check: how many things were looked at; `ok` null: not reached. */
export interface Check {
  name: "history" | "signatures" | "dice" | "seals";
  title: string;
  ok: boolean | null;
  count: number;
  detail: Sentence;
}

/** The first thing that is wrong: `position` is the event, null a map around them. */
export interface Fault {
  position: number | null;
  check: Check["name"];
  sentence: Sentence;
}

/** One event; `secret` is null where nothing is sealed, or it is closed to this viewer still. */
export interface RecordEvent {
  position: number;
  atMs: number;
  kind: string;
  version: number;
  fields: Fields;
  secret: Fields | null;
  open: Uint8Array;
  openHash: Uint8Array;
  sealed: Uint8Array | null;
  seal: Uint8Array | null;
  prev: Uint8Array;
  hash: Uint8Array;
  signature: Uint8Array | null;
}

/** The values of a MessagePack map; floats and whole numbers beyond 2^53 are wrapped (msgpack.ts). */
export type Fields = Record<string, unknown>;

/** A group of dice: label, count, sides. */
export type Dice = [label: string, count: number, sides: number];

/** Who had a part in a roll but the server: present (1) with a link, or absent (2). */
export interface Contributor {
  seat: number;
  status: 1 | 2;
  link: Uint8Array;
}

/** One reading of the stream: `width` bytes from `at` are `value`; face null: passed over. */
export interface Draw {
  at: number;
  width: 1 | 2;
  value: number;
  face: number | null;
}

/** One roll down to its bytes. Closed (hidden, not opened yet): link, key, stream, faces are null. */
export interface RollProof {
  position: number;
  i: number;
  by: number;
  hidden: boolean;
  dice: Dice[];
  contributors: Contributor[];
  /** What ctx is the hash of: the open part's hash and the seal of event `by`, the dice's bytes. */
  cause: { open: Uint8Array; openHash: Uint8Array; seal: Uint8Array };
  diceBytes: Uint8Array;
  ctx: Uint8Array;
  /** The server's link[i], or the hidden seed. */
  link: Uint8Array | null;
  key: Uint8Array | null;
  stream: Uint8Array | null;
  /** A list of readings for each group of dice; the last of a die is its face. */
  draws: Draw[][] | null;
  faces: number[][] | null;
}

export interface Counts {
  events: number;
  declarations: number;
  rolls: number;
  rollsClosed: number;
  dice: number;
  renewals: number;
  sealsOpen: number;
  sealsClosed: number;
  signatures: number;
}

/** Everything about a record; what stands before the first fault has been checked. */
export interface Report {
  ok: boolean;
  fault: Fault | null;
  checks: Check[];
  game: Uint8Array;
  serverKey: Uint8Array;
  viewer: string;
  system: string;
  level: string;
  over: boolean;
  head: Head;
  seats: { seat: number; key: Uint8Array }[];
  events: RecordEvent[];
  rolls: RollProof[];
  counts: Counts;
}

/** The file is no record that this verifier reads; nothing is wrong with it otherwise. */
export class NotARecord extends Error {
  constructor(readonly sentence: Sentence) {
    super(sentence.template);
  }
}

export function sentence(template: string, values: Sentence["values"] = {}): Sentence {
  return { template, values, rule: "" };
}

/** A template filled in, in English: the page reads it back to translate it. */
export function filled(template: string, values: Sentence["values"]): string {
  return template.replace(/\{(\w+)\}/g, (place, name) => `${values[name] ?? place}`);
}
