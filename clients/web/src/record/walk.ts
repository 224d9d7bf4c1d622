// All events of a history in their order, each against those before it. The first fault is thrown.

import type { Head } from "../play/wire";
import { concat, hex, same } from "./bytes";
import { bin, FaultFound, int, KINDS, text, type Read } from "./event";
import { declarationMessage, NONE32, sealOf } from "./hashes";
import { signed } from "./signatures";
import type { ChainShown } from "./links";
import { Malformed, readMap } from "./msgpack";
import type { Check, Counts, Fields, RollProof } from "./report";
import { Rolls, type Asked } from "./rolls";

const OPENERS = new Set(["created", "seat_taken", "declared", "server_declared", "link_opened"]);
const ALWAYS_SEALED = new Set(["declared", "dice_rolled_hidden"]);

/** A history as far as it is verified; `step` by `step`, so that it can go on for as long as the game. */
export class Walk {
  readonly events: Read[] = [];
  system = "";
  over: number | null = null;
  readonly keys = new Map<number, Uint8Array>(); // who holds a seat now
  readonly taken: { seat: number; key: Uint8Array }[] = [];
  #rolls: Rolls;
  #ids = new Set<string>();
  #opened = new Set<number>();
  #sealing = new Map(Object.keys(KINDS).map((kind) => [kind, ALWAYS_SEALED.has(kind)]));
  #declarations = 0;
  #signatures = 0;
  #seals = { open: 0, closed: 0 };

  /** `secrets` are those that later events open; `onRoll` is told of each roll, and again once it is opened. */
  constructor(
    readonly game: Uint8Array,
    readonly serverKey: Uint8Array,
    readonly secrets: ReadonlyMap<number, Fields> = new Map(),
    readonly onRoll: (roll: RollProof) => void = () => {},
  ) {
    this.#rolls = new Rolls(game, this.keys, (position) => this.events[position - 1]!);
  }

  get head(): Head {
    const last = this.events.at(-1);
    return { position: this.events.length, hash: last?.hash ?? NONE32 };
  }

  get level(): string {
    return this.#rolls.level;
  }

  /** The roll for which links are awaited, or null. */
  get asked(): Asked | null {
    return this.#rolls.asked;
  }

  /** The chain of links that a seat has in use, or null. */
  chainOf(seat: number): ChainShown | null {
    return this.#rolls.chainOf(seat);
  }

  get counts(): Counts {
    const { made, closed, dice, renewals } = this.#rolls;
    return {
      events: this.events.length,
      declarations: this.#declarations,
      rolls: made,
      rollsClosed: closed,
      dice,
      renewals,
      sealsOpen: this.#seals.open,
      sealsClosed: this.#seals.closed,
      signatures: this.#signatures,
    };
  }

  /** Check one event, which follows the last one. */
  step(event: Read): void {
    const { position, kind } = event;
    this.events.push(event);
    const first = position === 1;
    must(position, (kind === "created") === first, "history", "a game is created once, first");
    const sealed = !same(event.seal, NONE32);
    const always = this.#sealing.get(kind) ?? sealed;
    this.#sealing.set(kind, always);
    must(position, always === sealed, "seals", "{kind} is sealed always or never", { kind });
    const stray = event.signature !== null && kind !== "declared";
    must(position, !stray, "signatures", "it carries a signature and is no declaration");
    if (OPENERS.has(kind)) this.#rolls.opens(event);
    event.secret ??= this.secrets.get(position) ?? null;
    this.#check(event);
    if (sealed) this.#seals[event.secret === null ? "closed" : "open"] += 1;
  }

