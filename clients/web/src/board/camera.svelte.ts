// What of the board is seen: a middle and a width; drags, wheels, pinches and keys move it.

import type { Box } from "./geometry";
import type { Spot } from "./hexes";

const STEP = 0.12;
const NEAREST = 6; // of what there is to see, this share of its width at the least
const WHOLE: Box = { x: -10, y: -8, width: 20, height: 16 };

export class Camera {
  element: SVGSVGElement | undefined = $state.raw();
  width = $state(800);
  height = $state(600);
  dragging = $state(false);
  #whole: Box = $state.raw(WHOLE);
  #seen: { x: number; y: number; width: number } | null = $state.raw(null);
  #kind = "";
  #moved = false;
  #fingers = new Map<number, Spot>();

  readonly box: Box = $derived.by(() => {
    const tall = this.height / Math.max(1, this.width);
    const fit = Math.max(this.#whole.width, this.#whole.height / tall);
    const { x, y, width } = this.#seen ?? {
      x: this.#whole.x + this.#whole.width / 2,
      y: this.#whole.y + this.#whole.height / 2,
      width: fit,
    };
    return { x: x - width / 2, y: y - (width * tall) / 2, width, height: width * tall };
  });
  readonly viewBox = $derived(`${this.box.x} ${this.box.y} ${this.box.width} ${this.box.height}`);
  /** The length of a pixel in the drawing. */
  readonly unit = $derived(this.box.width / Math.max(1, this.width));

  /** What there is to see; a frame is kept while it holds that well, so that the board lies still. */
  watch(home: Box, kind: string): void {
    const before = this.#whole;
    if (kind !== this.#kind) this.#seen = null;
    else if (this.#moved || (holds(before, home) && before.width < 1.5 * home.width)) return;
    this.#kind = kind;
    this.#whole = home;
  }

  home(): void {
    this.#seen = null;
    this.#moved = false;
  }

  zoom(by: number, [x, y]: Spot = this.#middle()): void {
    const { x: left, width } = this.box;
    const wide = Math.min(
      Math.max(width * by, this.#whole.width / 12, NEAREST),
      this.#whole.width * 3,
    );
    const share = wide / width;
    const [cx, cy] = this.#middle();
    if (Number.isFinite(left)) this.#look(x + (cx - x) * share, y + (cy - y) * share, wide);
  }

  key(key: string): boolean {
    const [x, y] = this.#middle();
    const { width, height } = this.box;
    const ways: Record<string, Spot> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const way = ways[key];
    if (way) this.#look(x + way[0] * width * STEP, y + way[1] * height * STEP, width);
    else if (key === "+" || key === "=") this.zoom(1 / 1.3);
    else if (key === "-") this.zoom(1.3);
    else if (key === "0") this.home();
    else return false;
    return true;
  }

  /** The place on the board where a pointer is. */
  at(event: { clientX: number; clientY: number }): Spot {
    const matrix = this.element?.getScreenCTM();
    if (!matrix) return [0, 0];
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }

  down(event: PointerEvent): void {
    if (event.button === 0) this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  move(event: PointerEvent): void {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now: Spot = [event.clientX, event.clientY];
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    if (!this.dragging && Math.hypot(dx, dy) < 4) return; // a click, so far
    if (!this.dragging) this.element?.setPointerCapture(event.pointerId);
    this.dragging = true;
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const [was, is] = [before, now].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
      this.zoom(Math.max(1, was!) / Math.max(1, is!));
    } else {
      const [x, y] = this.#middle();
      this.#look(x - dx * this.unit, y - dy * this.unit, this.box.width);
    }
    this.#fingers.set(event.pointerId, now);
  }

  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size === 0) this.dragging = false;
  }

  /** Zooms with Ctrl or a pinch; a plain wheel scrolls the page as everywhere. */
  wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(Math.exp(event.deltaY / 300), this.at(event));
  }

  #middle(): Spot {
    const { x, y, width, height } = this.box;
    return [x + width / 2, y + height / 2];
  }

  #look(x: number, y: number, width: number): void {
    this.#moved = true;
    this.#seen = { x, y, width };
  }
}

const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x - 1.5 &&
  inner.y >= outer.y - 1.5 &&
  inner.x + inner.width <= outer.x + outer.width + 1.5 &&
  inner.y + inner.height <= outer.y + outer.height + 1.5;
