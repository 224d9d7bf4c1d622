// The seats that this browser holds: token, key and dice seed, kept here and sent nowhere.

import type { SignedHead } from "./wire";

/** What makes somebody the holder of a seat; `token` is empty until the seat is taken. */
export interface SeatKeys {
  server: string;
  game: string;
  seat: number;
  name: string;
  key: Uint8Array;
  publicKey: Uint8Array;
  seed: Uint8Array;
  token: string;
  /** What this browser insists on: the server's key, and the newest signed head it was shown. */
  serverKey: Uint8Array | null;
  seen: SignedHead | null;
  /** The newest roll for which this seat's link was opened: none is opened again for another. */
  opened: { i: number; ctx: Uint8Array } | null;
}

/** The seats of a game that are held here. */
export async function seatsOf(_game: string): Promise<SeatKeys[]> {
  return [];
}

export async function save(_keys: SeatKeys): Promise<void> {}

export async function forget(_keys: SeatKeys): Promise<void> {}
