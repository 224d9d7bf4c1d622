// A worker that verifies, as the page holds it: told what comes, asked what it knows.

import type { FromProver, Question, Questions, Tell, ToProver } from "./messages";

export interface Prover {
  tell(message: ToProver): void;
  ask<Q extends Question>(what: Q, given: Questions[Q]["given"]): Promise<Questions[Q]["answer"]>;
  close(): void;
}

export type MakeProver = (tell: Tell) => Prover;

/** How messages get there and back. */
export type Channel = (take: (news: FromProver) => void) => {
  post(message: ToProver): void;
  close(): void;
};

const CLOSED = "its prover was closed";

/** A prover at the other end of a channel. */
export const proverOn =
  (channel: Channel): MakeProver =>
  (tell) => {
    const waiting = new Map<number, { done(answer: never): void; failed(why: Error): void }>();
    let asked = 0;
    let closed = false;
    const fail = (why: string) => {
      for (const { failed } of waiting.values()) failed(new Error(why));
      waiting.clear();
    };
    const line = channel((news) => {
      if (news.t === "answer") {
        waiting.get(news.id)?.done(news.answer as never);
        waiting.delete(news.id);
        return;
      }
      if (news.t === "broken") fail(news.why);
      tell(news);
    });
    const ask: Prover["ask"] = (what, given) =>
      new Promise((done, failed) => {
        if (closed) return failed(new Error(CLOSED));
        const id = (asked += 1);
        waiting.set(id, { done, failed });
        line.post({ t: "ask", id, what, given });
      });
    const close = () => {
      closed = true;
      line.close();
      fail(CLOSED);
    };
    return { tell: (message) => line.post(message), ask, close };
  };

/** Verifies beside the page, which never waits for it. */
export const inWorker: MakeProver = proverOn((take) => {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<FromProver>) => take(data);
  worker.onerror = ({ message }) => take({ t: "broken", why: message || "no worker starts" });
  return { post: (message) => worker.postMessage(message), close: () => worker.terminate() };
});
