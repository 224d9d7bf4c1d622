// What a seat does at its table: declares, opens its links, keeps what it was shown; in one tab or two.

import { linkMessage } from "../record/dice";
import { receiptMessage } from "../record/hashes";
import type { Prover } from "../record/prover";
import { filled } from "../record/report";
import { declaration, nextOrder, type Wanted } from "./declaring";
import type { Following } from "./following";
import { keepOutgoing, keepSeen, mayOpen, outgoing, type Outgoing, type SeatKeys } from "./keyring";
import { isRecorded, Sending, type Answer, type Line, type Pending } from "./sending";
import { otherTabs } from "./tabs";
import { problem, type Problem } from "./wire";

/** What a seat needs of the game that it follows. */
export interface Table {
  readonly following: Following;
  readonly prover: Prover;
  readonly line: Line;
  ended(): Problem | null;
  /** Waits until something is so, or all has ended. */
  until(so: () => boolean): Promise<void>;
  forked(why: string): void;
  notice(text: string): void;
  pending(shown: Pending | null): void;
  elsewhere(): void;
}

export class Seated {
  readonly #sending: Sending;
  readonly #leaveTabs: () => void;

  constructor(
    readonly keys: SeatKeys,
    readonly table: Table,
  ) {
    this.#sending = new Sending(keys, table.line, (pending) => table.pending(pending));
    this.#leaveTabs = otherTabs(keys.game, keys.seat, () => table.elsewhere());
    void outgoing(keys).then((before) => before.forEach((sent) => void this.#sentBefore(sent)));
  }

  async declare(wanted: Wanted): Promise<Answer> {
    const { view, head } = this.table.following;
    let sent: Outgoing;
    try {
      sent = await declaration(this.keys, head!, nextOrder(view!, wanted), this.#sign);
      await keepOutgoing(this.keys, sent); // for a page that closes meanwhile and comes back
    } catch (fault) {
      const why = filled("Not recorded: this browser cannot sign or keep it: {why}", {
        why: `${fault}`,
      });
      return this.table.ended() ?? problem("browser", why);
    }
    return this.#sent(sent);
  }

  /** Opens this seat's link for the roll that is asked for: once a number, noted before it goes. */
  async contribute(i: number, ctx: Uint8Array): Promise<void> {
    const { prover, line } = this.table;
    if (!(await mayOpen(this.keys, i, ctx))) return;
    const link = await prover.ask("link", i);
    if (link === null) return;
    const signature = await this.#sign(linkMessage(ctx, i, link));
    line.send({ t: "contribute", id: line.nextId(), i, link, signature });
  }

  /** Keeps the newest signed head, for other visits and tabs as well. Throws Forked. */
  async keep(): Promise<void> {
    const { serverKey, seen } = this.table.following;
    if (serverKey && seen) await keepSeen(this.keys, serverKey, seen);
  }

  /** Takes the answer to a request; false if this seat waits for none of that number. */
  answer(id: number, answer: Answer): boolean {
    return this.#sending.answer(id, answer);
  }

  open(): void {
    this.#sending.open();
  }

  lost(): void {
    this.#sending.lost();
  }

  stop(why: Problem): void {
    this.#sending.stop(why);
  }

  close(): void {
    this.#leaveTabs();
  }

  /** What was on its way when this page closed is sent again as it was. */
  async #sentBefore(sent: Outgoing): Promise<void> {
    this.table.notice("What you declared before is sent again.");
    this.table.notice((await this.#sent(sent)).text);
  }

  async #sent(sent: Outgoing): Promise<Answer> {
    const answer = await this.#sending.sent(sent);
    if (!isRecorded(answer)) return answer;
    const { following, prover, until } = this.table;
    const { position, receipt: signature } = answer;
    const message = receiptMessage(following.game, answer, sent.id);
    const asked = prover.ask("holds", { key: following.serverKey!, signature, message });
    if (!(await asked.catch(() => this.table.ended() !== null)))
      this.table.forked(
        filled("The receipt for event {at} is not the server's.", { at: position }),
      );
    // So that nothing is declared blindly after it.
    await until(() => (following.head?.position ?? 0) >= position);
    return answer;
  }

  #sign = (message: Uint8Array): Promise<Uint8Array> =>
    this.table.prover.ask("sign", { key: this.keys.key, message });
}
