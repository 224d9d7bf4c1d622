// The seats that this browser holds: token, key and dice seed, kept here and sent nowhere.

import { hex, same } from "../record/bytes";
import type { Holder } from "../record/messages";
import { filled } from "../record/report";
import { Forked, TWO_HISTORIES } from "./following";
import { shelf } from "./shelf";
import type { Declaration, SignedHead } from "./wire";

/** What makes somebody the holder of a seat; `token` is empty until the seat is taken. */
export interface SeatKeys {
  server: string;
  game: string;
  seat: number;
  name: string;
  /** The hash of the invitation's code: another invitation to this seat needs other keys. */
  invitation: Uint8Array;
  since: number;
  key: Uint8Array;
  publicKey: Uint8Array;
  seed: Uint8Array;
  token: string;
  /** The seat was given up or handed over since: these keys take no other seat. */
  left: boolean;
  /** What this browser insists on: the server's key, and the newest signed head it was shown. */
  serverKey: Uint8Array | null;
  seen: SignedHead | null;
  /** The newest roll for which this seat's link was opened: none is opened again for another. */
  opened: { i: number; ctx: Uint8Array } | null;
}

/** A declaration on its way: kept until it is answered, so that it can be sent again as it is. */
export interface Outgoing extends Declaration {
  id: Uint8Array;
  command: string;
}

/** Keys for an invitation, from the operating system's chance; `publicOf` makes the key that all see. */
export async function newKeys(
  of: Pick<SeatKeys, "server" | "game" | "seat" | "name" | "invitation">,
  publicOf: (key: Uint8Array) => Promise<Uint8Array>,
): Promise<SeatKeys> {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const nothing = { token: "", left: false, serverKey: null, seen: null, opened: null };
  return { ...of, ...nothing, since: Date.now(), key, publicKey: await publicOf(key), seed };
}

export const holderOf = ({ seat, publicKey, seed }: SeatKeys): Holder => ({
  seat,
  key: publicKey,
  seed,
});

/** The seats of a game (or of all) that are held here, the newest first. */
export async function seatsOf(game = ""): Promise<SeatKeys[]> {
  const held = await (await shelf()).all<SeatKeys>(game ? `seat/${game}/` : "seat/");
  return held.filter(({ token, left }) => token && !left).sort((a, b) => b.since - a.since);
}

/** The keys made for an invitation before, if its seat was asked for here. */
export async function keysFor(
  game: string,
  seat: number,
  invitation: Uint8Array,
): Promise<SeatKeys | null> {
  const [found] = await (await shelf()).all<SeatKeys>(place({ game, seat, invitation }));
  return found ?? null;
}

/** Keeps keys; whether they outlive this tab. */
export async function save(keys: SeatKeys): Promise<boolean> {
  const kept = await shelf();
  await kept.change<SeatKeys>(place(keys), () => keys);
  return kept.lasting;
}

export async function forget(keys: SeatKeys): Promise<void> {
  await (await shelf()).change(place(keys), () => undefined);
}

/** Notes that a seat is no longer its holder's here. */
export async function leave(keys: SeatKeys): Promise<void> {
  await (await shelf()).change<SeatKeys>(place(keys), (old) => old && { ...old, left: true });
}

/** Keeps a head that the server signed; Forked if another tab was shown another history. */
export async function keepSeen(
  keys: SeatKeys,
  serverKey: Uint8Array,
  seen: SignedHead,
): Promise<void> {
  await (
    await shelf()
  ).change<SeatKeys>(place(keys), (old) => {
    if (old === undefined) return undefined; // forgotten meanwhile
    if (old.serverKey && !same(old.serverKey, serverKey))
      throw new Forked("The server has another key than before.");
    const before = old.seen;
    if (before?.position === seen.position && !same(before.hash, seen.hash))
      throw new Forked(filled(TWO_HISTORIES, { at: seen.position }));
    return { ...old, serverKey, seen: before && before.position > seen.position ? before : seen };
  });
}

/** Notes that this seat opens its link for a roll; false if it did so for another with that number. */
export async function mayOpen(keys: SeatKeys, i: number, ctx: Uint8Array): Promise<boolean> {
  let may = false;
  await (
    await shelf()
  ).change<SeatKeys>(place(keys), (old) => {
    const last = old?.opened ?? null;
    may =
      old !== undefined && (last === null || i > last.i || (i === last.i && same(ctx, last.ctx)));
    return may ? { ...old!, opened: { i, ctx } } : old;
  });
  return may;
}

/** What this seat has declared and not been answered, in the order of time. */
export const outgoing = async (keys: SeatKeys): Promise<Outgoing[]> =>
  (await shelf()).all<Outgoing>(`out/${keys.game}/${keys.seat}/`);

export async function keepOutgoing(keys: SeatKeys, sent: Outgoing): Promise<void> {
  await (await shelf()).change<Outgoing>(outPlace(keys, sent), () => sent);
}

export async function dropOutgoing(keys: SeatKeys, sent: Outgoing): Promise<void> {
  await (await shelf()).change(outPlace(keys, sent), () => undefined);
}

const place = ({ game, seat, invitation }: Pick<SeatKeys, "game" | "seat" | "invitation">) =>
  `seat/${game}/${seat}/${hex(invitation)}`;

const outPlace = ({ game, seat }: SeatKeys, { id }: Outgoing) => `out/${game}/${seat}/${hex(id)}`;