  /** What can be said only after the last event of a record, or of a commit. */
  end(): void {
    if (this.over === null) return;
    const sealed = this.events.slice(0, this.over).filter(({ seal }) => !same(seal, NONE32));
    const closed = sealed.find(({ position }) => !this.#opened.has(position));
    const at = closed?.position ?? 0;
    must(this.over, !closed, "seals", "the game is over, and event {at} still closed", { at });
  }

  #check({ kind, position, fields, secret, ...event }: Read): void {
    switch (kind) {
      case "created":
        return this.#created(fields);
      case "seat_taken":
        return this.#seatTaken(position, fields);
      case "seat_left":
        return this.#seatLeft(position, int(fields, "seat"));
      case "declared":
        return this.#declared(position, fields, event.signature, event);
      case "dice_asked":
        return this.#rolls.diceAsked(position, fields);
      case "link_opened":
        this.#rolls.linkOpened(position, fields);
        this.#signatures += 1;
        return;
      case "dice_rolled":
        return this.onRoll(this.#rolls.rolled(position, fields));
      case "dice_rolled_hidden":
        return this.onRoll(this.#rolls.rolledHidden(position, fields, secret));
      case "opened":
        return this.#opens(position, fields);
      case "anchor_renewed":
        return this.#rolls.renewed(position, fields);
      case "over":
        must(position, this.over === null, "history", "the game was over already");
        this.over = position;
    }
  }

  #created(d: Fields): void {
    const mine = same(bin(d, "game"), this.game) && same(bin(d, "server_key"), this.serverKey);
    must(1, mine, "signatures", "game and server key are not those of the first map");
    const level = text(d, "dice");
    must(1, level === "server" || level === "table", "dice", "the level of the dice is unknown");
    [this.#rolls.level, this.system] = [level, text(d, "system")];
    this.#rolls.begin(d);
  }

  #seatTaken(at: number, d: Fields): void {
    const [seat, key] = [int(d, "seat"), bin(d, "key")];
    must(at, 1 <= seat && seat <= 255, "signatures", "there is no such seat");
    this.keys.set(seat, key);
    this.taken.push({ seat, key });
    this.#rolls.anchored(seat, d);
  }

  #seatLeft(at: number, seat: number): void {
    must(at, this.keys.delete(seat), "signatures", "nobody holds the seat that is left");
    this.#rolls.left(seat);
  }

  /** See "Declarations are the declarer's own bytes". */
  #declared(
    at: number,
    d: Fields,
    signature: Uint8Array | null,
    { openHash, seal }: { openHash: Uint8Array; seal: Uint8Array },
  ): void {
    const [key, id, after] = [this.keys.get(int(d, "seat")), hex(bin(d, "id")), int(d, "after")];
    must(at, key !== undefined, "signatures", "nobody holds the declaring seat");
    const good = signed(key!, signature, declarationMessage(openHash, seal));
    must(at, good, "signatures", "the declaration is not signed by the seat's holder");
    must(at, !this.#ids.has(id), "signatures", "its id was declared before");
    const seen = after < at && this.events[after - 1];
    const shown = seen && same(seen.hash, bin(d, "head"));
    must(at, shown === true, "signatures", "the declarer saw another history before it");
    this.#ids.add(id);
    this.#declarations += 1;
    this.#signatures += 1;
  }

  #opens(at: number, d: Fields): void {
    const opened = int(d, "position");
    must(at, 1 <= opened && opened < at, "seals", "it opens no event before it");
    const twice = this.#opened.has(opened);
    must(at, !twice, "seals", "event {opened} was opened before", { opened });
    const [target, payload] = [this.events[opened - 1]!, bin(d, "secret")];
    const kept = same(target.seal, sealOf(concat(bin(d, "salt"), payload)));
    must(at, kept, "seals", "what it opens is not what event {opened} sealed", { opened });
    this.#opened.add(opened);
    if (target.secret !== null) return; // known before, and checked then
    target.secret = mapOf(payload);
    must(at, target.secret !== null, "seals", "what event {opened} sealed is no map", { opened });
    this.#seals.open += 1;
    this.#seals.closed -= 1;
    const roll = this.#rolls.opened(opened, target.secret!);
    if (roll !== null) this.onRoll(roll);
  }
}

/** The map that a secret is, or null. */
export function mapOf(payload: Uint8Array): Fields | null {
  try {
    return readMap(payload);
  } catch (bad) {
    if (!(bad instanceof Malformed)) throw bad;
    return null;
  }
}

function must(
  at: number,
  good: boolean,
  check: Check["name"],
  template: string,
  values: Record<string, number | string> = {},
): void {
  if (!good) throw new FaultFound(at, check, template, values);
}
