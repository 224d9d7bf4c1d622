// The arithmetic of dice/1: chains of links, what a roll is bound to, its key, its faces.

import { sha256 } from "@noble/hashes/sha2.js";
import { concat, u16, u32, utf8 } from "./bytes";
import { mac, sha } from "./hashes";
import { Malformed } from "./msgpack";
import type { Contributor, Dice, Draw } from "./report";

export const CHAIN_LINKS = 65_536;
export const [PRESENT, ABSENT] = [1, 2] as const;

const TIP = utf8("dice/1 tip\0");
const CHAIN = utf8("dice/1 chain\0");
const HIDDEN = utf8("dice/1 hidden\0");
const LINK = utf8("dice/1 link\0");
const CTX = utf8("dice/1 ctx\0");
const ROLL = utf8("dice/1 roll\0");
const STREAM = utf8("dice/1 stream\0");

/** link[k-1] from link[k] of one role's chain. */
export const linkBefore = (game: Uint8Array, seat: number, k: number, link: Uint8Array) =>
  sha(CHAIN, game, Uint8Array.of(seat), u32(k), link);

/** All links of a chain, link[0] (the anchor) first, 32 bytes each: `links` + 1 of them. */
export function chain(
  game: Uint8Array,
  seat: number,
  seed: Uint8Array,
  links = CHAIN_LINKS,
): Uint8Array {
  const made = new Uint8Array(32 * (links + 1));
  // One buffer for all steps: prefix, game, seat, k, link.
  const step = concat(
    CHAIN,
    game,
    Uint8Array.of(seat),
    u32(0),
    sha(TIP, game, Uint8Array.of(seat), seed),
  );
  const numbers = new DataView(step.buffer);
  const link = step.subarray(step.length - 32);
  made.set(link, 32 * links);
  for (let k = links; k >= 1; k -= 1) {
    numbers.setUint32(step.length - 36, k);
    link.set(sha256(step));
    made.set(link, 32 * (k - 1));
  }
  return made;
}

/** Commitment j to a hidden seed. */
export const commitment = (game: Uint8Array, j: number, seed: Uint8Array): Uint8Array =>
  sha(HIDDEN, game, u32(j), seed);

/** What a seat signs with its link for roll i. */
export const linkMessage = (ctx: Uint8Array, i: number, link: Uint8Array): Uint8Array =>
  concat(LINK, ctx, u32(i), link);

/** The groups of dice of a request or roll; Malformed if they are none. */
export function groups(given: unknown[]): Dice[] {
  for (const group of given) {
    if (!Array.isArray(group) || group.length !== 3 || typeof group[0] !== "string")
      throw new Malformed("a group of dice is not a label, a count and sides");
    const [label, count, sides] = group as Dice;
    const fits = utf8(label).length <= 255 && within(count, 0) && within(sides, 2);
    if (!fits) throw new Malformed("a group of dice is out of bounds");
  }
  return given as Dice[];
}

const within = (value: unknown, low: number) =>
  typeof value === "number" && low <= value && value <= 65_535;

/** The groups of dice as they enter the context. */
export function diceBytes(dice: Dice[]): Uint8Array {
  return concat(
    ...dice.flatMap(([label, count, sides]) => {
      const text = utf8(label);
      return [Uint8Array.of(text.length), text, u16(count), u16(sides)];
    }),
  );
}

/** The ctx of roll i, asked for by the event of that open part's hash and seal. */
export const context = (
  game: Uint8Array,
  i: number,
  openHash: Uint8Array,
  seal: Uint8Array,
  dice: Dice[],
): Uint8Array => sha(CTX, game, u32(i), openHash, seal, sha(diceBytes(dice)));

/** Key of one roll, from the server's link or a hidden seed, ctx, and the seats' links. */
export function rollKey(link: Uint8Array, ctx: Uint8Array, seats: Contributor[]): Uint8Array {
  const theirs = seats.flatMap((one) => [Uint8Array.of(one.seat, one.status), one.link]);
  return mac(link, ROLL, ctx, Uint8Array.of(seats.length), ...theirs, Uint8Array.of(0));
}

/** Draws all dice of a roll from one stream of bytes, and shows every reading. */
export function draw(key: Uint8Array, dice: Dice[]): { stream: Uint8Array; draws: Draw[][] } {
  const blocks: Uint8Array[] = [];
  let at = 0;
  const byte = (): number => {
    const block = at >>> 5;
    if (block === blocks.length) blocks.push(mac(key, STREAM, u32(block)));
    return blocks[block]![at++ & 31]!;
  };
  const draws = dice.map(([, count, sides]) => {
    const group: Draw[] = [];
    for (let left = count; left > 0;) {
      const width = sides <= 256 ? 1 : 2;
      const start = at;
      const value = width === 1 ? byte() : byte() * 256 + byte();
      const whole = 256 ** width;
      const face = value < whole - (whole % sides) ? (value % sides) + 1 : null;
      group.push({ at: start, width, value, face });
      if (face !== null) left -= 1;
    }
    return group;
  });
  return { stream: concat(...blocks).slice(0, at), draws };
}

export const facesOf = (draws: Draw[][]): number[][] =>
  draws.map((group) => group.flatMap(({ face }) => (face === null ? [] : [face])));
