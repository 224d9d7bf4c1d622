// Something that changes: whoever waits for it to be so looks again when it has changed.

export class Changing {
  #waiting = new Set<() => void>();

  /** Waits until it is so. */
  async until(so: () => boolean): Promise<void> {
    while (!so()) await new Promise<void>((done) => this.#waiting.add(done));
  }

  changed(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const done of waiting) done();
  }
}
