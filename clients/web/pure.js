// What needs no page: changes, names, sentences, hexes, back-off. The tests compare it with Python.

/** The view with the changes *made* to it, in place; throws if a path is not there. */
export function applyChanges(view, made) {
  for (const change of made) {
    const path = change[0];
    if (path.length === 0) {
      view = change[1];
      continue;
    }
    const last = path.at(-1);
    const inner = path.slice(0, -1).reduce(step, view);
    if (change.length === 1) {
      step(inner, last);
      if (Array.isArray(inner)) inner.splice(last, 1);
      else delete inner[last];
    } else if (typeof inner === "object" && inner !== null) {
      const all = { value: change[1], writable: true, enumerable: true, configurable: true };
      Object.defineProperty(inner, last, all); // "__proto__" is a key like any other
    } else throw new Error("nothing can be set there");
  }
  return view;
}

function step(inner, key) {
  if (typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)) return inner[key];
  throw new Error("the view has no such path");
}

/** Text of other people with all that is invisible or steers the direction of writing made visible. */
export function shown(text) {
  const escaped = (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`;
  return String(text).replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, escaped);
}

/** A sentence as [text, is it a value] pieces; a template we cannot fill gives way to *text*. */
export function pieces({ template, values }, text = template) {
  const parts = template.split(/\{(\w+)\}/);
  const plain = parts.every((part, i) => (i % 2 ? Object.hasOwn(values, part) : !/[{}]/.test(part)));
  if (!plain) return [[text, false]];
  const filled = parts.map((part, i) => (i % 2 ? [String(values[part]), true] : [part, false]));
  return filled.filter(([part]) => part !== "");
}

/** A time as m:ss, or h:mm:ss; never less than none. */
export function minutes(ms) {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const [hours, left, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(left)}:${two(rest)}` : `${left}:${two(rest)}`;
}

/** Seconds to wait before each attempt to connect; *chance* (0 to 1) spreads a crowd. */
export function* pauses(chance) {
  for (let pause = 0.2; ; pause = Math.min(15, pause * 2)) yield pause * (0.5 + chance() / 2);
}

// Hexes in axial coordinates, their sides 1 long: with a flat top A is up, with a pointed one up to the
// left; B to F follow clockwise.
export const ROW = Math.sqrt(3);
const TALL = 0.75; // a frame's height to its width
const LEAST = 20;

/** The middle of a hex. */
export const centre = ([q, r], pointed = false) =>
  pointed ? [ROW * (q + r / 2), 1.5 * r] : [1.5 * q, ROW * (r + q / 2)];

/** The corners of a hex, for an SVG polygon. */
export function corners(hex, pointed = false) {
  const [x, y] = centre(hex, pointed);
  const angles = [0, 1, 2, 3, 4, 5].map((n) => ((n + (pointed ? 0.5 : 0)) * Math.PI) / 3);
  return angles.map((a) => `${round(x + Math.cos(a))},${round(y + Math.sin(a))}`).join(" ");
}

export const round = (value) => Math.round(value * 1000) / 1000;

/** What to show of a board without edges: all *hexes* with a margin, calmly kept while it serves. */
export function frame(hexes, before = null, pointed = false) {
  const spots = hexes.length ? hexes.map((hex) => centre(hex, pointed)) : [[0, 0]];
  const ends = (axis) => [Math.min, Math.max].map((end) => spots.map((spot) => spot[axis]).reduce((a, b) => end(a, b)));
  const [[left, right], [top, bottom]] = [ends(0), ends(1)];
  const margin = Math.max(3.2, 0.14 * Math.max(right - left, (bottom - top) / TALL));
  const width = Math.max(LEAST, right - left + 2 * margin, (bottom - top + 2 * margin) / TALL);
  const fresh = [(left + right - width) / 2, (top + bottom - width * TALL) / 2, width, width * TALL].map(round);
  if (before === null || before[2] > 1.4 * width) return fresh;
  const [x, y, wide, high] = before;
  const near = margin / 2;
  const holds = left - near >= x && right + near <= x + wide && top - near >= y && bottom + near <= y + high;
  return holds ? before : fresh;
}
