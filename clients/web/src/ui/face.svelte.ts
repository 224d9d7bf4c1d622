// The dark and the light face: the system's, until somebody chooses.

import { keep, kept } from "./kept";

const KEPT = "broadside.face";
const DARK = matchMedia("(prefers-color-scheme: dark)");

class Face {
  #chosen: string | null = $state(kept(KEPT));
  #system = $state(DARK.matches);
  readonly dark = $derived(this.#chosen === null ? this.#system : this.#chosen === "dark");

  constructor() {
    DARK.addEventListener("change", ({ matches }) => (this.#system = matches));
  }

  turn(): void {
    this.#chosen = this.dark ? "light" : "dark";
    keep(KEPT, this.#chosen);
  }
}

export const face = new Face();
