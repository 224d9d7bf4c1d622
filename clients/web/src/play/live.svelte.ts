// One game as this browser follows it, for a seat or a spectator: view, chronicle, proof; declarations.

import { unhex } from "../record/bytes";
import { linkMessage } from "../record/dice";
import { receiptMessage } from "../record/hashes";
import { inWorker, type MakeProver } from "../record/prover";
import { filled, type RollProof } from "../record/report";
import { Connection, type Lost } from "./connection";
import { declaration, FATAL, nextOrder } from "./declaring";
import { Following, Forked } from "./following";
import * as http from "./http";
import {
  holderOf,
  keepSeen,
  leave,
  mayOpen,
  outgoing,
  type Outgoing,
  type SeatKeys,
} from "./keyring";
import { Proving, type Proof } from "./proof";
import { isRecorded, Sending, type Answer, type Pending } from "./sending";
import { otherTabs } from "./tabs";
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

/** Something about the connection or the game, for the person who looks. */
export interface Notice {
  text: string;
  at: number;
}

const KEPT_NOTICES = 50;

export class LiveGame {
  status: Status = $state("connecting");
  /** Why it cannot be followed any more. */
  ended: Problem | null = $state.raw(null);
  /** Why nothing can be declared in this game, or "". */
  frozen = $state("");
  notices: Notice[] = $state.raw([]);
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
  #sending: Sending | null = null;
  #known: Head[] = []; // what was known before the server said more
  #proven = false; // the record goes on from all of that
  #waiting = new Set<() => void>(); // for something to be shown
  #leaveTabs: () => void = () => {};

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
    if (keys) this.#sending = this.#sit(keys);
  }

  /** Declares for this seat; `sealed` names the fields of the sealed part. Waits through lost connections. */
  async declare(
    command: string,
    fields: Record<string, unknown>,
    sealed: string[],
  ): Promise<Recorded | Problem> {
    if (!this.keys) throw new Error("a spectator declares nothing");
    await this.#until(() => this.view !== null && this.#proven);
    if (this.ended) return this.ended;
    const wanted = nextOrder(this.view!, { command, fields, sealed });
    let sent: Outgoing;
    try {
      sent = await declaration(this.keys, this.head!, wanted, this.#sign);
    } catch (fault) {
      return (
        this.ended ??
        problem(
          "browser",
          filled("Not recorded: this browser cannot sign it: {why}", { why: `${fault}` }),
        )
      );
    }
    return this.#sent(sent);
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
    this.#leaveTabs();
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
    asked: (i: number, ctx: Uint8Array) => void this.#contribute(i, ctx),
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
        if (message.why) this.#notice(message.why);
        this.#proven = false;
        this.#proving.begin(this.#known, this.#following.head!);
        return this.#shown();
      case "update":
        return this.#update(message);
      case "beat":
        if (message.head) this.#proving.head(this.#following.serverKey!, message.head);
        return;
      case "recorded":
        this.#sending?.answer(message.id, message);
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
    if (this.status === "lost") this.#notice("Connected again.");
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
    if (id !== null && this.#sending?.answer(id, told)) return;
    if (FATAL.has(code))
      this.#end(this.keys && code === "not_allowed" ? GONE : problem(code, text));
    else if (code === "frozen") this.frozen = text;
    else if (code !== "not_asked") this.#notice(text); // a link too late, or twice: the roll is made
  }

  #lost(why: Lost): void {
    this.#sending?.lost();
    if (why === "seat_left") {
      if (this.keys) void leave(this.keys);
      return this.#end(problem("seat_left", "This seat was given up or handed over."));
    }
    if (this.status === "connecting") this.#notice("The server does not answer; trying again …");
    if (this.status !== "live") return;
    this.status = "lost";
    this.#notice(why === "restart" ? "The server restarts; trying again …" : LOST);
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
    this.#sending?.stop(why);
    this.#changed();
  }

  #shown(): void {
    ({ view: this.view, head: this.head, chronicle: this.chronicle } = this.#following);
    this.#changed();
  }

  #notice(text: string): void {
    if (this.notices.at(-1)?.text === text) return;
    this.notices = [...this.notices, { text, at: Date.now() }].slice(-KEPT_NOTICES);
  }

  // --- a seat -----------------------------------------------------------------------------------

  #sit(keys: SeatKeys): Sending {
    this.#leaveTabs = otherTabs(this.game, keys.seat, () => {
      this.elsewhere = true;
    });
    void outgoing(keys).then((before) => before.forEach((sent) => void this.#sentBefore(sent)));
    return new Sending(keys, this.#connection, (pending) => {
      this.pending = pending;
    });
  }

  /** What was on its way when this page closed is sent again as it was. */
  async #sentBefore(sent: Outgoing): Promise<void> {
    this.#notice("What you declared before is sent again.");
    this.#notice((await this.#sent(sent)).text);
  }

  async #sent(sent: Outgoing): Promise<Answer> {
    const answer = await this.#sending!.sent(sent);
    if (!isRecorded(answer)) return answer;
    const { position, receipt: signature } = answer;
    const message = receiptMessage(this.#following.game, answer, sent.id);
    const key = this.#following.serverKey!;
    const asked = this.#proving.prover.ask("holds", { key, signature, message });
    if (!(await asked.catch(() => this.ended !== null)))
      this.#forked(filled("The receipt for event {at} is not the server's.", { at: position }));
    // So that nothing is declared blindly after it.
    await this.#until(() => (this.head?.position ?? 0) >= position);
    return answer;
  }

  /** What is shown goes on from what was known: declarations may follow it. */
  #opened(): void {
    if (this.#proven && this.status === "live") this.#sending?.open();
    this.#changed();
  }

  /** Opens this seat's link for the roll that is asked for: once a number, noted before it goes. */
  async #contribute(i: number, ctx: Uint8Array): Promise<void> {
    const { keys } = this;
    if (!keys || !(await mayOpen(keys, i, ctx))) return;
    const link = await this.#proving.prover.ask("link", i);
    if (!link) return;
    const signature = await this.#sign(linkMessage(ctx, i, link));
    this.#connection.send({ t: "contribute", id: this.#connection.nextId(), i, link, signature });
  }

  #sign = (message: Uint8Array): Promise<Uint8Array> =>
    this.#proving.prover.ask("sign", { key: this.keys!.key, message });

  /** Keeps the newest signed head, for other visits and tabs as well. */
  #signed(head: SignedHead): void {
    this.#following.signed(head);
    const { serverKey, seen } = this.#following;
    if (!this.keys || !serverKey || !seen) return;
    keepSeen(this.keys, serverKey, seen).catch((fault) =>
      this.#guarded(() => {
        throw fault;
      }),
    );
  }

  async #until(so: () => boolean): Promise<void> {
    while (!so() && !this.ended) await new Promise<void>((done) => this.#waiting.add(done));
  }

  #changed(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const done of waiting) done();
  }
}

const LOST = "The connection is lost; trying again …";
const GONE = problem("not_allowed", "There is no such game here, or this seat is no longer yours.");
