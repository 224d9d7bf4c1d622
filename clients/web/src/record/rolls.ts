// Rolls of a history, checked as they come (dice/1): chains, requests, contexts, contributors, faces.

import { same } from "./bytes";
import {
  ABSENT,
  commitment,
  context,
  diceBytes,
  draw,
  facesOf,
  groups,
  linkBefore,
  linkMessage,
  PRESENT,
  rollKey,
} from "./dice";
import { bin, FaultFound, int, list, shaped, within, type Read } from "./event";
import { NONE32 } from "./hashes";
import { signed } from "./signatures";
import type { ChainShown } from "./links";
import { Malformed } from "./msgpack";
import type { Contributor, Dice, Fields, RollProof } from "./report";

/** A role's chain, and the last known link of it with its number. */
interface Chain extends ChainShown {
  i: number;
  link: Uint8Array;
  fixed: number; // the event that fixes it
}

const SPARE_LINKS = 1024; // the server renews its chain when it has no more left

/** A roll that is asked for, and the links that have come for it. */
export interface Asked {
  i: number;
  ctx: Uint8Array;
  contributors: number[];
  request: Fields;
  answers: Map<number, Uint8Array>;
}

/** What the rolls of a history have opened and may open; throws FaultFound. */
export class Rolls {
  level = "";
  made = 0;
  dice = 0;
  closed = 0;
  renewals = 0;
  asked: Asked | null = null;
  causes = new Set<number>(); // what may have led to a roll in this commit
  opener: Read | null = null; // what the commit begins with
  #chains = new Map<number, Chain>();
  #lastI = 0;
  #lastJ = 0;
  #commitment = NONE32;
  #hidden = new Map<number, { roll: RollProof; j: number; committed: Uint8Array }>();

  constructor(
    readonly game: Uint8Array,
    readonly keys: Map<number, Uint8Array>, // who holds a seat now
    readonly eventAt: (position: number) => Read,
  ) {}

  /** A commit begins with *event*, which may lead to its rolls unless it is a link. */
  opens(event: Read): void {
    this.opener = event;
    this.causes = new Set(event.kind === "link_opened" ? [] : [event.position]);
  }

  begin(d: Fields): void {
    this.#commitment = bin(d, "hidden");
    this.anchored(0, d);
  }

  anchored(seat: number, d: Fields, rotation = 0, fixed = 0): void {
    const [anchor, links] = [bin(d, "anchor"), int(d, "links")];
    this.#chains.set(seat, { i: 0, link: anchor, anchor, links, rotation, fixed });
  }

  chainOf(seat: number): ChainShown | null {
    return this.#chains.get(seat) ?? null;
  }

  left(seat: number): void {
    this.#chains.delete(seat);
  }

  renewed(at: number, d: Fields): void {
    must(at, this.asked === null, "an anchor is renewed between rolls only");
    const chain = this.#chains.get(int(d, "seat"));
    must(at, chain !== undefined, "nobody holds the seat of this anchor");
    const { kind, fields } = this.opener!;
    must(at, fields["do"] === "renew_chain", "nothing in its commit renews a chain");
    if (int(d, "seat")) {
      const told = fields["with"] as Fields;
      const alike = ["anchor", "links"].every((name) => equal(told[name], d[name]));
      const own = alike && Object.keys(told).length === 2 && fields["seat"] === d["seat"];
      must(at, own, "the holder of the seat did not declare this anchor");
    } else {
      const own = kind === "server_declared" && chain!.links - this.#lastI <= SPARE_LINKS;
      must(at, own, "the server renews its chain before it is nearly used up");
    }
    this.anchored(int(d, "seat"), d, chain!.rotation + 1, at);
    this.renewals += 1;
  }

  diceAsked(at: number, d: Fields): void {
    must(at, this.level === "table", "nobody is asked at this level of dice");
    must(at, this.asked === null, "another request is open");
    this.#bound(at, d);
    const seats = list(d, "contributors") as number[];
    const held = seats.every((seat, n) => this.keys.has(seat) && (n === 0 || seats[n - 1]! < seat));
    must(at, held, "contributors are not seats held");
    const asked = { i: int(d, "i"), ctx: bin(d, "ctx"), contributors: seats };
    this.asked = { ...asked, request: d, answers: new Map() };
  }

  linkOpened(at: number, d: Fields): void {
    const [asked, seat, link] = [this.asked, int(d, "seat"), bin(d, "link")];
    if (asked === null || asked.i !== int(d, "i") || !asked.contributors.includes(seat))
      throw new FaultFound(at, "dice", "nobody asked for this link");
    must(at, !asked.answers.has(seat), "the seat has answered already");
    const key = this.keys.get(seat);
    must(at, key !== undefined, "nobody holds the seat that answers");
    const good = signed(key!, bin(d, "sig"), linkMessage(asked.ctx, asked.i, link));
    must(at, good, "the link is not signed by the seat's holder");
    this.#forward(at, seat, asked.i, link);
    asked.answers.set(seat, link.slice());
  }

  rolled(at: number, d: Fields): RollProof {
    const roll = this.#roll(at, d, false);
    this.#forward(at, 0, roll.i, bin(d, "link"));
    this.#shown(roll, bin(d, "link"), list(d, "faces"));
    return roll;
  }

