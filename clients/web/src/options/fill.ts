// Filling in options (domain/options.py): whatever keeps within fields and limits may be declared.

/** A value that may be taken, and what it uses of the option's limits. */
export interface Choice {
  value: unknown;
  title: string;
  uses: Uses;
}

export type Uses = Record<string, number>;

export interface Limit {
  title: string;
  at_most: number;
  at_least: number;
}

/** Exactly one of the choices. `path` is where the value stands in the command. */
export interface Pick {
  type: "pick";
  path: string[];
  title: string;
  choices: Choice[];
  default: number;
}

/** A whole number from low to high; each unit above zero uses `uses`. */
export interface Amount {
  type: "amount";
  path: string[];
  title: string;
  low: number;
  high: number;
  default: number;
  unit: string;
  uses: Uses;
}

/** Somebody's own words, on one line. */
export interface Text {
  type: "text";
  path: string[];
  title: string;
  at_most: number;
  at_least: number;
  default: string;
}

/** Any number of orders, in their order, each one of `kinds`. */
export interface Orders {
  type: "orders";
  path: string[];
  title: string;
  kinds: Option[];
  at_most: number;
}

export type Field = Pick | Amount | Text | Orders;

/** A command that this seat may declare now; with `why_not` it is listed and cannot be had. */
export interface Option {
  command: string;
  title: string;
  rule: string;
  fixed: Record<string, unknown>;
  fields: Field[];
  limits: Record<string, Limit>;
  uses: Uses;
  why_not: string;
  sealed: string[];
}

/** What a field is filled in with: the number of a choice, an amount, words, or orders. */
export type Value = number | string | Filled[];

/** An option with its fields filled in; plain and never changed: `withValue` makes another. */
export interface Filled {
  option: Option;
  values: Value[];
}

/** The option filled in with its defaults, and no orders. */
export function defaults(option: Option): Filled {
  const values = option.fields.map((field) => (field.type === "orders" ? [] : field.default));
  return { option, values };
}

/** The same with another value in field number `at`. */
export function withValue(filled: Filled, at: number, value: Value): Filled {
  return { option: filled.option, values: filled.values.with(at, value) };
}

/** The command's fields, fixed and filled in, as they are declared. */
export function fields(filled: Filled): Record<string, unknown> {
  const command = copied(filled.option.fixed) as Record<string, unknown>;
  filled.option.fields.forEach((field, n) =>
    put(command, field.path, plain(field, filled.values[n]!)),
  );
  return command;
}

/** How much of each thing it uses, orders within it included. */
export function used(filled: Filled): Uses {
  const total: Uses = {};
  const add = (uses: Uses, times = 1) => {
    for (const [name, each] of Object.entries(uses))
      total[name] = (total[name] ?? 0) + each * times;
  };
  add(filled.option.uses);
  filled.option.fields.forEach((field, n) => {
    const value = filled.values[n]!;
    if (Array.isArray(value)) for (const order of value) add(used(order));
    else if (field.type === "pick") add(field.choices[value as number]!.uses);
    else if (field.type === "amount") add(field.uses, value as number);
  });
  return total;
}

/** The title of what is not kept, or null: words, a limit, or either in an order. */
export function exceeded(filled: Filled): string | null {
  const wrong = filled.option.fields.find(
    (field, n) => field.type === "text" && !allows(field, filled.values[n] as string),
  );
  if (wrong) return wrong.title;
  const sums = used(filled);
  for (const [name, { title, at_least, at_most }] of Object.entries(filled.option.limits)) {
    const sum = sums[name] ?? 0;
    if (sum < at_least || sum > at_most) return title;
  }
  const orders = filled.values.flatMap((value) => (Array.isArray(value) ? value : []));
  return orders.map(exceeded).find((title) => title !== null) ?? null;
}

/** Control characters, breaks of lines, and what turns what stands after it. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** What nobody sees: spaces, signs that are not drawn, the empty sign of Braille. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether words were typed and nobody can see one. */
export const blank = ({ option, values }: Filled): boolean =>
  option.fields.some(({ type }, n) => {
    const value = values[n]!;
    return type === "text" && value !== "" && (value as string).replace(UNSEEN, "") === "";
  });

/** Whether words may be said: not too long, and nothing in them steers a screen. */
export function allows({ at_least, at_most }: Text, words: string): boolean {
  const length = [...words].length;
  return at_least <= length && length <= at_most && words.search(STEERING) < 0;
}

/** Words as they are typed or pasted, on one line and without what could steer a screen. */
export function oneLine(words: string): string {
  const line = words.replace(/\s+/gu, " ").replace(STEERING, "");
  return line.trimStart() || line;
}

function plain(field: Field, value: Value): unknown {
  if (Array.isArray(value))
    return value.map((order) => ({ order: order.option.command, ...fields(order) }));
  return field.type === "pick" ? field.choices[value as number]!.value : value;
}

/** A copy of plain maps and lists; structuredClone would refuse what a page watches for changes. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  const made = {};
  for (const [name, one] of Object.entries(value)) own(made, name, copied(one));
  return made;
}

/** Sets a value at a path, making the maps on the way; any name is a key like another. */
function put(command: Record<string, unknown>, path: string[], value: unknown): void {
  let inner = command;
  for (const step of path.slice(0, -1)) {
    if (!Object.hasOwn(inner, step)) own(inner, step, {});
    inner = inner[step] as Record<string, unknown>;
  }
  own(inner, path.at(-1)!, value);
}

function own(inner: object, name: string, value: unknown): void {
  Object.defineProperty(inner, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
