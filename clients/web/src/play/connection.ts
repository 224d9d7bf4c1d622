// A websocket to one game that comes back by itself: hello first, then what comes; lost, and again.

import { pauses } from "./resume";
import { SUBPROTOCOL, toBytes, type FromViewer, type Hello } from "./wire";

/** Why a socket closed, as far as people care. */
export type Lost = "restart" | "seat_left" | "lost";

export interface Listener {
  hello(): Omit<Hello, "t" | "id" | "game">;
  take(data: ArrayBuffer): void;
  /** The line is lost; it is tried again unless `close` is called. */
  lost(why: Lost): void;
}

const [SEAT_LEFT, GOING_AWAY] = [4001, 1001];
const [TICK_MS, BEAT_MS, SILENCE_MS] = [1_000, 10_000, 12_000];

export class Connection {
  #socket: WebSocket | null = null;
  #waits = pauses(Math.random);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticks: ReturnType<typeof setInterval>;
  #nextId = 1;
  #asked = 0; // when the unanswered hello or beat was sent; 0: all is answered
  #heard = 0;

  constructor(
    readonly server: string,
    readonly game: string,
    readonly listener: Listener,
  ) {
    this.#ticks = setInterval(() => this.#tick(), TICK_MS);
    globalThis.addEventListener?.("online", this.#now);
    this.#open();
  }

  /** A number for a request. */
  nextId(): number {
    return this.#nextId++;
  }

  /** Sends it if there is a line; whoever needs an answer sends it again when there is one. */
  send(message: FromViewer): void {
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(toBytes(message) as BufferSource);
  }

  /** All is well: the next loss is tried again soon. */
  settled(): void {
    this.#waits = pauses(Math.random);
  }

  close(): void {
    clearInterval(this.#ticks);
    clearTimeout(this.#timer);
    globalThis.removeEventListener?.("online", this.#now);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(`${this.server.replace("http", "ws")}/ws`, SUBPROTOCOL);
    socket.binaryType = "arraybuffer";
    [this.#socket, this.#asked] = [socket, Date.now()];
    socket.onopen = () => {
      const hello = { t: "hello", id: 0, game: this.game, ...this.listener.hello() } as const;
      if (socket === this.#socket) this.send(hello);
    };
    socket.onmessage = ({ data }) => socket === this.#socket && this.#take(data);
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#drop(code === SEAT_LEFT ? "seat_left" : code === GOING_AWAY ? "restart" : "lost");
    };
  }

  #take(data: ArrayBuffer): void {
    [this.#asked, this.#heard] = [0, Date.now()];
    this.listener.take(data);
  }

  #tick(): void {
    if (this.#socket === null) return;
    if (this.#asked && Date.now() - this.#asked > SILENCE_MS) this.#drop("lost");
    else if (!this.#asked && Date.now() - this.#heard > BEAT_MS) {
      this.#asked = Date.now();
      this.send({ t: "beat", id: this.nextId(), position: this.listener.hello().after ?? 0 });
    }
  }

  #drop(why: Lost): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#timer = setTimeout(() => this.#open(), 1000 * this.#waits.next().value);
    this.listener.lost(why);
  }

  /** The network is back: whoever waits for the next attempt makes it now. */
  #now = (): void => {
    if (this.#socket !== null) return;
    clearTimeout(this.#timer);
    this.#open();
  };
}
