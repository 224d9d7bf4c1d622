// One game as this browser follows it, for a seat or a spectator: view, chronicle, proof; declarations.

import { unhex } from "../record/bytes";
import { inWorker, type MakeProver } from "../record/prover";
import { filled, type RollProof } from "../record/report";
import { Changing } from "./changing";
import { Connection, type Lost } from "./connection";
import { FATAL } from "./declaring";
import { Following, Forked } from "./following";
import * as http from "./http";
import { holderOf, leave, type SeatKeys } from "./keyring";
import { Notices } from "./notices.svelte";
import { Proving, type Proof } from "./proof";
import { Seated } from "./seated";
import type { Pending } from "./sending";
import { fromBytes, problem } from "./wire";
import type {
  Foretold,
  Head,
  Problem,
  Recorded,
  SignedHead,
  Told,
  ToViewer,
  Update,
  View,
  Welcome,
} from "./wire";

export type { Proof } from "./proof";
export type { Pending } from "./sending";
export type Status = "connecting" | "live" | "lost" | "ended";

export class LiveGame {
  status: Status = $state("connecting");
  /** Why it cannot be followed any more. */
  ended: Problem | null = $state.raw(null);
  /** Why nothing can be declared in this game, or "". */
  frozen = $state("");
  readonly notices = new Notices();
  view: View | null = $state.raw(null);
  chronicle: Told[] = $state.raw([]);
  head: Head | null = $state.raw(null);
  viewer = $state("");
  seat: number | null = $state(null);
  durability = $state("");
  /** The server's time is Date.now() + aheadMs. */
  aheadMs = $state(0);
  proof: Proof = $state.raw({ state: "checking", position: 0, rolls: 0, why: "" });
  /** Every roll that is verified so far, by the position of its event. */
  rolls: ReadonlyMap<number, RollProof> = $state.raw(new Map());
  /** Another tab of this browser holds the same seat. */
  elsewhere = $state(false);
  /** What was declared and is not answered yet. */
  pending: Pending | null = $state.raw(null);

  #following: Following;
  #proving: Proving;
  #connection: Connection;
  #seated: Seated | null = null;
  #known: Head[] = []; // what was known before the server said more
  #proven = false; // the record goes on from all of that
  #changing = new Changing();

  constructor(
    readonly server: string,
    readonly game: string,
    readonly keys: SeatKeys | null,
    { prover = inWorker }: { prover?: MakeProver } = {},
  ) {
    this.#following = new Following(unhex(game), keys?.serverKey, keys?.seen);
    const holder = keys && holderOf(keys);
    const from = { server, game, token: keys?.token ?? "" };
    this.#proving = new Proving(from, holder, this.#doubter, prover);
    this.#connection = new Connection(server, game, this.#listener);
    if (keys) this.#seated = this.#sit(keys);
  }

  /** Declares for this seat; `sealed` names the fields of the sealed part. Waits through lost connections. */
  async declare(
    command: string,
    fields: Record<string, unknown>,
    sealed: string[],
  ): Promise<Recorded | Problem> {
    if (!this.#seated) throw new Error("a spectator declares nothing");
    await this.#until(() => this.view !== null && this.#proven);
    if (this.ended) return this.ended;
    return this.#seated.declare({ command, fields, sealed });
  }

  /** What may come of a command before it is declared. */
  async odds(command: string, fields: Record<string, unknown>): Promise<Foretold | Problem> {
    if (!this.keys) throw new Error("a spectator declares nothing");
    try {
      return await http.odds(this.keys, command, fields);
    } catch (fault) {
      if (!(fault instanceof http.NotDone)) throw fault;
      return fault.problem;
    }
  }

  /** Fetches the lines of the chronicle that were told before this page came. Throws NotDone. */
  async tellAll(): Promise<void> {
    this.#following.tellFirst(await http.chronicle(this.server, this.game, this.keys?.token));
    this.#shown();
  }

  close(): void {
    this.#seated?.close();
    this.#connection.close();
    this.#proving.close();
  }

  // --- what comes -------------------------------------------------------------------------------

  #listener = {
    hello: () => {
      const { head, seen } = this.#following;
      const token = this.keys?.token;
      return {
        ...(token && { token }),
        ...(head && { after: head.position }),
        ...(seen && { seen }),
      };
    },
    take: (data: ArrayBuffer) => this.#guarded(() => this.#take(fromBytes(data))),
    lost: (why: Lost) => this.#lost(why),
  };

