// Hexes in axial coordinates, their sides 1 long: flat tops (A is up) or pointed ones (A is up to the left).

import { defineHex, distance, Orientation, pointToCube } from "honeycomb-grid";

export type Top = "flat" | "pointed";
export type Spot = [x: number, y: number];

const KINDS = {
  flat: defineHex({ dimensions: 1, orientation: Orientation.FLAT }),
  pointed: defineHex({ dimensions: 1, orientation: Orientation.POINTY }),
};

export const ROW = Math.sqrt(3);

/** The middle of a hex. */
export function centre([q, r]: Spot, top: Top): Spot {
  const hex = new KINDS[top]({ q, r });
  return [hex.x, hex.y];
}

/** The corners of a hex, for an SVG polygon. */
export function corners([q, r]: Spot, top: Top): string {
  const hex = new KINDS[top]({ q, r });
  return hex.corners.map(({ x, y }) => `${round(x)},${round(y)}`).join(" ");
}

/** The hex in which a point lies. */
export function hexAt([x, y]: Spot, top: Top): Spot {
  const { q, r } = pointToCube(new KINDS[top](), { x, y });
  return [q || 0, r || 0];
}

/** How many hexes one is from the other. */
export const range = ([q, r]: Spot, [q2, r2]: Spot): number =>
  distance(new KINDS.flat(), { q, r }, { q: q2, r: r2 });

/** The degrees, clockwise from up, of a facing from A (0) to F (5). */
export const degrees = (facing: number, top: Top): number =>
  facing * 60 - (top === "pointed" ? 30 : 0);

export const round = (value: number): number => Math.round(value * 1000) / 1000;
