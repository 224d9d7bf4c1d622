// Ed25519 (RFC 8032) by @noble's points: strictly, as OpenSSL checks it, and with the work on a key
// kept, because a game's signatures are those of a few keys.

import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { concat, hex, same } from "./bytes";

const { Point } = ed25519;
type Known = { point: InstanceType<typeof Point>; uses: number };

const KEPT_KEYS = 300; // more than a game has seats
const [OFTEN, WINDOW_BITS] = [8, 5];
const known = new Map<string, Known>();

/** Whether it is the signature of `key` over `message`. */
export function signed(
  key: Uint8Array,
  signature: Uint8Array | null,
  message: Uint8Array,
): boolean {
  if (signature?.length !== 64 || key.length !== 32) return false;
  const [r, s] = [signature.subarray(0, 32), number(signature.subarray(32))];
  const point = pointOf(key);
  if (point === null || s >= Point.Fn.ORDER) return false;
  const k = Point.Fn.create(number(sha512(concat(r, key, message))));
  const found = Point.BASE.multiplyUnsafe(s).subtract(point.multiplyUnsafe(k));
  return same(found.toBytes(), r);
}

export const sign = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  ed25519.sign(message, key);

export const publicKey = (key: Uint8Array): Uint8Array => ed25519.getPublicKey(key);

function pointOf(key: Uint8Array): Known["point"] | null {
  const name = hex(key);
  let found = known.get(name);
  if (found === undefined) {
    try {
      found = { point: Point.fromBytes(key), uses: 0 };
    } catch {
      return null; // no point of the curve
    }
    if (known.size >= KEPT_KEYS) known.clear();
    known.set(name, found);
  }
  found.uses += 1;
  if (found.uses === OFTEN) found.point.precompute(WINDOW_BITS, false);
  return found.point;
}

/** The little-endian number that bytes are. */
const number = (bytes: Uint8Array): bigint => BigInt(`0x${hex(bytes.slice().reverse())}`);
