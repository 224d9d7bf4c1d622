// Elements made by hand: all text goes in as text, never as markup.

import { pieces, shown } from "./pure.js";

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);
export const el = (name, attributes, ...children) => filled(document.createElement(name), attributes, children);
export const svg = (name, attributes, ...children) => filled(document.createElementNS(SVG, name), attributes, children);
const isThere = (value) => value !== null && value !== undefined && value !== false && value !== "";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) if (isThere(value)) element.setAttribute(name, value);
  element.append(...children.flat(Infinity).filter(isThere));
  return element;
}

/** Somebody's text, on its own in the direction of writing. */
export const own = (text) => el("bdi", null, shown(text));

/** A sentence with each value on its own. */
export const said = (sentence, text) =>
  pieces(sentence, text).map(([part, isValue]) => (isValue ? own(part) : shown(part)));

/** Put *children* in place of what *root* holds; who had the focus by its key has it again. */
export function refill(root, ...children) {
  const held = root.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  root.replaceChildren(...children.flat());
  if (held !== undefined) root.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

/** Calls *draw* with a value only if it is another one than last time. */
export function whenChanged(draw) {
  let before;
  return (value, ...more) => {
    const now = JSON.stringify(value);
    if (now !== before) draw(value, ...more);
    before = now;
  };
}

const SHAPES = [
  "M0-1 .92 .72 0 .4-.92 .72Z", // each points upward, so that it shows a facing
  "M0-1 .8 0 0 1-.8 0Z",
  "M-.75-.75H.75V.75H-.75Z",
  "M0-.9A.9 .9 0 0 1 0 .9 .9 .9 0 0 1 0-.9Z",
];

const kind = (seat) => (seat === null ? 3 : (seat - 1) % SHAPES.length);
export const seatClass = (seat) => (seat === null ? "seat-none" : `seat-${kind(seat) + 1}`);

/** The shape of a seat, its second mark beside its colour. */
export const seatShape = (seat) => svg("path", { d: SHAPES[kind(seat)], class: "shape" });

/** A seat's shape to stand in a line of text. */
export const seatMark = (seat) =>
  svg("svg", { viewBox: "-1.2 -1.2 2.4 2.4", class: `seat-mark ${seatClass(seat)}`, "aria-hidden": true }, seatShape(seat));

export const soft = (...children) => el("span", { class: "soft" }, children);
export const pill = (text, strong = false) => el("span", { class: strong ? "pill strong" : "pill" }, text);

/** A seat in a list: mark, number, title, who holds it, and how it stands. */
export const seatLine = (seat, title, name, ...pills) =>
  el("li", null, seatMark(seat), soft(` ${seat} `), own(title), ": ",
    name ? el("strong", null, own(name)) : soft("free"), pills);