  /** A hidden roll: its seed was committed to in the hidden roll before, or in the first event. */
  rolledHidden(at: number, d: Fields, secret: Fields | null): RollProof {
    const roll = this.#roll(at, d, true);
    const j = int(d, "j");
    must(at, j === this.#lastJ + 1, "hidden roll {next} is next", { next: this.#lastJ + 1 });
    this.#hidden.set(at, { roll, j, committed: this.#commitment });
    [this.#lastJ, this.#commitment] = [j, bin(d, "next")];
    this.closed += 1;
    if (secret !== null) this.opened(at, secret);
    return roll;
  }

  /** The secret of an event is known; if that is a hidden roll, returns the roll, now in the open. */
  opened(at: number, secret: Fields): RollProof | null {
    const hidden = this.#hidden.get(at);
    if (hidden === undefined) return null;
    try {
      shaped(secret, { seed: 32, faces: "list" });
    } catch (bad) {
      if (!(bad instanceof Malformed)) throw bad;
      throw within(at, "dice", "the secret: {why}", bad);
    }
    const [seed, { roll, j, committed }] = [bin(secret, "seed"), hidden];
    const kept = same(commitment(this.game, j, seed), committed);
    must(at, kept, "the hidden seed is not the one committed to");
    this.#shown(roll, seed, list(secret, "faces"));
    this.#hidden.delete(at);
    this.closed -= 1;
    return roll;
  }

  /** Roll i opens link[i]: it hashes forward to the last known one. */
  #forward(at: number, seat: number, i: number, link: Uint8Array): void {
    const chain = this.#chains.get(seat)!;
    must(at, chain.i < i && i <= chain.links, "seat {seat} has no link {i} to open", { seat, i });
    let back = link;
    for (let k = i; k > chain.i; k -= 1) back = linkBefore(this.game, seat, k, back);
    must(at, same(back, chain.link), "the link of seat {seat} is not of its chain", { seat });
    [chain.i, chain.link] = [i, link];
  }

  /** What is true of a request, or of a roll that none precedes: number, cause and ctx. */
  #bound(at: number, d: Fields): void {
    const next = this.#lastI + 1;
    must(at, int(d, "i") === next, "roll {next} is next, not this", { next });
    must(at, this.causes.has(int(d, "by")), "what it says led to it is not in its commit");
    const by = this.eventAt(int(d, "by"));
    const { fixed } = this.#chains.get(0)!;
    const known = by.kind !== "declared" || fixed <= int(by.fields, "after");
    must(at, known, "the server renewed its links when it knew what they are for");
    const ctx = context(this.game, next, by.openHash, by.seal, diceOf(at, d));
    must(at, same(ctx, bin(d, "ctx")), "ctx is not that of its cause and dice");
  }

  /** A roll without its faces: its contributors are those whom the level demands; a request is closed. */
  #roll(at: number, d: Fields, hidden: boolean): RollProof {
    const contributors = this.#contributors(at, d);
    const dice = diceOf(at, d);
    const [i, by, ctx] = [int(d, "i"), int(d, "by"), bin(d, "ctx")];
    this.asked = null;
    this.#lastI = i;
    this.causes.add(by);
    this.made += 1;
    const { open, openHash, seal } = this.eventAt(by);
    // Its own bytes: a roll is sent to the page, and a part of a file would take the whole file along.
    const cause = { open: open.slice(), openHash, seal: seal.slice() };
    const bound = { dice, contributors, cause, ctx: ctx.slice() };
    const closed = { link: null, key: null, stream: null, draws: null, faces: null };
    return { position: at, i, by, hidden, ...bound, diceBytes: diceBytes(dice), ...closed };
  }

  #contributors(at: number, d: Fields): Contributor[] {
    const expected: Contributor[] = [];
    if (this.level === "server") this.#bound(at, d);
    else {
      const asked = this.asked;
      if (asked === null || !SAME_ROLL.every((name) => equal(asked.request[name], d[name])))
        throw new FaultFound(at, "dice", "it is not the roll that was asked for");
      for (const seat of asked.contributors) {
        const link = asked.answers.get(seat);
        expected.push({ seat, status: link ? PRESENT : ABSENT, link: link ?? NONE32 });
      }
    }
    const told = expected.map(({ seat, status, link }) => [seat, status, link]);
    const good = equal(d["contributors"], told);
    must(at, good, "the contributors are not those who were asked and answered");
    return expected;
  }

  /** The faces are those of this link (or hidden seed) and ctx; the roll keeps how they came about. */
  #shown(roll: RollProof, link: Uint8Array, faces: unknown[]): void {
    const sizes = faces.map((group) => (Array.isArray(group) ? group.length : null));
    const counts = roll.dice.map(([, count]) => count);
    const key = rollKey(link, roll.ctx, roll.contributors);
    if (equal(sizes, counts))
      Object.assign(roll, { link: link.slice(), key }, draw(key, roll.dice));
    const good = roll.draws !== null && equal(faces, facesOf(roll.draws));
    must(roll.position, good, "the faces are not those of its links and ctx");
    roll.faces = faces as number[][];
    this.dice += counts.reduce((sum, count) => sum + count, 0);
  }
}

const SAME_ROLL = ["i", "by", "ctx", "dice"];

function diceOf(at: number, d: Fields): Dice[] {
  try {
    return groups(list(d, "dice"));
  } catch (bad) {
    if (!(bad instanceof Malformed)) throw bad;
    throw new FaultFound(at, "dice", bad.template, bad.values);
  }
}

function must(
  at: number,
  good: boolean,
  template: string,
  values: Record<string, number> = {},
): void {
  if (!good) throw new FaultFound(at, "dice", template, values);
}

/** Equal values of a record: lists, bytes, whole numbers, texts. */
function equal(given: unknown, expected: unknown): boolean {
  if (given instanceof Uint8Array) return expected instanceof Uint8Array && same(given, expected);
  if (!Array.isArray(given) || !Array.isArray(expected)) return given === expected;
  return given.length === expected.length && given.every((one, n) => equal(one, expected[n]));
}
