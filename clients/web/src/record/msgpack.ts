// MessagePack read strictly, for proofs: one meaning for each run of bytes, or a Malformed that says why.
// (What is said over the wire is read by a library: there only the form is at stake, here the history.)

/** The bytes are not what they should be. */
export class Malformed extends Error {
  constructor(
    readonly template: string,
    readonly values: Record<string, number | string> = {},
  ) {
    super(template);
  }
}

/** A float: kept apart from a whole number, which is another value in a record. */
export class Float {
  constructor(readonly value: number) {}
}

export const MAP_BYTES = 1 << 20; // a hostile file can make us hold no more than this at once
const MAP_DEPTH = 32;
const CUT = "it is cut short, or no MessagePack";
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Where the value ends that begins at `start`; nothing is built, so a false length costs nothing. */
export function endOf(data: Uint8Array, start: number): number {
  const size = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = start;
  for (let open = 1; open > 0; open -= 1) {
    if (at >= data.length) throw new Malformed(CUT);
    const [head, length, inner] = measure(size, at);
    at += head + length;
    if (at > data.length) throw new Malformed(CUT);
    open += inner;
  }
  return at;
}

/** Read the one map of plain values that `raw` is, to its last byte. */
export function readMap(raw: Uint8Array): Record<string, unknown> {
  if (raw.length > MAP_BYTES) throw new Malformed("a map is larger than any of a game");
  if (endOf(raw, 0) !== raw.length) throw new Malformed("bytes follow a map");
  const value = new Reader(raw).value(MAP_DEPTH);
  if (!isMap(value)) throw new Malformed("it is not a map of plain values");
  return value;
}

export function isMap(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) && !(value instanceof Uint8Array) && !(value instanceof Float);
}

/** The same with floats as numbers, for showing. */
export function plain(value: unknown): unknown {
  if (value instanceof Float) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isMap(value)) return value;
  const made = {};
  for (const [name, one] of Object.entries(value)) own(made, name, plain(one));
  return made;
}

/** Any name is a key like another, "__proto__" too. */
function own(map: object, name: string, value: unknown): void {
  Object.defineProperty(map, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** The value at `at`: bytes of its head, bytes of its own content, values inside. */
function measure(view: DataView, at: number): [head: number, length: number, inner: number] {
  const first = view.getUint8(at);
  if (first < 0x80 || first >= 0xe0) return [1, 0, 0];
  if (first < 0x90) return [1, 0, 2 * (first & 15)];
  if (first < 0xa0) return [1, 0, first & 15];
  if (first < 0xc0) return [1, first & 31, 0];
  if (first === 0xc1) throw new Malformed(CUT);
  const sized = SIZED[first];
  if (sized !== undefined) return [1, sized, 0];
  const [width, kind] = COUNTED[first]!;
  if (at + 1 + width > view.byteLength) throw new Malformed(CUT);
  const count = number(view, at + 1, width);
  if (kind === "bytes") return [1 + width, count, 0];
  return kind === "list" ? [1 + width, 0, count] : [1 + width, 0, 2 * count];
}

/** nil, false, true; floats; whole numbers; extensions of a fixed size (their type is a byte). */
const SIZED: Record<number, number> = {
  ...{ 0xc0: 0, 0xc2: 0, 0xc3: 0, 0xca: 4, 0xcb: 8 },
  ...{ 0xcc: 1, 0xcd: 2, 0xce: 4, 0xcf: 8, 0xd0: 1, 0xd1: 2, 0xd2: 4, 0xd3: 8 },
  ...{ 0xd4: 2, 0xd5: 3, 0xd6: 5, 0xd7: 9, 0xd8: 17 },
};

const COUNTED: Record<number, [width: number, kind: "bytes" | "list" | "map"]> = {
  ...{ 0xc4: [1, "bytes"], 0xc5: [2, "bytes"], 0xc6: [4, "bytes"] },
  ...{ 0xc7: [1, "bytes"], 0xc8: [2, "bytes"], 0xc9: [4, "bytes"] },
  ...{ 0xd9: [1, "bytes"], 0xda: [2, "bytes"], 0xdb: [4, "bytes"] },
  ...{ 0xdc: [2, "list"], 0xdd: [4, "list"], 0xde: [2, "map"], 0xdf: [4, "map"] },
};

function number(view: DataView, at: number, width: number): number {
  if (width === 1) return view.getUint8(at);
  return width === 2 ? view.getUint16(at) : view.getUint32(at);
}

/** Builds the values of bytes that `endOf` has walked over already. */
class Reader {
  #at = 0;
  #view: DataView;

  constructor(readonly data: Uint8Array) {
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  value(depth: number): unknown {
    const first = this.data[this.#at]!;
    const [head, length, inner] = measure(this.#view, this.#at);
    const at = this.#at + 1;
    this.#at += head + length;
    if (first < 0x80) return first;
    if (first >= 0xe0) return first - 256;
    if (first < 0x90 || first >= 0xde) return this.#map(inner / 2, depth);
    if (first < 0xa0 || first >= 0xdc) return this.#list(inner, depth);
    if (first < 0xc0 || first >= 0xd9) return this.#text(length);
    return first >= 0xc4 && first <= 0xc6 ? this.#bytes(length) : this.#scalar(first, at);
  }

  #map(count: number, depth: number): Record<string, unknown> {
    if (depth === 0) throw new Malformed("it is nested too deep");
    const map: Record<string, unknown> = {};
    for (let n = 0; n < count; n += 1) {
      const key = this.value(0);
      if (typeof key !== "string") throw new Malformed("a map has a key that is no text");
      if (Object.hasOwn(map, key)) throw new Malformed("a map holds one key twice");
      own(map, key, this.value(depth - 1));
    }
    return map;
  }

  #list(count: number, depth: number): unknown[] {
    if (depth === 0) throw new Malformed("it is nested too deep");
    const list: unknown[] = [];
    for (let n = 0; n < count; n += 1) list.push(this.value(depth - 1));
    return list;
  }

  #text(length: number): string {
    try {
      return UTF8.decode(this.#bytes(length));
    } catch {
      throw new Malformed("a text is not UTF-8");
    }
  }

  /** The content that was just passed over. */
  #bytes(length: number): Uint8Array {
    return this.data.subarray(this.#at - length, this.#at);
  }

  #scalar(first: number, at: number): unknown {
    const view = this.#view;
    switch (first) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return first === 0xc3;
      case 0xca:
        return new Float(view.getFloat32(at));
      case 0xcb:
        return new Float(view.getFloat64(at));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return number(view, at, 1 << (first - 0xcc));
      case 0xcf:
        return whole(view.getBigUint64(at));
      case 0xd0:
        return view.getInt8(at);
      case 0xd1:
        return view.getInt16(at);
      case 0xd2:
        return view.getInt32(at);
      case 0xd3:
        return whole(view.getBigInt64(at));
    }
    throw new Malformed("extensions are not used in a record");
  }
}

/** A whole number, exactly: as a number if that can hold it. */
function whole(value: bigint): number | bigint {
  const found = Number(value);
  return Number.isSafeInteger(found) ? found : value;
}
