// Verifying a record in this browser, beside the page: a worker does it.

import { inWorker, once, type MakeProver } from "./prover";
import { NotARecord, type Report } from "./report";

/** Checks the bytes of a `.bsr` file; NotARecord if it is something else. Progress goes from 0 to 1. */
export function verify(
  bytes: Uint8Array,
  onProgress: (done: number) => void = () => {},
  make: MakeProver = inWorker,
): Promise<Report> {
  return once(make, { t: "verify", bytes }, (news) => {
    if (news.t === "progress") onProgress(news.done);
    if (news.t === "none") throw new NotARecord(news.sentence);
    return news.t === "report" ? news.report : undefined;
  });
}
