// A game step by step, as one viewer saw it: fetched in parts, then stepped through here.

import { applied } from "../play/changes";
import { NotDone, steps } from "../play/http";
import type { Problem, View } from "../play/wire";

const PART = 100;
const AGAIN_MS = 1000;
const PASSING = new Set(["storage", "not_known_yet", "unreachable", "overloaded"]);
const KEPT = 24; // parts

export class History {
  /** What is shown: that of the position asked for last, as soon as it is here. */
  view: View | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  #wanted: number | null = null;
  #parts = new Map<number, { until: number; views: Promise<View[]> }>();

  constructor(
    readonly game: string,
    readonly token: string,
    readonly seat: number | null,
    view: View | null,
  ) {
    this.view = view;
  }

  /** Show the table at a position of a game that now ends at *last*. */
  async go(position: number | null, last: number): Promise<void> {
    this.#wanted = position;
    if (position === null) return;
    const at = Math.min(Math.max(1, position), Math.max(1, last));
    try {
      const part = Math.floor((at - 1) / PART);
      const views = await this.#part(part, at, last);
      const next = (part + 1) * PART + 1;
      if (at % PART > PART / 2 && next <= last) void this.#part(part + 1, next, last);
      if (this.#wanted === position)
        [this.view, this.problem] = [views[(at - 1) % PART] ?? null, null];
    } catch (fault) {
      if (!(fault instanceof NotDone)) throw fault;
      this.problem = fault.problem;
      const again = () => void (this.#wanted === position && this.go(position, last));
      if (PASSING.has(fault.problem.code)) setTimeout(again, AGAIN_MS);
    }
  }

  #part(part: number, at: number, last: number): Promise<View[]> {
    const first = part * PART + 1;
    const known = this.#parts.get(part);
    if (known && at <= known.until) return known.views;
    const until = Math.min(first + PART - 1, last);
    const views = this.#fetch(first, until);
    this.#parts.delete(part);
    this.#parts.set(part, { until, views });
    views.catch(() => this.#parts.delete(part));
    const oldest = this.#parts.keys().next().value;
    if (this.#parts.size > KEPT && oldest !== undefined) this.#parts.delete(oldest);
    return views;
  }

  async #fetch(at: number, until: number): Promise<View[]> {
    const { game, token, seat } = this;
    const { snapshot, updates } = await steps(location.origin, game, { at, until, seat, token });
    const views = [snapshot.view];
    for (const { changes } of updates) views.push(applied(views.at(-1), changes) as View);
    return views;
  }
}
