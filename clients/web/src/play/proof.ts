// The proof of a game that is followed: a worker verifies its record from event 1, then what follows.

import { unhex } from "../record/bytes";
import type { MakeProver, Prover } from "../record/prover";
import type { FromProver, Holder, Source } from "../record/messages";
import { filled, type RollProof } from "../record/report";
import type { Head, Seen, SignedHead } from "./wire";

/** How far this browser itself has verified the record; `position` of a failure is the bad event. */
export interface Proof {
  state: "checking" | "verified" | "failed";
  position: number;
  rolls: number;
  why: string;
}

/** Who wants to know what the worker finds. */
export interface Doubter {
  proved(proof: Proof, rolls: RollProof[]): void;
  /** The record goes on from all that was known before. */
  extends(): void;
  /** The history is another one than was known: it ends here. */
  forked(why: string): void;
  /** The server has signed this head. */
  signed(head: SignedHead): void;
  asked(i: number, ctx: Uint8Array): void;
  renew(anchor: Uint8Array, links: number): void;
}

export class Proving {
  readonly prover: Prover;
  #proof: Proof = { state: "checking", position: 0, rolls: 0, why: "" };
  #rolls = new Set<number>();

  constructor(
    readonly from: Source,
    holder: Holder | null,
    readonly doubter: Doubter,
    make: MakeProver,
  ) {
    this.prover = make((news) => this.#take(news));
    this.prover.tell({ t: "follow", game: unhex(from.game), holder });
  }

  /** Verifies the record from event 1: it must contain all heads that are known. */
  begin(known: Head[], shown: Head): void {
    this.prover.tell({ t: "record", from: this.from, known, shown });
  }

  events(events: Seen[], head: Head): void {
    this.prover.tell({ t: "events", events, head });
  }

  head(serverKey: Uint8Array, head: SignedHead): void {
    this.prover.tell({ t: "head", serverKey, head });
  }

  close(): void {
    this.prover.close();
  }

  #take(news: FromProver): void {
    switch (news.t) {
      case "proof": {
        for (const { position } of news.rolls) this.#rolls.add(position);
        const state = news.done ? "verified" : "checking";
        return this.#prove({ state, position: news.position, why: "" }, news.rolls);
      }
      case "fault": {
        const { position, sentence } = news.fault;
        const inner = filled(sentence.template, sentence.values);
        const where = position === null ? "the record: {why}" : "event {at}: {why}";
        const why = filled(where, { at: position ?? 0, why: inner });
        this.#prove({ state: "failed", position: position ?? 0, why });
        if (news.forked) this.doubter.forked(why);
        return;
      }
      case "extends":
        return this.doubter.extends();
      case "unfetched":
        return this.#prove({ why: news.why });
      case "signed":
        return this.doubter.signed(news.head);
      case "asked":
        return this.doubter.asked(news.i, news.ctx);
      case "renew":
        return this.doubter.renew(news.anchor, news.links);
      case "broken":
        return this.#prove({
          state: "checking",
          why: filled("This browser cannot verify: {why}", { why: news.why }),
        });
    }
  }

  #prove(change: Partial<Proof>, rolls: RollProof[] = []): void {
    if (this.#proof.state === "failed") return; // once false is never true again
    this.#proof = { ...this.#proof, ...change, rolls: this.#rolls.size };
    this.doubter.proved(this.#proof, rolls);
  }
}
