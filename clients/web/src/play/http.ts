// What the page asks over HTTP: games, seats, views, records. Tokens go into a header, never elsewhere.

import { base64, unbase64 } from "../record/bytes";
import { filled } from "../record/report";
import { againMs } from "./declaring";
import type { SeatKeys } from "./keyring";
import { problem } from "./wire";
import type { Change, Foretold, Problem, Snapshot, Told, View } from "./wire";

/** The server did not do what was asked; `problem` says what happened and what to do. */
export class NotDone extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text);
  }
}

export interface System {
  name: string;
  title: string;
  version: string;
}

export interface Scenario {
  name: string;
  title: string;
  summary: string;
  seats: string[];
  options: GameOption[];
}

export interface GameOption {
  name: string;
  title: string;
  values: (number | string)[];
  default: number | string;
}

/** One game in the lobby; seats are titles and the names of who holds them. */
export interface LobbyLine {
  game: string;
  system: string;
  scenario: string;
  dice: string;
  phase: "offered" | "running" | "over" | "frozen";
  created_ms: number;
  position: number;
  seats: Record<string, [title: string, name: string]>;
  winners: number[];
}

export interface NewGame {
  system: string;
  options: Record<string, number | string>;
  dice: "server" | "table";
  referee: boolean;
}

/** A game that was made: its id, and the invitation code of each seat, told this once. */
export interface Made {
  game: string;
  seats: { seat: number; title: string; code: Uint8Array }[];
}

export const systems = (server: string) => json<System[]>(server, "/api/systems");

export const scenarios = (server: string, system: string) =>
  json<Scenario[]>(server, `/api/scenarios?${new URLSearchParams({ system })}`);

export type Started = "playing" | "over";

/** What follows on a page of the lobby begins at `following`; null: nothing does. */
export interface LobbyPage {
  lines: LobbyLine[];
  following: string | null;
}

/** A page of the lobby, from the newest games in that state or from where another page ended. */
export async function games(
  server: string,
  from: { state: Started } | { after: string },
): Promise<LobbyPage> {
  const { data, headers } = await answer(server, `/api/games?${new URLSearchParams(from)}`);
  return { lines: parsed(data), following: cursor(headers) };
}

/** The cursor in the link to the next page. */
function cursor(headers: Headers): string | null {
  const next = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get("Link") ?? "")?.[1];
  return next ? new URL(next, location.origin).searchParams.get("after") : null;
}

export async function newGame(server: string, wanted: NewGame): Promise<Made> {
  return made(await ask(server, "/api/games", { body: JSON.stringify(wanted) }));
}

/** A new game that goes on from event `at` of a record. */
export async function fork(
  server: string,
  record: Uint8Array,
  at: number,
  how: { dice: "server" | "table"; referee: boolean },
): Promise<Made> {
  const query = new URLSearchParams({ at: `${at}`, dice: how.dice });
  if (how.referee) query.set("referee", "yes");
  return made(await ask(server, `/api/forks?${query}`, { body: record }));
}

/** Bring a game that was played on another server; returns its id. */
export async function bring(server: string, record: Uint8Array): Promise<string> {
  const { game } = parsed<{ game: string }>(await ask(server, "/api/records", { body: record }));
  return game;
}

/** The view of who asks, now or `at` an event; of a game that is over, as any `seat` saw it then. */
export async function view(
  server: string,
  game: string,
  wanted: { at?: number; seat?: number; token?: string } = {},
): Promise<Snapshot> {
  const query = new URLSearchParams();
  if (wanted.at !== undefined) query.set("at", `${wanted.at}`);
  if (wanted.seat !== undefined) query.set("seat", `${wanted.seat}`);
  const data = await ask(server, `/api/games/${game}/view?${query}`, { token: wanted.token });
  const found = parsed<Snapshot & { hash: string }>(data);
  return { ...found, hash: unbase64(found.hash) };
}

/** A view, and for each event after it what it changed. */
export interface Steps {
  snapshot: { position: number; view: View };
  updates: { position: number; changes: Change[] }[];
}

/** The view at event `at`, and its changes up to `until`; of a game that is over, as a seat saw it. */
export async function steps(
  server: string,
  game: string,
  { at, until, seat, token }: { at: number; until: number; seat: number | null; token: string },
): Promise<Steps> {
  const query = new URLSearchParams({ at: `${at}`, until: `${until}` });
  if (seat !== null) query.set("seat", `${seat}`);
  return parsed(await ask(server, `/api/games/${game}/steps?${query}`, { token }));
}