  #doubter = {
    proved: (proof: Proof, fresh: RollProof[]) => {
      this.proof = proof;
      const rolls = fresh.map((roll) => [roll.position, roll] as const);
      if (fresh.length) this.rolls = new Map([...this.rolls, ...rolls]);
    },
    extends: () => {
      this.#proven = true;
      this.#opened();
    },
    forked: (why: string) => this.#forked(why),
    signed: (head: SignedHead) => this.#guarded(() => this.#signed(head)),
    asked: (i: number, ctx: Uint8Array) => void this.#seated?.contribute(i, ctx),
    renew: (anchor: Uint8Array, links: number) =>
      void this.declare("renew_chain", { anchor, links }, []),
  };

  #take(message: ToViewer): void {
    switch (message.t) {
      case "welcome":
        return this.#welcome(message);
      case "snapshot":
        if (this.#following.head) this.#known.push(this.#following.head);
        this.#following.snapshot(message);
        if (message.why) this.notices.add(message.why);
        this.#proven = false;
        this.#proving.begin(this.#known, this.#following.head!);
        return this.#shown();
      case "update":
        return this.#update(message);
      case "beat":
        if (message.head) this.#proving.head(this.#following.serverKey!, message.head);
        return;
      case "recorded":
        this.#seated?.answer(message.id, message);
        return;
      case "problem":
        return this.#problem(message.id, message);
    }
  }

  #welcome(message: Welcome): void {
    const { head, seen } = this.#following;
    this.#known = [head, seen].filter((one) => one !== null);
    this.#following.welcome(message);
    this.#proving.head(message.server_key, message.head);
    [this.viewer, this.seat, this.durability] = [message.viewer, message.seat, message.durability];
    if (message.now_ms) this.aheadMs = message.now_ms - Date.now();
    if (this.status === "lost") this.notices.add("Connected again.");
    [this.status, this.frozen] = ["live", ""];
    this.#connection.settled();
  }

  #update(message: Update): void {
    this.#following.update(message);
    this.#proving.events(message.events, this.#following.head!);
    this.#shown();
    this.#opened();
  }

  #problem(id: number | null, told: Problem): void {
    const { code, text } = told;
    if (id !== null && this.#seated?.answer(id, told)) return;
    if (FATAL.has(code))
      this.#end(this.keys && code === "not_allowed" ? GONE : problem(code, text));
    else if (code === "frozen") this.frozen = text;
    else if (code !== "not_asked") this.notices.add(text); // a link too late, or twice: the roll is made
  }

  #lost(why: Lost): void {
    this.#seated?.lost();
    if (why === "seat_left") {
      if (this.keys) void leave(this.keys);
      return this.#end(problem("seat_left", "This seat was given up or handed over."));
    }
    if (this.status === "connecting")
      this.notices.add("The server does not answer; trying again …");
    if (this.status !== "live") return;
    this.status = "lost";
    this.notices.add(why === "restart" ? "The server restarts; trying again …" : LOST);
  }

  /** Runs what takes something in; what cannot be believed, or read, ends it. */
  #guarded(act: () => void): void {
    if (this.ended) return;
    try {
      act();
    } catch (fault) {
      if (fault instanceof Forked) this.#forked(fault.message);
      else
        this.#end(
          problem(
            "server",
            filled("The server says what this page cannot read: {why}", { why: `${fault}` }),
            null,
          ),
        );
    }
  }

  #forked(why: string): void {
    if (this.proof.state !== "failed") this.proof = { ...this.proof, state: "failed", why };
    this.#end(
      problem("forked", filled("The server shows another history than before: {why}", { why })),
    );
  }

  #end(why: Problem): void {
    [this.ended, this.status] = [why, "ended"];
    this.close();
    this.#seated?.stop(why);
    this.#changing.changed();
  }

  #shown(): void {
    ({ view: this.view, head: this.head, chronicle: this.chronicle } = this.#following);
    this.#changing.changed();
  }

  // --- a seat -----------------------------------------------------------------------------------

  #sit(keys: SeatKeys): Seated {
    return new Seated(keys, {
      following: this.#following,
      prover: this.#proving.prover,
      line: this.#connection,
      ended: () => this.ended,
      until: (so) => this.#until(so),
      forked: (why) => this.#forked(why),
      notice: (text) => this.notices.add(text),
      pending: (shown) => {
        this.pending = shown;
      },
      elsewhere: () => {
        this.elsewhere = true;
      },
    });
  }

  /** What is shown goes on from what was known: declarations may follow it. */
  #opened(): void {
    if (this.#proven && this.status === "live") this.#seated?.open();
    this.#changing.changed();
  }

  #signed(head: SignedHead): void {
    this.#following.signed(head);
    this.#seated?.keep().catch((fault) => {
      if (fault instanceof Forked) this.#forked(fault.message);
      else
        this.notices.add(
          filled("This browser cannot keep what it knows: {why}", { why: `${fault}` }),
        );
    });
  }

  #until(so: () => boolean): Promise<void> {
    return this.#changing.until(() => so() || this.ended !== null);
  }
}

const LOST = "The connection is lost; trying again …";
const GONE = problem("not_allowed", "There is no such game here, or this seat is no longer yours.");
