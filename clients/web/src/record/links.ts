// A seat's own links: those of the chain in use, and the chain that comes after it (dice/1: renewal).

import { same, u32, utf8 } from "./bytes";
import { CHAIN_LINKS, chain } from "./dice";
import { mac } from "./hashes";

const SEED = utf8("dice/1 seed\0");
const SPARE_LINKS = CHAIN_LINKS / 64;

/** A chain as the record shows it; `rotation` counts how often it was renewed. */
export interface ChainShown {
  anchor: Uint8Array;
  links: number;
  rotation: number;
}

export class Links {
  #links: Uint8Array | null = null; // those of the chain that was needed last

  constructor(
    readonly game: Uint8Array,
    readonly seat: number,
    readonly seed: Uint8Array,
  ) {}

  /** link[i] of the chain in use, or null if that is not one of ours; the first time takes a while. */
  link(shown: ChainShown, i: number): Uint8Array | null {
    // Two tabs may have renewed it at once, with the same chain: so the anchor tells which it is.
    for (let n = shown.rotation; !this.#has(shown.anchor) && n >= 0; n -= 1)
      this.#links = this.#chain(n, shown.links);
    return this.#has(shown.anchor) ? this.#links!.slice(32 * i, 32 * i + 32) : null;
  }

  /** What to declare to renew the chain, if it is nearly used up after so many rolls, else null. */
  renewal(shown: ChainShown, rolls: number): { anchor: Uint8Array; links: number } | null {
    if (shown.links - rolls > SPARE_LINKS) return null;
    const links = rolls + CHAIN_LINKS;
    return { anchor: this.#chain(shown.rotation + 1, links).slice(0, 32), links };
  }

  #has(anchor: Uint8Array): boolean {
    return this.#links !== null && same(this.#links.subarray(0, 32), anchor);
  }

  #chain(rotation: number, links: number): Uint8Array {
    const seed = rotation ? mac(this.seed, SEED, this.game, u32(rotation)) : this.seed;
    return chain(this.game, this.seat, seed, links);
  }
}
