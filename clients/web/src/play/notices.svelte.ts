// What is worth telling of the connection or the game, for the person who looks; the newest last.

export interface Notice {
  text: string;
  at: number;
}

const KEPT = 50;

export class Notices {
  all: Notice[] = $state.raw([]);

  add(text: string): void {
    if (this.all.at(-1)?.text === text) return;
    this.all = [...this.all, { text, at: Date.now() }].slice(-KEPT);
  }
}
