// Links that people hand to each other, and how a seat is taken with one.

import { hex, unhex } from "../record/bytes";
import { CHAIN_LINKS } from "../record/dice";
import { joinMessage, sha } from "../record/hashes";
import { inWorker, type MakeProver } from "../record/prover";
import { filled } from "../record/report";
import { NotDone, takeSeat } from "./http";
import { forget, keysFor, newKeys, save, type SeatKeys } from "./keyring";
import { problem } from "./wire";

/** Where a game is; with seat and code, an invitation; with `at`, an event of it. */
export interface Link {
  server: string;
  game: string;
  seat: number | null;
  code: Uint8Array | null;
  at: number | null;
}

const PATH = /^\/g\/([0-9a-f]{32})$/;

/** The link that a text is, or null. The secret part stands behind '#', which is never sent. */
export function readLink(text: string): Link | null {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return null;
  }
  const game = PATH.exec(url.pathname)?.[1];
  if (game === undefined || !/^https?:$/.test(url.protocol)) return null;
  const secret = url.hash.slice(1);
  const [seat, code] = ["seat", "code"].map((name) => new URLSearchParams(secret).get(name));
  const invited = /^[1-9]\d{0,2}$/.test(seat ?? "") && /^([0-9a-f]{2})+$/.test(code ?? "");
  return {
    server: url.origin,
    game,
    seat: invited ? Number(seat) : null,
    code: invited ? unhex(code!) : null,
    at: /^[1-9]\d{0,8}$/.test(secret) ? Number(secret) : null,
  };
}

export function linkText({ server, game, seat, code, at }: Link): string {
  const watch = `${server}/g/${game}`;
  if (seat !== null && code !== null) return `${watch}#seat=${seat}&code=${hex(code)}`;
  return at === null ? watch : `${watch}#${at}`;
}

/**
 * Takes the seat of an invitation. Key and seed are made and kept here before anything is sent, so that
 * a lost answer loses no seat: asking again with them gives the same token. Throws NotDone.
 */
export async function join(
  { server, game, seat, code }: Link,
  name: string,
  make: MakeProver = inWorker,
): Promise<SeatKeys> {
  if (seat === null || code === null)
    throw new NotDone(problem("no_invitation", "This link invites nobody to a seat."));
  const prover = make(() => {});
  const invitation = sha(code);
  const before = await keysFor(game, seat, invitation);
  const keys =
    before && !before.left
      ? { ...before, name }
      : await newKeys({ server, game, seat, name, invitation }, (key) =>
          prover.ask("publicKey", key),
        );
  try {
    await save(keys);
    const [id, { key, seed }] = [unhex(game), keys];
    const anchor = await prover.ask("anchor", { game: id, seat, seed });
    const message = joinMessage(id, seat, invitation);
    const signature = await prover.ask("sign", { key, message });
    const token = await takeSeat(keys, code, anchor, CHAIN_LINKS, signature);
    const taken = { ...keys, token };
    await save(taken);
    return taken;
  } catch (fault) {
    // Refused for certain: these keys hold no seat. Otherwise they may, and are kept.
    const refused = fault instanceof NotDone && fault.problem.recorded === false;
    if (refused && !keys.token) await forget(keys);
    if (fault instanceof NotDone) throw fault;
    throw new NotDone(
      problem("browser", filled("This browser cannot take a seat: {why}", { why: `${fault}` })),
    );
  } finally {
    prover.close();
  }
}
