// What the worker does: answers questions (files, keys, signatures), and follows a game's record as it
// grows. Messages in, news out.

import { check } from "./check";
import { chain } from "./dice";
import { Growing } from "./growing";
import type { Question, Questions, Tell, ToProver } from "./messages";
import { NotARecord } from "./report";
import { publicKey, sign, signed } from "./signatures";

/** Takes messages, one after the other. */
export function proving(tell: Tell): (message: ToProver) => void {
  let growing: Growing | null = null;
  const answers: { [Q in Question]: (given: Questions[Q]["given"]) => Questions[Q]["answer"] } = {
    verify: (bytes) => verified(bytes, tell),
    publicKey,
    anchor: ({ game, seat, seed }) => chain(game, seat, seed).slice(0, 32),
    sign: ({ key, message }) => sign(key, message),
    holds: ({ key, signature, message }) => signed(key, signature, message),
    link: (i) => growing?.link(i) ?? null,
  };
  return (message) => {
    switch (message.t) {
      case "ask": {
        const answer = (answers[message.what] as (given: unknown) => unknown)(message.given);
        return tell({ t: "answer", id: message.id, answer });
      }
      case "follow":
        growing = new Growing(message.game, message.holder, tell);
        return;
      case "record":
        return growing?.record(message.from, message.known, message.shown);
      case "events":
        return growing?.events(message.events, message.head);
      case "head":
        return growing?.head(message.serverKey, message.head);
    }
  };
}

function verified(bytes: Uint8Array, tell: Tell): Questions["verify"]["answer"] {
  try {
    return { report: check(bytes, (done) => tell({ t: "progress", done })) };
  } catch (other) {
    if (!(other instanceof NotARecord)) throw other;
    return { none: other.sentence };
  }
}
