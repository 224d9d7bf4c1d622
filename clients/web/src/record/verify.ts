// Verifying a record in this browser, beside the page: a worker does it.

import { inWorker, type MakeProver } from "./prover";
import { NotARecord, type Report } from "./report";

/** Checks the bytes of a `.bsr` file; NotARecord if it is something else. Progress goes from 0 to 1. */
export async function verify(
  bytes: Uint8Array,
  onProgress: (done: number) => void = () => {},
  make: MakeProver = inWorker,
): Promise<Report> {
  const prover = make((news) => {
    if (news.t === "progress") onProgress(news.done);
  });
  try {
    const found = await prover.ask("verify", bytes);
    if ("none" in found) throw new NotARecord(found.none);
    return found.report;
  } finally {
    prover.close();
  }
}
