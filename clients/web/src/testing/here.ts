// Proving without a worker: in Node, where there is none of a browser's.

import { proverOn } from "../record/prover";
import { proving } from "../record/proving";

/** Like a worker: answers come later, and what is told is a copy. */
export const here = proverOn((take) => {
  let open = true;
  const answer = proving((news) => {
    const copy = structuredClone(news);
    setTimeout(() => open && take(copy));
  });
  return {
    post: (message) => setTimeout(() => open && answer(structuredClone(message))),
    close: () => {
      open = false;
    },
  };
});
