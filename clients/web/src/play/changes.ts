// What changed between two views (projections/changes.py): applied without changing the old one, and
// sharing with it all that is as it was, so that earlier views can be kept.

import type { Change } from "./wire";

type Step = string | number;

/** The view with the changes made; throws if a path is not there. */
export const applied = (view: unknown, changes: Change[]): unknown =>
  changes.reduce((old, change) => changed(old, change[0], change), view);

function changed(old: unknown, path: Step[], change: Change): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change[1];
  const made = copied(old);
  if (rest.length === 0 && change.length === 1) {
    inner(made, step);
    if (Array.isArray(made)) made.splice(step as number, 1);
    else delete made[step];
  } else put(made, step, rest.length ? changed(inner(made, step), rest, change) : change[1]);
  return made;
}

function copied(value: unknown): unknown[] | Record<Step, unknown> {
  if (Array.isArray(value)) return value.slice();
  if (typeof value !== "object" || value === null) throw new Error("nothing can be set there");
  const made = {};
  for (const [name, one] of Object.entries(value)) put(made, name, one);
  return made;
}

function inner(value: object, step: Step): unknown {
  if (!Object.hasOwn(value, step)) throw new Error("the view has no such path");
  return (value as Record<Step, unknown>)[step];
}

/** Any name is a key like another, "__proto__" too. */
function put(made: object, step: Step, value: unknown): void {
  Object.defineProperty(made, step, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
