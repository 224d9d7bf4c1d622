// The record of one game as it grows: verified from event 1, then with all that follows. It works in
// slices, so that whoever waits for a signature is not kept waiting by a long record.

import { NotDone, record } from "../play/http";
import { pauses } from "../play/resume";
import type { Head, Seen, SignedHead } from "../play/wire";
import { hex, same } from "./bytes";
import { checkAround, open, told, type Opened } from "./check";
import { bin, FaultFound, int, readEvent, type Read } from "./event";
import { secretsOf } from "./file";
import { headMessage } from "./hashes";
import { Links } from "./links";
import type { Holder, Source, Tell } from "./messages";
import { Malformed } from "./msgpack";
import { NotARecord, type RollProof } from "./report";
import { signed } from "./signatures";
import { Walk } from "./walk";

const SLICE_MS = 40;

/** It is another history than was known, or none at all: not a fault within the one that is followed. */
class Forked extends FaultFound {}

export class Growing {
  #walk: Walk | null = null;
  #round = 0;
  #failed = false;
  #early: [Seen[], Head][] = []; // what followed before the record was verified
  #signed: Head[] = []; // what the history has yet to contain
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

  /** Fetches the record, again until it is there, and verifies it. */
  record(from: Source, known: Head[], shown: Head): void {
    const round = (this.#round += 1);
    this.#walk = null;
    const waits = pauses(Math.random);
    const again = () => setTimeout(() => void fetched(), 1000 * waits.next().value);
    const fetched = async () => {
      if (round !== this.#round) return;
      try {
        const bytes = await record(from.server, from.game, from.token);
        // If it ends early another process of the server gave it out; an honest one will have it soon.
        if (!this.#verify(round, bytes, known, shown)) again();
      } catch (fault) {
        if (!(fault instanceof NotDone)) throw fault;
        this.tell({ t: "unfetched", why: fault.problem.text });
        again();
      }
    };
    void fetched();
  }

  /** Verifies a record, slice by slice; false if it ends before what is shown. */
  #verify(round: number, bytes: Uint8Array, known: Head[], shown: Head): boolean {
    let late = false;
    this.#finding(() => {
      const opened = openedAs(this.game, bytes);
      const { events, parts } = opened;
      late = events.length < shown.position;
      if (late || round !== this.#round) return;
      for (const head of [...known, shown]) contains(events, head);
      this.#mine(events, true);
      this.tell({ t: "extends" });
      const onRoll = (roll: RollProof) => this.#rolls.push(roll);
      const walk = new Walk(this.game, parts.first.serverKey, secretsOf(events), onRoll);
      this.#slice(round, walk, opened);
    });
    return !late;
  }

  events(seen: Seen[], head: Head): void {
    const walk = this.#walk;
    if (walk === null) {
      if (!this.#failed) this.#early.push([seen, head]);
      return;
    }
    this.#finding(() => {
      this.#follow(walk, seen, head);
      this.#settled(walk);
    });
  }

  /** The server's word for where the history stands: it must be signed, and be true in time. */
  head(serverKey: Uint8Array, head: SignedHead): void {
    this.#finding(() => {
      if (!signed(serverKey, head.signature, headMessage(this.game, head)))
        throw new Forked(head.position, "signatures", "the signature on it is not the server's");
      this.tell({ t: "signed", head });
      this.#signed.push(head);
      if (this.#walk) this.#compare(this.#walk);
    });
  }

  /** This seat's link[i] of the chain in use; null if that is none of ours. */
  link(i: number): Uint8Array | null {
    const shown = this.holder && this.#walk?.chainOf(this.holder.seat);
    return shown ? this.#links!.link(shown, i) : null;
  }

  /** Walks on for a while, then lets others have their turn. */
  #slice(round: number, walk: Walk, opened: Opened): void {
    if (round !== this.#round) return;
    const { events, parts } = opened;
    this.#finding(() => {
      for (const end = performance.now() + SLICE_MS; performance.now() < end;) {
        const event = events[walk.head.position];
        if (event === undefined) {
          checkAround(walk, parts);
          for (const [seen, head] of this.#early.splice(0)) this.#follow(walk, seen, head);
          this.#walk = walk;
          return this.#settled(walk);
        }
        walk.step(event);
      }
      this.#told(walk.head.position, false);
      setTimeout(() => this.#slice(round, walk, opened));
    });
  }

  #follow(walk: Walk, seen: Seen[], head: Head): void {
    const fresh = seen.filter(({ p }) => p > walk.head.position);
    const read = fresh.map((one) => stepped(walk, one));
    this.#mine(read, false);
    contains(walk.events, head);
    walk.end();
  }

  #compare(walk: Walk): void {
    const { position } = walk.head;
    for (const head of this.#signed) if (head.position <= position) contains(walk.events, head);
    this.#signed = this.#signed.filter((head) => head.position > position);
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

  /** Runs what verifies, and tells the first fault: the last word. */
  #finding(act: () => void): void {
    if (this.#failed) return;
    try {
      act();
    } catch (found) {
      if (!(found instanceof FaultFound)) throw found;
      this.#failed = true;
      this.tell({ t: "fault", fault: told(found), forked: found instanceof Forked });
    }
  }

  /** All that has come is verified: says so; answers a request for a link, renews a chain between rolls. */
  #settled(walk: Walk): void {
    this.#compare(walk);
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

/** The record of this game; whatever is wrong with its history, it is not the one that is known. */
function openedAs(game: Uint8Array, bytes: Uint8Array): Opened {
  try {
    const opened = open(bytes);
    if (opened.fault !== null) throw opened.fault;
    if (same(opened.parts.first.game, game)) return opened;
    throw new Forked(null, "history", "it is the record of another game");
  } catch (bad) {
    if (bad instanceof NotARecord)
      throw new Forked(null, "history", bad.sentence.template, bad.sentence.values);
    if (!(bad instanceof FaultFound)) throw bad;
    const { template, values } = bad.sentence;
    throw new Forked(bad.position, bad.check, template, values);
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
  const why = "the record does not contain it as it was shown or signed before";
  throw new Forked(position, "history", why);
}
