// What somebody asks the server for, and why it was not done.

import { NotDone } from "../play/http";
import type { Problem } from "../play/wire";

export class Attempt {
  busy = $state(false);
  /** Why the last one failed; null: it did not. */
  outcome: Problem | null = $state.raw(null);

  /** Do the work; what the server did not do is kept in `outcome`, any other fault is thrown. */
  async run(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await work();
      this.outcome = null;
    } catch (fault) {
      if (!(fault instanceof NotDone)) throw fault;
      this.outcome = fault.problem;
    } finally {
      this.busy = false;
    }
  }
}
