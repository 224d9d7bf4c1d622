// The sheets of ships: gauges as bars with numbers, boxes as marks, notes in words.

import { byId, el, own, pill, seatClass, seatMark, soft } from "./dom.js";
import { shown } from "./pure.js";

const STATES = { ok: "in order", destroyed: "destroyed", used: "used", unknown: "not known" };
let drawnSheets = new Map();

/** Draw all sheets; one that has not changed is left alone. */
export function drawSheets(scene) {
  const sheets = (scene?.sheets ?? []).map((sheet) => {
    const [text, before] = [JSON.stringify(sheet), drawnSheets.get(sheet.id)];
    return [sheet.id, before?.text === text ? before : { text, element: drawn(sheet) }];
  });
  const same = sheets.length === drawnSheets.size && sheets.every(([id, one]) => drawnSheets.get(id) === one);
  drawnSheets = new Map(sheets);
  if (!same) byId("sheets").replaceChildren(...sheets.map(([, one]) => one.element));
}

const drawn = ({ title, seat, note, groups }) =>
  el("article", { class: `sheet ${seatClass(seat)}` },
    el("h3", null, seatMark(seat), " ", own(title), " ", seat !== null && soft(`seat ${seat}`), note && pill(own(note))),
    groups.map(group));

function group({ title, boxes, gauges }) {
  const noted = boxes.filter(({ note }) => note);
  const plain = boxes.filter(({ note }) => !note);
  const left = plain.filter(({ state }) => state === "ok").length;
  return el("section", { class: gauges.length || noted.length ? "group" : "group small-group" },
    el("h4", null, own(title)),
    gauges.length > 0 && el("ul", { class: "gauges" }, gauges.map(gauge)),
    noted.length > 0 && el("ul", { class: "noted" }, noted.map((one) =>
      el("li", null, box(one, one.label), own(one.label), " ", soft(shown(one.note))))),
    plain.length > 0 && el("p", { class: "boxes" }, plain.map((one) => box(one, title)), soft(`${left}/${plain.length}`)));
}

/** A box; its label stands in it, without what is said beside it. */
function box({ label, state, note }, beside) {
  const short = label === beside ? "" : label.startsWith(`${beside} `) ? label.slice(beside.length + 1) : label;
  const words = shown(`${label}: ${STATES[state]}${note ? `; ${note}` : ""}`);
  const text = { ok: short, used: short, unknown: "?" }[state] ?? "";
  return el("i", { class: "box", "data-state": state, title: words, role: "img", "aria-label": words }, shown(text));
}

function gauge({ title, value, maximum, note }) {
  const fill = el("span");
  fill.style.width = `${maximum > 0 ? Math.max(0, Math.min(100, (100 * value) / maximum)) : 0}%`;
  const bar = maximum !== null && el("span", { class: value === null ? "bar not-known" : "bar", "aria-hidden": "true" }, fill);
  return el("li", null,
    el("span", null, own(title)), bar, el("span", { class: "number" }, `${value ?? "?"}${maximum === null ? "" : `/${maximum}`}`),
    note && el("span", { class: "gauge-note soft" }, shown(note)));
}
