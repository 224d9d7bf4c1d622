// Links that people hand to each other, and how a seat is taken with one.

import type { SeatKeys } from "./keyring";

/** Where a game is; with seat and code, an invitation to take that seat. */
export interface Link {
  server: string;
  game: string;
  seat: number | null;
  code: Uint8Array | null;
}

/** The link that a text is, or null. */
export function readLink(_text: string): Link | null {
  return null;
}

export function linkText(link: Link): string {
  return link.server;
}

/** Takes the seat of an invitation; key, seed and chain are made and kept here first. NotDone. */
export async function join(_link: Link, _name: string): Promise<SeatKeys> {
  throw new Error("not built yet");
}
