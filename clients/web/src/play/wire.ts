// What viewers say and are told (projections/messages.py), and their bytes: MessagePack both ways.

import { decode, encode } from "@msgpack/msgpack";
import type { Option } from "../options/fill";

export const SUBPROTOCOL = "broadside.v1.msgpack";

/** A template with named places, its values, its rule. The English template is a catalogue's key. */
export interface Sentence {
  template: string;
  values: Record<string, number | string>;
  rule: string;
}

/** One line of the chronicle: what an event says to this viewer. */
export interface Told {
  position: number;
  at_ms: number;
  kind: string;
  sentence: Sentence;
  text: string;
}

/** Where a history stands: its last position (0: no event yet) and that event's hash. */
export interface Head {
  position: number;
  hash: Uint8Array;
}

export interface SignedHead extends Head {
  signature: Uint8Array;
}

/** One event of the record as this viewer may read it; names as in an exported record. */
export interface Seen {
  p: number;
  t: number;
  o: Uint8Array;
  s?: Uint8Array;
  seal?: Uint8Array;
  g?: Uint8Array;
}

/** What was not done, and why; `recorded`: true, false, or null where nobody knows yet. */
export interface Problem {
  code: string;
  text: string;
  recorded: boolean | null;
  rule: string;
  facts: Record<string, number | string>;
  missed: Told[];
}

export interface Recorded {
  position: number;
  hash: Uint8Array;
  receipt: Uint8Array;
  repeated: boolean;
  text: string;
}

export interface Welcome {
  t: "welcome";
  id: number;
  game: string;
  viewer: string;
  seat: number | null;
  server_key: Uint8Array;
  head: SignedHead;
  durability: string;
  limits: Record<string, number>;
  now_ms: number;
}

export interface Snapshot {
  t: "snapshot";
  position: number;
  hash: Uint8Array;
  view: View;
  chronicle: Told[];
  why: string;
}

/** [path, value]: set; [path]: unset. The empty path is the whole view. */
export type Change = [path: (string | number)[], value?: unknown];

export interface Update {
  t: "update";
  after: number;
  position: number;
  hash: Uint8Array;
  events: Seen[];
  chronicle: Told[];
  changes: Change[];
}

export interface Beat {
  t: "beat";
  id: number | null;
  position: number;
  head: SignedHead | null;
}

export type ToViewer =
  | Welcome
  | Snapshot
  | Update
  | Beat
  | ({ t: "recorded"; id: number } & Recorded)
  | ({ t: "problem"; id: number | null } & Problem);

export interface Hello {
  t: "hello";
  id: number;
  game: string;
  token?: string;
  after?: number;
  seen?: SignedHead;
}

/** A declaration: the declarer's own bytes (rec/1). */
export interface Declaration {
  open: Uint8Array;
  sealed: Uint8Array;
  signature: Uint8Array;
}

export type FromViewer =
  | Hello
  | ({ t: "declare"; id: number } & Declaration)
  | { t: "contribute"; id: number; i: number; link: Uint8Array; signature: Uint8Array }
  | { t: "beat"; id: number; position: number };

// --- a view: the game round its table (projections/game_view.py), the scene, the options ----------

export interface View {
  game: string;
  system: string;
  title: string;
  scenario: string;
  dice: "server" | "table";
  phase: "offered" | "running" | "over";
  seats: SeatView[];
  table_options: Option[];
  disputed: number | null;
  recess: { kind: string; resuming: number[] } | null;
  clock: { kind: string; limit_s: number; time_out: string; since_ms: number } | null;
  result: Sentence | null;
  winners: number[];
  delay_s: number;
  scene: Scene;
  options: Option[];
}

export interface SeatView {
  seat: number;
  role: string;
  title: string;
  name: string;
  taken: boolean;
  sealed: boolean;
  waiting: boolean;
  offers_draw: boolean;
  offers_recess: string;
  order_sealed: boolean;
  clock: { used_ms: number; left_ms: number | null; running: boolean } | null;
}

// --- a scene: the words in which every system describes its table (domain/scene.py) ---------------

export interface Scene {
  headline: string;
  board: HexBoard | PlaneBoard;
  pieces: Piece[];
  sheets: Sheet[];
}

export interface HexBoard {
  type: "hexes";
  title: string;
  size: [number, number] | null;
  top: "flat" | "pointed";
}

export interface PlaneBoard {
  type: "plane";
  title: string;
  size: [number, number];
}

export interface Piece {
  id: string;
  title: string;
  glyph: string;
  seat: number | null;
  at: [number, number];
  facing: number | null;
  heading: number | null;
  radius: number | null;
  size: [number, number] | null;
  arcs: { title: string; hexes: [number, number][] }[];
  note: string;
  place: string;
}

export interface Sheet {
  id: string;
  title: string;
  seat: number | null;
  groups: { title: string; boxes: Box[]; gauges: Gauge[] }[];
  note: string;
}

export interface Box {
  label: string;
  state: "ok" | "destroyed" | "used" | "unknown";
  note: string;
}

export interface Gauge {
  title: string;
  value: number | null;
  maximum: number | null;
  note: string;
}

// --- the odds of a declaration (projections/foretold.py) ------------------------------------------

export interface Foretold {
  position: number;
  odds: {
    title: string;
    unit: string;
    mean: number | null;
    likely: { value: number | string; chance: number; exact: string }[];
  }[];
}

/** A problem that this page finds by itself, told like one of the server's. */
export function problem(
  code: string,
  text: string,
  recorded: boolean | null = false,
  facts: Problem["facts"] = {},
): Problem {
  return { code, text, recorded, rule: "", facts, missed: [] };
}

export function toBytes(message: FromViewer): Uint8Array {
  return encode(message, { ignoreUndefined: true });
}

/** Read what the server says: its form is trusted, not its content. */
export function fromBytes(data: ArrayBuffer): ToViewer {
  return decode(data) as ToViewer;
}
