// What the page and the worker that proves records say to each other.

import type { Head, Seen, Sentence, SignedHead } from "../play/wire";
import type { Fault, Report, RollProof } from "./report";

/** The seat for which a record is followed: its key must hold it, its seed makes its links. */
export interface Holder {
  seat: number;
  key: Uint8Array;
  seed: Uint8Array;
}

/** What can be asked, and what is answered. */
export interface Questions {
  verify: { given: Uint8Array; answer: { report: Report } | { none: Sentence } };
  publicKey: { given: Uint8Array; answer: Uint8Array };
  anchor: { given: { game: Uint8Array; seat: number; seed: Uint8Array }; answer: Uint8Array };
  sign: { given: { key: Uint8Array; message: Uint8Array }; answer: Uint8Array };
  holds: {
    given: { key: Uint8Array; signature: Uint8Array; message: Uint8Array };
    answer: boolean;
  };
  /** This seat's link[i] of the chain in use; null: the chain is not ours. */
  link: { given: number; answer: Uint8Array | null };
}

export type Question = keyof Questions;

/** Where a record is, and with which right it is read. */
export interface Source {
  server: string;
  game: string;
  token: string;
}

export type ToProver =
  | { t: "ask"; id: number; what: Question; given: unknown }
  | { t: "follow"; game: Uint8Array; holder: Holder | null }
  /**
   * Fetch the record and verify it from event 1: it must contain the heads that are `known`, and what
   * is `shown`, in time.
   */
  | { t: "record"; from: Source; known: Head[]; shown: Head }
  /** What followed: its last event is `head`. */
  | { t: "events"; events: Seen[]; head: Head }
  /** What the server says it has signed. */
  | { t: "head"; serverKey: Uint8Array; head: SignedHead };

export type FromProver =
  | { t: "answer"; id: number; answer: unknown }
  | { t: "progress"; done: number }
  /** The record goes on from all that was known: declarations may follow it. */
  | { t: "extends" }
  /** The record cannot be had now; it is asked for again. */
  | { t: "unfetched"; why: string }
  | { t: "proof"; position: number; done: boolean; rolls: RollProof[] }
  /** `forked`: it is another history than was known, or not one at all. */
  | { t: "fault"; fault: Fault; forked: boolean }
  /** The server has signed this head. */
  | { t: "signed"; head: SignedHead }
  /** This seat's link is asked for, by a request that is what it must be. */
  | { t: "asked"; i: number; ctx: Uint8Array }
  /** This seat's chain is nearly used up: to be declared. */
  | { t: "renew"; anchor: Uint8Array; links: number }
  /** The worker itself failed: nothing is verified, nothing is found wrong. */
  | { t: "broken"; why: string };

export type Tell = (news: FromProver) => void;
