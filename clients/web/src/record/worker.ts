// The worker's own script: what it is told goes to `proving`, what that finds goes to the page.

import type { FromProver, ToProver } from "./messages";
import { proving } from "./proving";

const answer = proving((news: FromProver) => postMessage(news));

onmessage = ({ data }: MessageEvent<ToProver>) => {
  try {
    answer(data);
  } catch (fault) {
    // A fault of ours, not of the record: it must not look like either verdict.
    postMessage({ t: "broken", why: String(fault) } satisfies FromProver);
  }
};
