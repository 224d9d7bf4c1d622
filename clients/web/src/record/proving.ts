// What the worker does: verifies files, and follows a game's record as it grows. Messages in, news out.

import type { Head, Seen, Sentence } from "../play/wire";
import { hex, same } from "./bytes";
import { check, checkAround, open, told, type Opened } from "./check";
import { chain } from "./dice";
import { bin, FaultFound, int, readEvent, type Read } from "./event";
import { secretsOf } from "./file";
import { Links } from "./links";
import { Malformed } from "./msgpack";
import { NotARecord, type Fault, type Report, type RollProof } from "./report";
import { Walk } from "./walk";

/** The seat for which a record is followed: its key must hold it, its seed makes its links. */
export interface Holder {
  seat: number;
  key: Uint8Array;
  seed: Uint8Array;
}

export type ToProver =
  | { t: "verify"; bytes: Uint8Array }
  | { t: "anchor"; game: Uint8Array; holder: Holder }
  | { t: "follow"; game: Uint8Array; holder: Holder | null }
  /** The record as the server gives it out; `known` are heads that it must contain, `shown` one too, in time. */
  | { t: "record"; bytes: Uint8Array; known: Head[]; shown: Head }
  /** What followed: its last event is `head`. */
  | { t: "events"; events: Seen[]; head: Head }
  | { t: "link"; i: number };

export type FromProver =
  | { t: "progress"; done: number }
  | { t: "report"; report: Report }
  | { t: "none"; sentence: Sentence }
  | { t: "anchor"; anchor: Uint8Array }
  /** The record goes on from all that was known: declarations may follow it. */
  | { t: "extends" }
  /** It ends before what is shown: ask for it again. */
  | { t: "behind" }
  | { t: "proof"; position: number; done: boolean; rolls: RollProof[] }
  /** `forked`: it is another history than was known, or not one at all. */
  | { t: "fault"; fault: Fault; forked: boolean }
  /** This seat's link is asked for, by a request that is what it must be. */
  | { t: "asked"; i: number; ctx: Uint8Array }
  /** This seat's chain is nearly used up: to be declared. */
  | { t: "renew"; anchor: Uint8Array; links: number }
  | { t: "link"; i: number; link: Uint8Array }
  /** The worker itself failed: nothing is verified, nothing is found wrong. */
  | { t: "broken"; why: string };

export type Tell = (news: FromProver) => void;

const STEP = 32; // events between two words of progress

/** Answers messages, one after the other. */
export function proving(tell: Tell): (message: ToProver) => void {
  let following: Following | null = null;
  return (message) => {
    switch (message.t) {
      case "verify":
        return verified(message.bytes, tell);
      case "anchor": {
        const { seat, seed } = message.holder;
        return tell({ t: "anchor", anchor: chain(message.game, seat, seed).slice(0, 32) });
      }
      case "follow":
        following = new Following(message.game, message.holder, tell);
        return;
      case "record":
        return following?.record(message.bytes, message.known, message.shown);
      case "events":
        return following?.events(message.events, message.head);
      case "link":
        return following?.link(message.i);
    }
  };
}

function verified(bytes: Uint8Array, tell: Tell): void {
  try {
    tell({ t: "report", report: check(bytes, (done) => tell({ t: "progress", done })) });
  } catch (other) {
    if (!(other instanceof NotARecord)) throw other;
    tell({ t: "none", sentence: other.sentence });
  }
}

/** It is another history than was known, or none at all: not a fault within the one that is followed. */
class Forked extends FaultFound {}

/** The record of one game, verified as far as it goes, and further with what follows. */
class Following {
  #walk: Walk | null = null;
  #early: [Seen[], Head][] = []; // what followed before the record was there
  #failed = false;
  #rolls: RollProof[] = [];
  #links: Links | null;
  #renewed = ""; // the chain for which a next one was made

  constructor(
    readonly game: Uint8Array,
    readonly holder: Holder | null,
    readonly tell: Tell,
  ) {
    this.#links = holder && new Links(game, holder.seat, holder.seed);
  }

