// One game as this browser follows it, for a seat or a spectator.

import type { RollProof } from "../record/report";
import type { SeatKeys } from "./keyring";
import type { Foretold, Head, Problem, Recorded, Told, View } from "./wire";

export type Status = "connecting" | "live" | "lost" | "ended";

/** Something about the connection or the game, for the person who looks. */
export interface Notice {
  text: string;
  at: number;
}

/** How far this browser itself has verified the record; `position` of a failure is the bad event. */
export interface Proof {
  state: "checking" | "verified" | "failed";
  position: number;
  rolls: number;
  why: string;
}

export class LiveGame {
  status: Status = $state("connecting");
  ended: Problem | null = $state.raw(null);
  notices: Notice[] = $state.raw([]);
  view: View | null = $state.raw(null);
  chronicle: Told[] = $state.raw([]);
  head: Head | null = $state.raw(null);
  viewer = $state("");
  seat: number | null = $state(null);
  durability = $state("");
  aheadMs = $state(0);
  proof: Proof = $state.raw({ state: "checking", position: 0, rolls: 0, why: "" });
  rolls: ReadonlyMap<number, RollProof> = $state.raw(new Map());

  constructor(
    readonly server: string,
    readonly game: string,
    readonly keys: SeatKeys | null,
  ) {}

  /** Declares for this seat; `sealed` names the fields of the sealed part. Waits through lost connections. */
  async declare(
    _command: string,
    _fields: Record<string, unknown>,
    _sealed: string[],
  ): Promise<Recorded | Problem> {
    throw new Error("not built yet");
  }

  /** What may come of a command before it is declared. */
  async odds(_command: string, _fields: Record<string, unknown>): Promise<Foretold | Problem> {
    throw new Error("not built yet");
  }

  close(): void {}
}
