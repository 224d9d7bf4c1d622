// The board as SVG: hexes, as much as there is something on, with the arcs of what is looked at; or a plane.

import { byId, el, own, refill, seatClass, seatMark, seatShape, soft, svg } from "./dom.js";
import { planeMap } from "./plane.js";
import { ROW, centre, corners, frame, round, shown } from "./pure.js";

const FACINGS = "ABCDEF";
const MOST_GRID = 120;
let shownFrame = null;
let scene = null;
let looked = { piece: null, arc: null };

/** Draw the board of *now*; null: the game has not begun. */
export function drawBoard(now) {
  scene = now;
  const root = byId("board");
  const none = !scene ? "The table is laid when every seat is taken."
    : !scene.pieces.length ? `${shown(scene.board.title)}: nothing is on the board.` : "";
  if (none) return refill(root, el("p", { class: "empty" }, none));
  const unfolded = new Set([...root.querySelectorAll("details[open]")].map((one) => one.dataset.piece));
  const plane = scene.board.type === "plane";
  if (!plane) shownFrame = frame(scene.pieces.map((piece) => piece.at), shownFrame, pointed());
  const drawing = plane ? planeMap(scene.board, scene.pieces, standing) : map();
  refill(root, drawing, el("ul", { class: "pieces" }, scene.pieces.map((piece) => line(piece, unfolded.has(piece.id)))));
  drawArcs();
}

/** Whether the hexes stand on a corner. */
const pointed = () => scene.board.top === "pointed";

function map() {
  const [x, y, width, height] = shownFrame;
  const [wide, high, row] = pointed() ? [ROW, 3, [[0, 0], [0, 1], [-1, 2]]] : [3, ROW, [[0, 0], [1, 0], [2, -1]]];
  const cell = { id: "grid", width: wide, height: high, patternUnits: "userSpaceOnUse" };
  const tile = row.map((hex) => svg("polygon", { points: corners(hex, pointed()), class: "grid" }));
  const title = shown(scene.board.title);
  return svg("svg", { viewBox: shownFrame.join(" "), class: "map", role: "group", "aria-label": title },
    svg("defs", null, svg("pattern", cell, tile)),
    width <= MOST_GRID && svg("rect", { x, y, width, height, fill: "url(#grid)" }),
    svg("g", { id: "arcs" }),
    scene.pieces.map(drawn));
}

/** A piece: its seat's shape and colour, turned as it faces, with a sign and its name. */
function drawn(piece) {
  const { id, title, at, facing, seat } = piece;
  const scale = Math.max(0.8, shownFrame[2] / (innerWidth < 600 ? 24 : 34));
  const same = scene.pieces.filter((other) => other.at.join() === at.join());
  const [x, y] = centre(at, pointed());
  const aside = (same.indexOf(piece) - (same.length - 1) / 2) * scale * 1.7;
  const noseBelow = (pointed() ? [3, 4] : [2, 3, 4]).includes(facing);
  const below = same.length < 2 ? !noseBelow : same.indexOf(piece) % 2 === 1; // the name goes where the nose is not
  const nameY = below ? (noseBelow ? 2.7 : 2.05) : noseBelow ? -1.4 : -2;
  const place = `translate(${round(x + aside)} ${round(y)}) scale(${round(scale)})`;
  const words = shown(`${title}, seat ${seat ?? "none"}, ${standing(piece)}`);
  return svg("g", { class: `piece ${seatClass(seat)}`, transform: place, tabindex: 0, role: "img", "aria-label": words,
    "data-key": `piece ${id}`, "data-piece": id },
    svg("title", null, words),
    svg("circle", { r: 1.15, class: "halo" }),
    svg("g", { transform: `rotate(${facing === null ? 0 : facing * 60 - (pointed() ? 30 : 0)})` },
      facing !== null && svg("path", { d: "M-.42-1.2 0-1.75 .42-1.2Z", class: "nose" }), seatShape(seat)),
    svg("text", { class: "letter", y: 0.3 }, sign(piece)),
    svg("text", { class: "name", y: nameY }, shown(title)));
}

/** One sign for a piece: its glyph if that is a letter, what ends its name if that is short, else its initial. */
function sign({ glyph, title }) {
  if (/[\p{L}\p{N}]/u.test(glyph)) return shown(glyph);
  return title.match(/\s([\p{L}\p{N}]{1,2})$/u)?.[1] ?? shown([...title][0] ?? "");
}

function standing({ at, place, facing, heading, note }) {
  const faces = facing !== null && !note.includes("facing") && `facing ${FACINGS[facing]}`;
  const heads = heading !== null && heading !== undefined && `heading ${heading}°`;
  return [`at ${place || at.join(", ")}`, faces, heads, note].filter(Boolean).join(" · ");
}

function line(piece, open) {
  const { id, title, seat, arcs } = piece;
  const buttons = arcs.map((arc, n) => el("li", null,
    el("button", { type: "button", "data-key": `arc ${n} ${id}`, "data-piece": id, "data-arc": n }, own(arc.title))));
  const details = el("details", { "data-piece": id },
    el("summary", { "data-key": `line ${id}` }, seatMark(seat), " ", own(title), " ", soft(shown(standing(piece)))),
    el("ul", { class: "arcs" }, buttons.length ? buttons : el("li", { class: "soft" }, "no arcs")));
  details.open = open;
  return el("li", null, details);
}

/** Mark the hexes of the arcs that are looked at: the more arcs, the stronger. */
function drawArcs() {
  const piece = scene?.pieces.find(({ id }) => id === looked.piece);
  const arcs = piece ? piece.arcs.filter((_, n) => looked.arc === null || looked.arc === n) : [];
  const counts = new Map();
  for (const way of arcs.flatMap(({ hexes }) => hexes)) {
    const points = corners([piece.at[0] + way[0], piece.at[1] + way[1]], pointed());
    counts.set(points, (counts.get(points) ?? 0) + 1);
  }
  byId("arcs")?.replaceChildren(...[...counts].map(([points, count]) =>
    svg("polygon", { points, class: "arc", "fill-opacity": Math.min(0.45, 0.1 + 0.07 * count) })));
}

/** Show arcs for as long as a piece, its line or one of its arcs is pointed at or has the focus. */
export function watchLooks() {
  const root = byId("board");
  const look = (target) => {
    const { piece = null, arc = null } = target?.closest("[data-piece]")?.dataset ?? {};
    looked = { piece, arc: arc === null ? null : Number(arc) };
    drawArcs();
  };
  const held = () => look(root.contains(document.activeElement) ? document.activeElement : null);
  root.addEventListener("pointerover", ({ target }) => (target.closest("[data-piece]") ? look(target) : held()));
  root.addEventListener("pointerleave", held);
  root.addEventListener("focusin", ({ target }) => look(target));
  root.addEventListener("focusout", ({ relatedTarget }) => look(relatedTarget));
}
