// What may be done from the keyboard: each view adds its own, the palette and the list of keys show them all.

import { untrack } from "svelte";

export interface Command {
  title: string;
  keys?: string;
  run: () => void;
}

class Commands {
  #groups: ReadonlyMap<symbol, () => Command[]> = $state.raw(new Map());
  readonly all = $derived([...this.#groups.values()].flatMap((group) => group()));

  /** Add commands for as long as a view lives: for use in its setup. */
  add(group: () => Command[]): void {
    $effect(() => {
      const key = Symbol();
      this.#groups = new Map([...this.#kept(), [key, group]]);
      return () => {
        this.#groups = new Map([...this.#kept()].filter(([one]) => one !== key));
      };
    });
  }

  #kept(): [symbol, () => Command[]][] {
    return untrack(() => [...this.#groups]);
  }

  /** Run the command of a key; false if it has none. */
  press(key: string): boolean {
    const found = this.all.find(({ keys }) => keys === key);
    found?.run();
    return found !== undefined;
  }
}

export const commands = new Commands();