  record(bytes: Uint8Array, known: Head[], shown: Head): void {
    this.#finding(() => {
      const { parts, events } = opened(bytes);
      if (events.length < shown.position) {
        // Another process of the server gave it out, perhaps; an honest one will have it soon.
        this.tell({ t: "behind" });
        return null;
      }
      if (!same(parts.first.game, this.game))
        throw new Forked(null, "history", "it is the record of another game");
      for (const head of [...known, shown]) contains(events, head);
      this.#mine(events, true);
      this.tell({ t: "extends" });
      const onRoll = (roll: RollProof) => this.#rolls.push(roll);
      const walk = new Walk(this.game, parts.first.serverKey, secretsOf(events), onRoll);
      for (const event of events) {
        walk.step(event);
        if (event.position % STEP === 0) this.#told(event.position, false);
      }
      checkAround(walk, parts);
      for (const [seen, head] of this.#early.splice(0)) this.#follow(walk, seen, head);
      return walk;
    });
  }

  events(seen: Seen[], head: Head): void {
    const walk = this.#walk;
    if (this.#failed) return;
    if (walk === null) this.#early.push([seen, head]);
    else
      this.#finding(() => {
        this.#follow(walk, seen, head);
        return walk;
      });
  }

  /** This seat's link[i]; the first time takes a while, which is why a table's are made early. */
  link(i: number): void {
    const shown = this.#walk?.chainOf(this.holder!.seat);
    const link = shown ? this.#links!.link(shown, i) : null;
    if (link !== null) this.tell({ t: "link", i, link });
  }

  #follow(walk: Walk, seen: Seen[], head: Head): void {
    const fresh = seen.filter(({ p }) => p > walk.head.position);
    const read = fresh.map((one) => stepped(walk, one));
    this.#mine(read, false);
    contains(walk.events, head);
    walk.end();
  }

  /** Nobody else's key may take this seat; what the seat said is held against its key by the walk. */
  #mine(events: Read[], whole: boolean): void {
    if (this.holder === null) return;
    const { seat, key } = this.holder;
    const took = ({ kind, fields }: Read) => kind === "seat_taken" && int(fields, "seat") === seat;
    const last = events.findLast(took);
    if (last ? same(bin(last.fields, "key"), key) : !whole) return;
    const why = "in its record somebody else's key holds this seat";
    throw new Forked(last?.position ?? null, "signatures", why);
  }

  /** Runs what verifies and returns the walk (null: not yet), or tells the first fault: the last word. */
  #finding(act: () => Walk | null): void {
    if (this.#failed) return;
    try {
      this.#walk = act();
    } catch (found) {
      if (!(found instanceof FaultFound)) throw found;
      this.#failed = true;
      return this.tell({ t: "fault", fault: told(found), forked: found instanceof Forked });
    }
    if (this.#walk !== null) this.#settled(this.#walk);
  }

  /** All that has come is verified: says so; answers a request for a link, renews a chain between rolls. */
  #settled(walk: Walk): void {
    this.#told(walk.head.position, true);
    const [asked, seat] = [walk.asked, this.holder?.seat ?? 0];
    const shown = walk.chainOf(seat);
    if (seat === 0 || walk.level !== "table" || shown === null) return;
    if (asked?.contributors.includes(seat) && !asked.answers.has(seat))
      return this.tell({ t: "asked", i: asked.i, ctx: asked.ctx });
    this.#links!.link(shown, 0); // makes them before they are asked for
    const renewal = asked ? null : this.#links!.renewal(shown, walk.counts.rolls);
    if (renewal === null || this.#renewed === hex(shown.anchor)) return;
    this.#renewed = hex(shown.anchor);
    this.tell({ t: "renew", ...renewal });
  }

  #told(position: number, done: boolean): void {
    this.tell({ t: "proof", position, done, rolls: this.#rolls.splice(0) });
  }
}

/** The record taken apart; whatever is wrong with its history, it is not the one that is known. */
function opened(bytes: Uint8Array): Opened {
  try {
    const found = open(bytes);
    if (found.fault !== null) throw found.fault;
    return found;
  } catch (bad) {
    if (bad instanceof FaultFound) {
      const { template, values } = bad.sentence;
      throw new Forked(bad.position, bad.check, template, values);
    }
    if (!(bad instanceof NotARecord)) throw bad;
    throw new Forked(null, "history", bad.sentence.template, bad.sentence.values);
  }
}

/** Reads an event of the wire as the next one, and walks over it. */
function stepped(walk: Walk, seen: Seen): Read {
  const { position, hash } = walk.head;
  let event: Read;
  try {
    event = readEvent({ ...seen }, position + 1, hash, walk.game);
  } catch (bad) {
    if (!(bad instanceof Malformed)) throw bad;
    throw new Forked(position + 1, "history", bad.template, bad.values);
  }
  walk.step(event);
  return event;
}

function contains(events: Read[], { position, hash }: Head): void {
  const found = events[position - 1];
  if (position === 0 || (found !== undefined && same(found.hash, hash))) return;
  const why = "its record does not contain event {at} as it was shown before";
  throw new Forked(position, "history", why, { at: position });
}
