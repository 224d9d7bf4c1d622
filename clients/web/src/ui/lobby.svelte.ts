// The games in one state, page after page: the first pages, as many as somebody has asked for.

import { games, type LobbyLine, type Started } from "../play/http";

export class GameList {
  /** The newest first; null: not told yet. */
  lines: LobbyLine[] | null = $state.raw(null);
  more = $state(false);
  #pages = 1;

  constructor(readonly state: Started) {}

  /** Fetches what is shown again, all of it: a game may have moved from any page. Throws NotDone. */
  async look(pages = this.#pages): Promise<void> {
    const found = new Map<string, LobbyLine>();
    let from: Parameters<typeof games>[1] | null = { state: this.state };
    for (let page = 0; from && page < pages; page++) {
      const { lines, following } = await games(location.origin, from);
      const own = lines.filter(({ phase }) => (phase === "over") === (this.state === "over"));
      for (const line of own) found.set(line.game, line);
      // What is played is followed by what is over: from there on nothing is of this state.
      from = following !== null && own.length === lines.length ? { after: following } : null;
    }
    if (pages < this.#pages) return; // somebody has asked for more since
    [this.lines, this.more] = [[...found.values()], from !== null];
  }

  /** Shows one page more. Throws NotDone. */
  async further(): Promise<void> {
    await this.look(this.#pages + 1);
    this.#pages++;
  }
}
