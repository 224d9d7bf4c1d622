// The exported record (`.bsr`): a first map, one map an event, a last map with the signed head.

import { encode } from "@msgpack/msgpack";
import type { Head } from "../play/wire";
import { concat, same, utf8 } from "./bytes";
import {
  bin,
  FaultFound,
  int,
  list,
  only,
  readEvent,
  shaped,
  text,
  within,
  type Read,
} from "./event";
import { headMessage, NONE32, sealOf } from "./hashes";
import { signed } from "./signatures";
import { endOf, Malformed, MAP_BYTES, readMap } from "./msgpack";
import { filled, NotARecord, sentence, type Fields } from "./report";
import { mapOf } from "./walk";

const LAST_MAP = concat(Uint8Array.of(0x82, 0xa4), utf8("head"), Uint8Array.of(0x93));
const LAST_MAP_BYTES = 200;
const FIRST_MAP = "the first map: {why}";
const VIEWER = /^(seat [1-9][0-9]{0,2}|referee|spectator|auditor)$/;

/** What a record says of itself. */
export interface First {
  game: Uint8Array;
  serverKey: Uint8Array;
  viewer: string;
  seats: { seat: number; key: Uint8Array }[];
}

/** A record taken apart: who it is for, its events still as bytes, its end. */
export interface Parts {
  first: First;
  body: Uint8Array;
  head: Head;
  signedBytes: Uint8Array;
  fileSignature: Uint8Array;
}

/** Takes a record apart; throws NotARecord, or FaultFound for a record that is damaged round its events. */
export function parts(data: Uint8Array): Parts {
  const [start, first] = readFirst(data);
  const at = rfind(data, LAST_MAP);
  if (at < start) around("the last map is not there: the file is cut, or its end altered");
  const { head, signature, file } = readLast(data.subarray(at));
  if (!signed(first.serverKey, signature, headMessage(first.game, head))) {
    const told = "the head is not signed by this server for this game";
    throw new FaultFound(null, "signatures", told);
  }
  const signedBytes = data.subarray(0, at);
  return { first, body: data.subarray(start, at), head, signedBytes, fileSignature: file };
}

/** The events one after the other: structure, positions, and one chain of hashes; throws FaultFound. */
export function* eventsOf(body: Uint8Array, game: Uint8Array): Generator<Read> {
  let [position, prev, at] = [1, NONE32, 0];
  while (at < body.length) {
    let event: Read;
    try {
      const end = endOf(body, at);
      // No small map: what comes here was torn off the one before.
      if ((body[at]! & 0xf0) !== 0x80) position = Math.max(position - 1, 1);
      event = readEvent(readMap(body.subarray(at, end)), position, prev, game);
      at = end;
    } catch (bad) {
      if (!(bad instanceof Malformed)) throw bad;
      throw new FaultFound(position, "history", bad.template, bad.values);
    }
    yield event;
    [position, prev] = [position + 1, event.hash];
  }
}

/** The chain leads to the head that the server signed; throws FaultFound. */
export function checkHead(events: Read[], head: Head): void {
  const { position } = head;
  const fault = (at: number, told: string) =>
    new FaultFound(at, "history", told, { head: position });
  if (events.length < position)
    throw fault(events.length + 1, "it is missing: the head is event {head}");
  if (position < 1 || !same(events[position - 1]!.hash, head.hash))
    throw fault(doubtful(events), "it, or one after it, is not what was signed");
  if (events.length > position) throw fault(position + 1, "it comes after the signed head");
}

/** The secrets that later events open, where they match the seal, by the position of what was sealed. */
export function secretsOf(events: Read[]): Map<number, Fields> {
  const known = new Map<number, Fields>();
  for (const { kind, fields } of events) {
    const target = kind === "opened" ? events[int(fields, "position") - 1] : undefined;
    if (target === undefined) continue;
    const payload = bin(fields, "secret");
    if (!same(sealOf(concat(bin(fields, "salt"), payload)), target.seal)) continue;
    const secret = mapOf(payload); // no map: said when the walk comes there
    if (secret !== null) known.set(target.position, secret);
  }
  return known;
}

