// What a player is about to declare: an option being filled in, and within it the order that is being given.

import {
  defaults,
  exceeded,
  fields,
  withValue,
  type Filled,
  type Option,
  type Value,
} from "../options/fill";
import { carried, successor } from "../options/carry";
import { targetsOf, type Target } from "../board/targets";
import type { Scene, Sentence } from "../play/wire";

/** An order that is being given: for which field of what it stands in. */
interface Draft {
  field: number;
  filled: Filled;
}

const RENEWED =
  "The game has moved on: what may be declared has changed, and what you chose is kept.";
const RENEWED_IN_PART =
  "The game has moved on: what you chose is kept where it is still allowed; look it over.";
const NOT_NOW = "The game has moved on, and “{title}” cannot be declared now: {why}.";
const GONE = "The game has moved on, and “{title}” can no longer be declared.";

export class Desk {
  /** The piece whose options are looked at; null: all. */
  piece: string | null = $state(null);
  #filled: Filled | null = $state.raw(null);
  #drafts: Draft[] = $state.raw([]);
  #aside: [Filled | null, Draft[]] = [null, []];
  /** What became of what was being filled in, when the game moved on; null: nothing. */
  moved: Sentence | null = $state.raw(null);

  /** The whole declaration. */
  get filled(): Filled | null {
    return this.#filled;
  }

  /** What is being filled in now: the declaration, or an order within it. */
  get current(): Filled | null {
    return this.#drafts.at(-1)?.filled ?? this.#filled;
  }

  get inside(): boolean {
    return this.#drafts.length > 0;
  }

  open(option: Option): void {
    [this.#filled, this.#drafts, this.moved] = [defaults(option), [], null];
  }

  /** Open *option* for a while: what was being filled in comes back when it is closed. */
  interrupt(option: Option): void {
    if (this.#filled?.option.command !== option.command) this.#aside = [this.#filled, this.#drafts];
    this.open(option);
  }

  close(): void {
    [this.#filled, this.#drafts] = this.#aside;
    [this.#aside, this.moved] = [[null, []], null];
  }

  /** Leave it as it was at first: what one seat chose is not another's. */
  clear(): void {
    this.#aside = [null, []];
    this.close();
    this.piece = null;
  }

  /** Options are told anew with every event: what is filled in goes along, as far as it is allowed. */
  renew(options: Option[]): boolean {
    const filled = this.#filled;
    if (!filled) return true;
    const before = JSON.stringify(filled.option);
    if (options.some((option) => JSON.stringify(option) === before)) return true;
    const next = successor(filled.option, options);
    const values = { title: filled.option.title, why: next?.why_not ?? "" };
    if (next && !next.why_not) {
      const { filled, whole } = carried(this.#filled!, next);
      const template = whole && !this.inside ? RENEWED : RENEWED_IN_PART;
      [this.#filled, this.#drafts] = [filled, []];
      this.moved = { template, values, rule: "" };
    } else {
      this.close();
      this.moved = { template: next ? NOT_NOW : GONE, values, rule: "" };
    }
    return false;
  }

  set(field: number, value: Value): void {
    const now = this.current;
    if (now) this.#replace(withValue(now, field, value));
  }

  /** Begin an order of *kind* for a field of what is filled in; one without fields is given at once. */
  begin(field: number, kind: Option): void {
    this.#drafts = [...this.#drafts, { field, filled: defaults(kind) }];
    if (kind.fields.length === 0) this.give();
  }

  /** The order is given: it goes into what it stands in. */
  give(): void {
    const draft = this.#drafts.at(-1);
    if (!draft) return;
    this.#drafts = this.#drafts.slice(0, -1);
    const orders = this.current!.values[draft.field] as Filled[];
    this.set(draft.field, [...orders, draft.filled]);
  }

  back(): void {
    if (this.inside) this.#drafts = this.#drafts.slice(0, -1);
    else this.close();
  }

  take(field: number, order: number): void {
    const orders = this.current!.values[field] as Filled[];
    this.set(field, orders.toSpliced(order, 1));
  }

  /** Why it cannot be declared as it stands; of an order, whether the whole still fits with it. */
  get exceeded(): string | null {
    const now = this.current;
    if (!now) return null;
    return exceeded(now) ?? (this.inside ? exceeded(this.#whole()) : null);
  }

  /** The declaration with the order that is being given. */
  #whole(): Filled {
    return this.#drafts.reduceRight<Filled | null>((inner, { field, filled }, n) => {
      const own = inner ? add(filled, this.#drafts[n + 1]!.field, inner) : filled;
      return n === 0 ? add(this.#filled!, field, own) : own;
    }, null)!;
  }

  get fields(): Record<string, unknown> {
    return this.#filled ? fields(this.#filled) : {};
  }

  /** The first field of what is filled in whose choices lie on the board, and where they lie. */
  onBoard(scene: Scene): { field: number; targets: Target[]; chosen: Target | null } | null {
    const now = this.current;
    if (!now) return null;
    const hexes = scene.board.type === "hexes";
    for (const [field, one] of now.option.fields.entries()) {
      if (one.type !== "pick" || one.choices.length < 2) continue;
      const targets = targetsOf(one.choices, scene.pieces, hexes);
      if (!targets.length) continue;
      const choice = now.values[field];
      const [same] = targetsOf([one.choices[choice as number]!], scene.pieces, hexes);
      return { field, targets, chosen: same ?? null };
    }
    return null;
  }

  #replace(filled: Filled): void {
    const last = this.#drafts.at(-1);
    if (last) this.#drafts = [...this.#drafts.slice(0, -1), { ...last, filled }];
    else this.#filled = filled;
  }
}

function add(filled: Filled, field: number, order: Filled): Filled {
  const orders = filled.values[field] as Filled[];
  return withValue(filled, field, [...orders, order]);
}

/** An order in one line: its title, and what of it is chosen. */
export function summary({ option, values }: Filled, say: (text: string) => string): string {
  const chosen = option.fields.flatMap((field, n): string[] => {
    const value = values[n]!;
    if (Array.isArray(value)) return value.map((order) => summary(order, say));
    if (typeof value === "string") return value ? [`“${value}”`] : [];
    if (field.type === "pick") return [say(field.choices[value]!.title)];
    if (value === 0) return [];
    const unit = field.type === "amount" ? say(field.unit) : "";
    return [`${say(field.title)} ${value} ${unit}`.trim()];
  });
  return chosen.length ? `${say(option.title)}: ${chosen.join(", ")}` : say(option.title);
}
