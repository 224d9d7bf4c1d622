// The arithmetic of rec/1: hashes, seals, what is signed. @noble everywhere: on plain http a page has no
// crypto.subtle, and one way is enough.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Head } from "../play/wire";
import { concat, u64, utf8 } from "./bytes";

export const NONE32: Uint8Array = new Uint8Array(32); // no previous event, no seal, no link

/** H of record.md. */
export const sha = (...parts: Uint8Array[]): Uint8Array => sha256(concat(...parts));

export const mac = (key: Uint8Array, ...parts: Uint8Array[]): Uint8Array =>
  hmac(sha256, key, concat(...parts));

const SEAL = utf8("seal/1\0");
const HEADER = utf8("\0rec/1\0");
const HEAD = utf8("head/1\0");
const DECLARATION = utf8("decl/1\0");
const RECEIPT = utf8("rcpt/1\0");
const JOIN = utf8("join/1\0");
const FILE = utf8("bsr/1\0");

/** The seal of a sealed part, salt first. */
export const sealOf = (sealed: Uint8Array): Uint8Array => sha(SEAL, sealed);

/** Hash of one event, which the next one names. */
export function eventHash(
  game: Uint8Array,
  position: number,
  atMs: number | bigint,
  prev: Uint8Array,
  openHash: Uint8Array,
  seal: Uint8Array,
): Uint8Array {
  return sha(HEADER, game, u64(position), u64(atMs), prev, openHash, seal);
}

/** What the server signs to show where the history stands. */
export const headMessage = (game: Uint8Array, head: Head): Uint8Array =>
  concat(HEAD, game, u64(head.position), head.hash);

/** What a seat signs when it declares. */
export const declarationMessage = (openHash: Uint8Array, seal: Uint8Array): Uint8Array =>
  concat(DECLARATION, openHash, seal);

/** What the server signs when a declaration is on disk. */
export const receiptMessage = (game: Uint8Array, head: Head, id: Uint8Array): Uint8Array =>
  concat(RECEIPT, game, u64(head.position), head.hash, id);

/** What a person signs who takes a seat; `invitation` is the hash of its code. */
export const joinMessage = (game: Uint8Array, seat: number, invitation: Uint8Array): Uint8Array =>
  concat(JOIN, game, Uint8Array.of(seat), invitation);

/** What the server signs when it gives out a record. */
export const fileMessage = (body: Uint8Array): Uint8Array => concat(FILE, sha(body));
