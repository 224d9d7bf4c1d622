// Declarations on their way: sent at once, at every new line, and again while nobody knows; always the
// same bytes, so that each can be recorded only once, and a server that has looked at the dice first
// cannot make us ask for others.

import { againMs, sentAgain } from "./declaring";
import { dropOutgoing, type Outgoing, type SeatKeys } from "./keyring";
import type { FromViewer, Problem, Recorded } from "./wire";

export type Answer = Recorded | Problem;

/** A declaration that is on its way; `said` is what the server says meanwhile, or "". */
export interface Pending {
  command: string;
  said: string;
}

export interface Line {
  nextId(): number;
  send(message: FromViewer): void;
}

export class Sending {
  #unanswered = new Map<number, { sent: Outgoing; done: (answer: Answer) => void }>();
  #open = false; // declarations may go out
  #end: Problem | null = null;

  constructor(
    readonly keys: SeatKeys,
    readonly line: Line,
    readonly shown: (pending: Pending | null) => void,
  ) {}

  /** Sends it until it is answered; from then on it need not be kept (`keepOutgoing`). */
  async sent(sent: Outgoing): Promise<Answer> {
    this.shown({ command: sent.command, said: "" });
    let answer = await this.#answered(sent);
    while (!isRecorded(answer) && this.#end === null && sentAgain(answer)) {
      this.shown({ command: sent.command, said: answer.text });
      const waits = againMs(answer);
      await new Promise((done) => setTimeout(done, waits));
      answer = await this.#answered(sent);
    }
    this.shown(null);
    if (answer !== this.#end) await dropOutgoing(this.keys, sent);
    return answer;
  }

  /** Takes the answer to a request; false if it is none of these. */
  answer(id: number, answer: Answer): boolean {
    const found = this.#unanswered.get(id);
    found?.done(answer);
    return found !== undefined;
  }

  /** There is a line on which declarations may follow what is known: whatever waits is sent. */
  open(): void {
    this.#open = true;
    for (const [id, { sent }] of this.#unanswered) this.#send(id, sent);
  }

  lost(): void {
    this.#open = false;
  }

  /** No answer will come any more. */
  stop(why: Problem): void {
    this.#end = why;
    for (const { done } of this.#unanswered.values()) done(why);
  }

  async #answered(sent: Outgoing): Promise<Answer> {
    if (this.#end !== null) return this.#end;
    const id = this.line.nextId();
    try {
      return await new Promise<Answer>((done) => {
        this.#unanswered.set(id, { sent, done });
        if (this.#open) this.#send(id, sent);
      });
    } finally {
      this.#unanswered.delete(id);
    }
  }

  #send(id: number, { open, sealed, signature }: Outgoing): void {
    this.line.send({ t: "declare", id, open, sealed, signature });
  }
}

export const isRecorded = (answer: Answer): answer is Recorded => "receipt" in answer;
