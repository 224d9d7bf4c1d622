// A table in centimetres as SVG: the whole of it, north above, every base in its own size.

import { seatClass, seatShape, svg } from "./dom.js";
import { round, shown } from "./pure.js";

const GRID_CM = 10;
const LEAST_CM = 1.6; // nothing is drawn smaller

/** The map of *board*; *words* says how a piece stands. */
export function planeMap(board, pieces, words) {
  const [width, height] = board.size;
  const title = shown(board.title);
  const spot = ([x, y]) => [round(x), round(height - y)];
  const cell = { id: "grid", width: GRID_CM, height: GRID_CM, patternUnits: "userSpaceOnUse" };
  const line = svg("path", { d: `M${GRID_CM} 0H0V${GRID_CM}`, class: "grid" });
  const areas = pieces.filter(({ size }) => size);
  const loose = pieces.filter(({ size, seat }) => !size && seat === null);
  const held = pieces.filter(({ size, seat }) => !size && seat !== null);
  return svg("svg", { viewBox: `-2 -2 ${width + 4} ${height + 4}`, class: "map plane", role: "group", "aria-label": title },
    svg("defs", null, svg("pattern", cell, line)),
    svg("rect", { x: 0, y: 0, width, height, fill: "url(#grid)", class: "edge" }),
    areas.map((piece) => area(piece, spot, words)),
    loose.map((piece) => disc(piece, spot, words)),
    held.map((piece) => drawn(piece, spot, words)));
}

const labelled = (piece, words) => shown(`${piece.title}, seat ${piece.seat ?? "none"}, ${words(piece)}`);

function framed(piece, words, extra, ...inside) {
  const text = labelled(piece, words);
  return svg("g", { class: `piece ${seatClass(piece.seat)}`, tabindex: 0, role: "img", "aria-label": text,
    "data-key": `piece ${piece.id}`, "data-piece": piece.id, ...extra }, svg("title", null, text), inside);
}

function area(piece, spot, words) {
  const [width, height] = piece.size;
  const [x, y] = spot([piece.at[0], piece.at[1] + height]);
  return framed(piece, words, {}, svg("rect", { x, y, width, height, class: "area" }));
}

function disc(piece, spot, words) {
  const [cx, cy] = spot(piece.at);
  return framed(piece, words, {}, svg("circle", { cx, cy, r: piece.radius ?? LEAST_CM, class: "loose" }));
}

/** A piece of a seat: its base, the seat's shape turned as it heads, its sign and what it is called. */
function drawn(piece, spot, words) {
  const [x, y] = spot(piece.at);
  const radius = piece.radius ?? LEAST_CM;
  const scale = round(Math.max(radius, LEAST_CM) / 1.15);
  const name = shown(piece.title.split(" ").at(-1));
  return framed(piece, words, { transform: `translate(${x} ${y})` },
    svg("circle", { r: radius, class: "base" }),
    svg("g", { transform: `scale(${scale})` },
      svg("circle", { r: 1.15, class: "halo" }),
      svg("g", { transform: `rotate(${round(piece.heading ?? 0)})` },
        piece.heading !== null && svg("path", { d: "M-.42-1.2 0-1.75 .42-1.2Z", class: "nose" }), seatShape(piece.seat)),
      svg("text", { class: "letter", y: 0.3 }, shown(piece.glyph))),
    svg("text", { class: "name plane-name", y: round(radius + 2.2) }, name));
}
