// A whole record checked, in this very thread: history, signatures, dice, seals. worker.ts runs it.

import type { Head } from "../play/wire";
import { same } from "./bytes";
import { FaultFound, type Read } from "./event";
import { checkHead, eventsOf, parts, secretsOf, type First, type Parts } from "./file";
import { fileMessage, NONE32 } from "./hashes";
import { signed } from "./signatures";
import { plain } from "./msgpack";
import {
  sentence,
  type Check,
  type Counts,
  type Fault,
  type Fields,
  type RecordEvent,
  type Report,
  type RollProof,
} from "./report";
import { Walk } from "./walk";

/** A record that has been read; `fault` says why not to its end. */
export interface Opened {
  parts: Parts;
  events: Read[];
  fault: FaultFound | null;
}

/** Reads a record and checks its history; throws NotARecord, or FaultFound if it cannot be taken apart. */
export function open(data: Uint8Array): Opened {
  const found = parts(data);
  const events: Read[] = [];
  try {
    for (const event of eventsOf(found.body, found.first.game)) events.push(event);
    checkHead(events, found.head);
  } catch (fault) {
    if (!(fault instanceof FaultFound)) throw fault;
    return { parts: found, events, fault };
  }
  return { parts: found, events, fault: null };
}

/** What the first and last map say beside the events; throws FaultFound. */
export function checkAround(walk: Walk, { first, signedBytes, fileSignature }: Parts): void {
  const key = ({ seat, key }: First["seats"][number]) => `${seat} ${key.join()}`;
  const [told, taken] = [first.seats.map(key), walk.taken.map(key)];
  const known =
    told.every((one) => taken.includes(one)) && taken.every((one) => told.includes(one));
  if (!known) {
    const why = "the first map's seat keys are not those of the game";
    throw new FaultFound(null, "signatures", why);
  }
  walk.end();
  if (!signed(first.serverKey, fileSignature, fileMessage(signedBytes)))
    throw new FaultFound(null, "signatures", "the server did not sign this file as it stands");
}

const STEP = 32; // events between two words of progress

/** Checks a record; throws NotARecord only. */
export function check(data: Uint8Array, onProgress: (done: number) => void = () => {}): Report {
  const rolls = new Map<number, RollProof>();
  let opened: Opened;
  try {
    opened = open(data);
  } catch (fault) {
    if (!(fault instanceof FaultFound)) throw fault;
    return report(null, [], null, [], fault);
  }
  const { first } = opened.parts;
  const secrets = opened.fault === null ? secretsOf(opened.events) : new Map<number, Fields>();
  const walk = new Walk(first.game, first.serverKey, secrets, (roll) =>
    rolls.set(roll.position, roll),
  );
  let fault = opened.fault;
  try {
    if (fault === null) {
      for (const event of opened.events) {
        walk.step(event);
        if (event.position % STEP === 0) onProgress(event.position / opened.events.length);
      }
      checkAround(walk, opened.parts);
    }
  } catch (found) {
    if (!(found instanceof FaultFound)) throw found;
    fault = found;
  }
  return report(opened.parts, opened.events, walk, [...rolls.values()], fault);
}

function report(
  found: Parts | null,
  events: Read[],
  walk: Walk | null,
  rolls: RollProof[],
  fault: FaultFound | null,
): Report {
  const counts = walk?.counts ?? NOTHING;
  const first = found?.first;
  return {
    ok: fault === null,
    fault: fault && told(fault),
    checks: checks(counts, fault, events.length),
    game: first?.game ?? NONE32.subarray(16),
    serverKey: first?.serverKey ?? NONE32,
    viewer: first?.viewer ?? "",
    system: walk?.system ?? "",
    level: walk?.level ?? "",
    over: walk?.over != null,
    head: found?.head ?? NO_HEAD,
    seats: first?.seats ?? [],
    events: events.map(shownEvent),
    rolls,
    counts,
  };
}

const NO_HEAD: Head = { position: 0, hash: NONE32 };
const NOTHING: Counts = {
  ...{ events: 0, declarations: 0, rolls: 0, rollsClosed: 0, dice: 0, renewals: 0 },
  ...{ sealsOpen: 0, sealsClosed: 0, signatures: 0 },
};

export const told = ({ position, check, sentence }: FaultFound): Fault => ({
  position,
  check,
  sentence,
});

function shownEvent(event: Read): RecordEvent {
  const seal = same(event.seal, NONE32) ? null : event.seal;
  const fields = plain(event.fields) as Fields;
  return { ...event, seal, fields, secret: event.secret && (plain(event.secret) as Fields) };
}

/** The four checks; after a fault, whatever else was not checked to its end is open. */
function checks(counts: Counts, fault: FaultFound | null, events: number): Check[] {
  const { declarations, rollsClosed, dice, renewals, sealsOpen, sealsClosed } = counts;
  const rolls = counts.rolls - rollsClosed;
  const seals = sealsOpen + sealsClosed;
  const made: [Check["name"], string, number, string, Record<string, number>][] = [
    ["history", "History", events, HISTORY, { events }],
    ["signatures", "Signatures", counts.signatures + 2, SIGNATURES, { declarations }], // head and file
    ["dice", "Dice", rolls, DICE, { dice, rolls, closed: rollsClosed, renewals }],
    ["seals", "Seals", sealsOpen, SEALS, { open: sealsOpen, seals }],
  ];
  return made.map(([name, title, count, template, values]) => {
    if (fault === null) return { name, title, ok: true, count, detail: sentence(template, values) };
    if (fault.check === name) return { name, title, ok: false, count, detail: fault.sentence };
    const read = name === "history" && counts.events > 0;
    const detail = read ? sentence(template, values) : sentence("This was not checked to its end.");
    return { name, title, ok: read ? true : null, count, detail };
  });
}

const HISTORY = "{events} events form one chain up to the head that the server signed.";
const SIGNATURES = "{declarations} declarations are signed by who held the seat then.";
const DICE =
  "{dice} dice of {rolls} rolls are those of links fixed before; {closed} closed, {renewals} renewed.";
const SEALS = "{open} of {seals} secrets can be read, and are what was sealed.";
