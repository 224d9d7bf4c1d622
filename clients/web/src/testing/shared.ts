// For tests: what Python does as well, asked for by name. No page imports it.

import { defaults, exceeded, fields, used, type Filled, type Option } from "../options/fill";
import { applied } from "../play/changes";
import { linkText, readLink } from "../play/join";
import { pauses } from "../play/resume";
import type { Change } from "../play/wire";
import { hex } from "../record/bytes";
import { chain } from "../record/dice";

/** Sealed shut around one argument; "refused" if it throws. */
export const shared: Record<string, (given: any) => unknown> = {
  applied: ([view, changes]: [unknown, Change[]]) => {
    const before = JSON.stringify(view);
    const made = applied(view, changes);
    if (JSON.stringify(view) !== before) throw new Error("the old view was changed");
    return made;
  },
  filled: (filled: Filled) => ({
    fields: fields(filled),
    used: used(filled),
    exceeded: exceeded(filled),
  }),
  defaults: (option: Option) => defaults(option).values,
  link: (text: string) => {
    const link = readLink(text);
    return link && { ...link, code: link.code && hex(link.code), again: linkText(link) };
  },
  pauses: (chance: number) => {
    const waits = pauses(() => chance);
    return Array.from({ length: 12 }, () => waits.next().value);
  },
  chain: ([game, seat, seed, links]: [number[], number, number[], number]) =>
    hex(chain(Uint8Array.from(game), seat, Uint8Array.from(seed), links)),
};