/** All lines of the chronicle, as the holder of `token` may read them, or a spectator. */
export async function chronicle(server: string, game: string, token = ""): Promise<Told[]> {
  const lines = utf8(await ask(server, `/api/games/${game}/events`, { token }));
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Told);
}

/** The record's file, as the holder of `token` may read it, or a spectator. */
export const record = (server: string, game: string, token = ""): Promise<Uint8Array> =>
  ask(server, `/api/games/${game}/record`, { token });

/** What may come of a command that the seat has not declared yet. */
export async function odds(
  keys: SeatKeys,
  command: string,
  fields: Record<string, unknown>,
): Promise<Foretold> {
  const body = JSON.stringify({ do: command, with: fields });
  const path = `/api/games/${keys.game}/odds`;
  return parsed(await ask(keys.server, path, { body, token: keys.token }));
}

/** Takes a seat with an invitation code; returns its token. Asking again gives the same token. */
export async function takeSeat(
  keys: SeatKeys,
  code: Uint8Array,
  anchor: Uint8Array,
  links: number,
  signature: Uint8Array,
): Promise<string> {
  const body = JSON.stringify({
    seat: keys.seat,
    code: base64(code),
    name: keys.name,
    key: base64(keys.publicKey),
    anchor: base64(anchor),
    links,
    signature: base64(signature),
  });
  const data = await ask(keys.server, `/api/games/${keys.game}/seats`, { body });
  return parsed<{ token: string }>(data).token;
}

function made(data: Uint8Array): Made {
  type Coded = Omit<Made, "seats"> & { seats: { seat: number; title: string; code: string }[] };
  const { game, seats } = parsed<Coded>(data);
  return { game, seats: seats.map((one) => ({ ...one, code: unbase64(one.code) })) };
}

async function json<T>(server: string, path: string): Promise<T> {
  return parsed<T>(await ask(server, path));
}

function parsed<T>(data: Uint8Array): T {
  try {
    return JSON.parse(utf8(data)) as T;
  } catch {
    throw new NotDone(problem("server", "What answers here is no Broadside server.", null));
  }
}

const utf8 = (data: Uint8Array): string => new TextDecoder("utf-8", { fatal: true }).decode(data);

const TIMEOUT_MS = 60_000;

interface Asked {
  body?: string | Uint8Array;
  token?: string;
}

interface Answer {
  data: Uint8Array;
  headers: Headers;
}

const ask = async (server: string, path: string, asked: Asked = {}): Promise<Uint8Array> =>
  (await answer(server, path, asked)).data;

/** Asks; told that it was too much at a time, it waits and asks again, for a minute at most. */
async function answer(server: string, path: string, asked: Asked = {}): Promise<Answer> {
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await askOnce(server, path, asked);
    } catch (why) {
      const tooFast = why instanceof NotDone && why.problem.code === "too_fast";
      const waits = tooFast ? againMs(why.problem) : Infinity;
      if (Date.now() + waits > until) throw why;
      await new Promise((done) => setTimeout(done, waits));
    }
  }
}

async function askOnce(server: string, path: string, { body, token }: Asked): Promise<Answer> {
  const headers = new Headers();
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  const how = { headers, method: body === undefined ? "GET" : "POST", body: body as BodyInit };
  let response: Response, data: Uint8Array;
  try {
    response = await fetch(server + path, { ...how, signal: AbortSignal.timeout(TIMEOUT_MS) });
    data = new Uint8Array(await response.arrayBuffer());
  } catch {
    throw new NotDone(problem("unreachable", "The server does not answer.", null));
  }
  if (response.ok) return { data, headers: response.headers };
  throw new NotDone(told(response.status, data));
}

/** A problem as the server tells it (application/problem+json), or as best can be said. */
function told(status: number, data: Uint8Array): Problem {
  try {
    const found = JSON.parse(new TextDecoder().decode(data));
    const { code, detail, recorded, rule, facts } = found;
    if (typeof code === "string" && typeof detail === "string")
      return { code, text: detail, recorded, rule, facts, missed: [] };
  } catch {
    // No answer of a Broadside server: a proxy's page, perhaps.
  }
  return problem("server", filled("The server answered {status}.", { status }), null);
}