/** The first event that no declaration vouches for: declarers sign what they saw before. */
function doubtful(events: Read[]): number {
  let known = 0;
  for (const { kind, fields, position } of events) {
    if (kind !== "declared") continue;
    const after = int(fields, "after");
    const seen = after < position ? events[after - 1] : undefined;
    if (seen === undefined || !same(seen.hash, bin(fields, "head"))) break;
    known = Math.max(known, after);
  }
  return known + 1;
}

function readFirst(data: Uint8Array): [end: number, first: First] {
  let [end, map]: [number, Fields] = [0, {}];
  try {
    end = endOf(data.subarray(0, MAP_BYTES), 0);
    map = readMap(data.subarray(0, end));
  } catch (bad) {
    if (!(bad instanceof Malformed)) throw bad;
    const why = filled(bad.template, bad.values);
    throw noRecord(data, "the file does not begin as a record does: {why}", { why });
  }
  if (map["format"] !== "bsr/1") throw noRecord(data, "the file is not of the format bsr/1");
  try {
    shaped(map, { game: 16, server_key: 32, seats: "list", viewer: "str" });
    only(map, "format", "game", "server_key", "seats", "viewer");
    const seats = list(map, "seats").map(seatKey);
    if (seats.some(({ seat }, n) => n > 0 && seat < seats[n - 1]!.seat))
      throw new Malformed("its seats are in disorder");
    const viewer = text(map, "viewer");
    if (!VIEWER.test(viewer)) around("the first map names no viewer");
    return [end, { game: bin(map, "game"), serverKey: bin(map, "server_key"), viewer, seats }];
  } catch (bad) {
    if (!(bad instanceof Malformed)) throw bad;
    throw within(null, "history", FIRST_MAP, bad);
  }
}

function seatKey(pair: unknown): First["seats"][number] {
  const [seat, key, ...more] = Array.isArray(pair) ? pair : [];
  const given = shaped({ seat, key }, { seat: "int", key: 32 });
  if (more.length) throw new Malformed("a seat with its key are two");
  return { seat: int(given, "seat"), key: bin(given, "key") };
}

function readLast(raw: Uint8Array): { head: Head; signature: Uint8Array; file: Uint8Array } {
  try {
    const last = shaped(readMap(raw), { head: "list", file: 64 });
    const [position, hash, signature, ...more] = list(last, "head");
    shaped({ position, hash, sig: signature }, { position: "int", hash: 32, sig: 64 });
    const exact = typeof position === "number" && more.length === 0;
    if (!exact || !same(encode(last), raw))
      throw new Malformed("it is not in MessagePack's shortest form");
    const head = { position, hash: hash as Uint8Array };
    return { head, signature: signature as Uint8Array, file: bin(last, "file") };
  } catch (bad) {
    if (!(bad instanceof Malformed)) throw bad;
    throw within(null, "history", "the last map: {why}", bad);
  }
}

function around(told: string): never {
  throw new FaultFound(null, "history", told);
}

/** What does not begin as a record and yet ends as one is a record that was damaged. */
function noRecord(
  data: Uint8Array,
  told: string,
  values: Record<string, number | string> = {},
): Error {
  const ends = rfind(data.subarray(Math.max(0, data.length - LAST_MAP_BYTES)), LAST_MAP) >= 0;
  if (ends) return new FaultFound(null, "history", FIRST_MAP, { why: filled(told, values) });
  return new NotARecord(sentence(told, values));
}

function rfind(data: Uint8Array, wanted: Uint8Array): number {
  for (let at = data.length - wanted.length; at >= 0; at -= 1)
    if (wanted.every((byte, n) => data[at + n] === byte)) return at;
  return -1;
}
