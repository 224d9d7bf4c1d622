// A game as a viewer follows it: the view, the chronicle, and the proof that history only grows. No I/O.

import { same } from "../record/bytes";
import { eventHash, NONE32, sealOf, sha } from "../record/hashes";
import { filled } from "../record/report";
import { applied } from "./changes";
import type { Head, Seen, SignedHead, Snapshot, Told, Update, View, Welcome } from "./wire";

export const TWO_HISTORIES = "Two histories have an event {at}.";

/** The server shows another history than the one it signed before. */
export class Forked extends Error {}

/** What a viewer knows of a game. */
export class Following {
  head: Head | null = null;
  view: View | null = null;
  chronicle: Told[] = [];

  constructor(
    readonly game: Uint8Array,
    public serverKey: Uint8Array | null = null,
    public seen: SignedHead | null = null,
  ) {}

  /** Takes the server's word for who it is the first time, and insists on it afterwards. */
  welcome({ server_key, head }: Welcome): void {
    if (this.serverKey && !same(server_key, this.serverKey))
      throw new Forked("The server has another key than before.");
    this.serverKey = server_key;
    if (this.seen && head.position < this.seen.position)
      throw new Forked(
        filled("The server signed event {before} before, and now ends at {now}.", {
          before: this.seen.position,
          now: head.position,
        }),
      );
    this.#agrees(head);
  }

  /** Keeps a head whose signature was found to be the server's. */
  signed(head: SignedHead): void {
    this.#agrees(head);
    if (!this.seen || head.position > this.seen.position) this.seen = head;
  }

  #agrees(head: Head): void {
    for (const known of [this.head, this.seen])
      if (known?.position === head.position && !same(known.hash, head.hash))
        throw new Forked(filled(TWO_HISTORIES, { at: head.position }));
  }

  /** Takes the whole view. It proves nothing: the record has to (`Prover`). */
  snapshot({ position, hash, view, chronicle }: Snapshot): void {
    if (this.head && position < this.head.position)
      throw new Forked(
        filled("The history ends at {at}, and ended later before.", { at: position }),
      );
    if (this.seen?.position === position && !same(this.seen.hash, hash))
      throw new Forked(filled("It shows another event {at} than it signed.", { at: position }));
    [this.view, this.head] = [view, { position, hash }];
    this.#tell(chronicle);
  }

  /** Takes what happened, and checks that it extends what is known. */
  update({ after, position, hash, events, changes, chronicle }: Update): void {
    if (!this.head || after !== this.head.position)
      throw new Forked(
        filled("An update continues from event {after}, not from {at}.", {
          after,
          at: this.head?.position ?? 0,
        }),
      );
    let head = this.head;
    for (const event of events) head = next(this.game, head, event);
    if (head.position !== position || !same(head.hash, hash))
      throw new Forked(filled("The events up to {at} do not give its hash.", { at: position }));
    [this.view, this.head] = [applied(this.view, changes) as View, head];
    this.#tell(chronicle);
  }

  /** Takes the whole chronicle up to some event: lines that are known stay as they are. */
  tellFirst(lines: Told[]): void {
    const first = this.chronicle[0]?.position ?? Infinity;
    this.chronicle = [...lines.filter(({ position }) => position < first), ...this.chronicle];
  }

  #tell(lines: Told[]): void {
    const known = this.chronicle.at(-1)?.position ?? 0;
    const fresh = lines.filter(({ position }) => position > known);
    if (fresh.length) this.chronicle = [...this.chronicle, ...fresh];
  }
}

/** The head of a history that goes on with this event. */
function next(game: Uint8Array, head: Head, { p, t, o, s, seal }: Seen): Head {
  if (p !== head.position + 1)
    throw new Forked(filled("Event {p} follows on {at}.", { p, at: head.position }));
  const sealed = s ? sealOf(s) : (seal ?? NONE32);
  return { position: p, hash: eventHash(game, p, t, head.hash, sha(o), sealed) };
}
