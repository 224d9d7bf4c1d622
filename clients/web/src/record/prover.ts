// A worker that verifies, as the page holds it.

import type { FromProver, Tell, ToProver } from "./proving";

export interface Prover {
  ask(message: ToProver): void;
  close(): void;
}

export type MakeProver = (tell: Tell) => Prover;

/** Verifies beside the page, which never waits for it. */
export const inWorker: MakeProver = (tell) => {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<FromProver>) => tell(data);
  worker.onerror = (event) =>
    tell({ t: "broken", why: event.message || "its worker did not start" });
  return { ask: (message) => worker.postMessage(message), close: () => worker.terminate() };
};

/** Asks once and waits for the answer that `pick` recognises; the worker is closed afterwards. */
export function once<T>(
  make: MakeProver,
  message: ToProver,
  pick: (news: FromProver) => T | undefined,
): Promise<T> {
  return new Promise((done, failed) => {
    const end = (act: () => void) => {
      prover.close();
      act();
    };
    const prover = make((news) => {
      if (news.t === "broken") return end(() => failed(new Error(news.why)));
      try {
        const found = pick(news);
        if (found !== undefined) end(() => done(found));
      } catch (fault) {
        end(() => failed(fault));
      }
    });
    prover.ask(message);
  });
}
