// A declaration as its declarer makes it: the open part, the sealed part, the signature (rec/1).

import { encode } from "@msgpack/msgpack";
import { concat } from "../record/bytes";
import { declarationMessage, sealOf, sha } from "../record/hashes";
import type { Outgoing, SeatKeys } from "./keyring";
import type { Head, Problem, View } from "./wire";

const [ID_BYTES, SALT_BYTES] = [16, 16];

/** What is declared: a command, its fields, and the names of those that go into the sealed part. */
export interface Wanted {
  command: string;
  fields: Record<string, unknown>;
  sealed: string[];
}

/** The bytes of a declaration by who has seen the history up to `head`; its id names them for ever. */
export async function declaration(
  keys: SeatKeys,
  head: Head,
  { command, fields, sealed }: Wanted,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Outgoing> {
  const id = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  const part = (secret: boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => sealed.includes(name) === secret));
  const told = { id, seat: keys.seat, do: command, with: part(false) };
  const d = { ...told, after: head.position, head: head.hash };
  const open = encode({ k: "declared", v: 1, d });
  // Salted, so that nobody can guess it.
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const secret = concat(salt, encode(part(true)));
  const signature = await sign(declarationMessage(sha(open), sealOf(secret)));
  return { id, command, open, sealed: secret, signature };
}

/** What to declare: in a recess, what play would ask for is sealed whole, as the next order. */
export function nextOrder(view: View, wanted: Wanted): Wanted {
  const ofPlay = view.options.some(({ command }) => command === wanted.command);
  if (!view.recess || !ofPlay) return wanted;
  const fields = { order: wanted.command, fields: wanted.fields };
  return { command: "seal_order", fields, sealed: Object.keys(fields) };
}

/** What ends it all: the game, the seat or the form of what is said. */
export const FATAL = new Set(["not_allowed", "not_found", "seat_left", "malformed", "out_of_turn"]);

/** Whether a problem is about the server's storage or a roll under way, not about the declaration. */
export function sentAgain({ code, recorded, rule }: Problem): boolean {
  if (code === "dice_pending" || recorded === null) return true;
  return !rule && code !== "frozen" && !FATAL.has(code);
}

const UNKNOWN_MS = 500;

/** After how long the server is asked again: what it says, if it was asked for too much at a time. */
export function againMs({ code, facts }: Problem): number {
  const told = Number(facts.retry_after_s);
  return code === "too_fast" && told > 0 ? 1000 * told : UNKNOWN_MS;
}
