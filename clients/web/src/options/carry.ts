// An option that is told anew: what was chosen goes along where it is still allowed.

import { defaults, exceeded, type Field, type Filled, type Option, type Value } from "./fill";

/** What a filled-in option is now, and whether all that was chosen could go along. */
export interface Carried {
  filled: Filled;
  whole: boolean;
}

/** The option among those offered now that `old` has become, or null. */
export function successor(old: Option, offered: Option[]): Option | null {
  const alike = (one: Option) => one.command === old.command && same(one.fixed, old.fixed);
  const found = offered.filter(alike);
  return found.find(({ title }) => title === old.title) ?? found[0] ?? null;
}

/** `option` filled in as `old` was, as far as it allows. */
export function carried(old: Filled, option: Option): Carried {
  const values = defaults(option).values.slice();
  let whole = true;
  old.option.fields.forEach((before, from) => {
    const at = option.fields.findIndex(
      ({ type, path }) => type === before.type && same(path, before.path),
    );
    const kept = at < 0 ? null : keep(option.fields[at]!, before, old.values[from]!);
    if (kept) values[at] = kept.value;
    whole &&= kept?.whole ?? false;
  });
  return fitted({ option, values }, whole);
}

/** Without the orders that no longer fit, or with the defaults if that is not enough. */
function fitted(filled: Filled, whole: boolean): Carried {
  let now = filled;
  while (exceeded(now) !== null) {
    const at = now.values.findLastIndex((value) => Array.isArray(value) && value.length > 0);
    if (at < 0) return { filled: defaults(filled.option), whole: false };
    const orders = now.values[at] as Filled[];
    now = { ...now, values: now.values.with(at, orders.slice(0, -1)) };
    whole = false;
  }
  return { filled: now, whole };
}

function keep(field: Field, before: Field, value: Value): { value: Value; whole: boolean } | null {
  switch (field.type) {
    case "pick": {
      if (before.type !== "pick") return null;
      const chosen = before.choices[value as number]!;
      const at = field.choices.findIndex((choice) => same(choice.value, chosen.value));
      return at < 0 ? null : { value: at, whole: true };
    }
    case "amount": {
      const bounded = Math.min(field.high, Math.max(field.low, value as number));
      return { value: bounded, whole: bounded === value };
    }
    case "text":
      return { value, whole: true };
    case "orders": {
      const orders = (value as Filled[]).flatMap((order) => {
        const kind = successor(order.option, field.kinds);
        return kind && !kind.why_not ? [carried(order, kind)] : [];
      });
      const kept = orders.slice(0, field.at_most);
      const whole = kept.length === (value as Filled[]).length && kept.every((one) => one.whole);
      return { value: kept.map(({ filled }) => filled), whole };
    }
  }
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
