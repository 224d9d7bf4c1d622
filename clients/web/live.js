// A game as a spectator follows it: what the server says goes in, what to do about it comes out.

import { applyChanges, pauses } from "./pure.js";

const KEPT = 2000;
const FATAL = new Set(["not_found", "not_allowed", "malformed", "out_of_turn"]);
const [BEAT_MS, SILENCE_MS, LATE_MS, ASK_MS] = [10_000, 12_000, 2_000, 5_000];

/** What is known of a game. No I/O: `take` a message, then do what it returns. */
export class Following {
  constructor(game) {
    Object.assign(this, { game, view: null, position: null, seen: null, lines: [], ahead_ms: 0 });
    this.stand("connecting", "connecting …");
  }

  /** The first frame of a connection: resumes where this viewer stands. */
  hello() {
    const resume = this.position === null ? {} : { after: this.position };
    return { t: "hello", id: 0, game: this.game, ...resume, ...(this.seen && { seen: this.seen }) };
  }

  stand(state, text) {
    Object.assign(this, { state, text });
  }

  /** Take *message*; returns "" (go on), "ask" (for a snapshot), "again" (connect anew) or "stop". */
  take(message) {
    const { t, position, head } = message;
    if (head && !(head.position < this.seen?.position)) this.seen = head;
    if (t === "beat") return this.position !== null && position > this.position ? "ask" : "";
    if (t === "snapshot") this.#snapshot(message);
    if (t === "update") return this.#update(message);
    if (t === "problem") return this.#problem(message);
    if (t === "welcome") {
      this.stand("live", "live");
      if (message.now_ms) this.ahead_ms = message.now_ms - Date.now(); // of our clock is the server's
    }
    return "";
  }

  #tell(...lines) {
    this.lines = [...this.lines, ...lines].slice(-KEPT);
  }

  #snapshot({ view, position, chronicle, why }) {
    const known = this.position ?? 0;
    const fresh = chronicle.filter((line) => line.position > known);
    const gap = fresh[0]?.position > known + 1 && fresh.length === chronicle.length;
    const back = position < known && `The history went to event ${known} before, and now ends at ${position}.`;
    const notes = [back, why, gap && "Earlier lines are left out here."].filter(Boolean);
    this.#tell(...notes.map((note) => ({ note })), ...fresh);
    Object.assign(this, { view, position });
  }

  #update({ after, position, chronicle, changes }) {
    if (position <= this.position && after < this.position) return ""; // seen before
    if (after !== this.position) return "ask";
    try {
      this.view = applyChanges(this.view, changes);
    } catch {
      this.position = null; // begin again, with the whole view
      return "again";
    }
    this.#tell(...chronicle);
    this.position = position;
    return "";
  }

  #problem({ code, text }) {
    if (code === "frozen") this.stand("frozen", text);
    else if (!FATAL.has(code)) this.#tell({ note: text });
    else this.stand("stopped", code.startsWith("not_") ? "There is no such game here." : text);
    return FATAL.has(code) ? "stop" : "";
  }
}

/** Keeps *following* connected for as long as the page lives; calls *changed* whenever it moved. */
export class Live {
  #waits = pauses(Math.random);
  #socket = null;
  #beats = 0;
  #sent = 0; // when the unanswered hello or beat was sent; 0: all is answered
  #heard = 0;
  #asked = 0;
  #late = 0; // how long the last answer took, or the next one takes

  constructor(following, changed) {
    Object.assign(this, { following, changed });
    setInterval(() => this.#tick(), 1000);
    this.#open();
  }

  /** The seconds that an answer took, if that is long enough to say so. */
  get lateSeconds() {
    return this.#late > LATE_MS ? Math.round(this.#late / 1000) : 0;
  }

  #open() {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`, "broadside.v1.json");
    [this.#socket, this.#sent] = [socket, Date.now()];
    socket.onopen = () => socket.send(JSON.stringify(this.following.hello()));
    socket.onmessage = ({ data }) => socket === this.#socket && this.#take(JSON.parse(data));
    socket.onclose = () => socket === this.#socket && this.#lost();
  }

  #take(message) {
    const todo = this.following.take(message);
    const now = Date.now();
    if (Number.isInteger(message.id)) [this.#late, this.#heard, this.#sent] = [now - this.#sent, now, 0];
    if (message.t === "snapshot" || message.t === "update") this.#waits = pauses(Math.random);
    if (todo === "ask" && !this.#sent && now - this.#asked > ASK_MS) {
      this.#asked = now;
      this.#beat();
    }
    if (todo === "again") this.#lost();
    if (todo === "stop") this.#drop();
    this.changed();
  }

  /** A beat is answered with the head, and with a snapshot if this viewer is behind. */
  #beat() {
    this.#sent = Date.now();
    this.#beats += 1;
    this.#socket.send(JSON.stringify({ t: "beat", id: this.#beats, position: this.following.position }));
  }

  #tick() {
    if (this.#socket === null) return;
    const waited = this.#sent ? Date.now() - this.#sent : 0;
    if (waited > LATE_MS) this.#late = waited;
    if (waited > SILENCE_MS) this.#lost();
    else if (!this.#sent && Date.now() - this.#heard > BEAT_MS) this.#beat();
    this.changed();
  }

  #lost() {
    this.#drop();
    this.following.stand("lost", "connection lost, trying again");
    setTimeout(() => this.#open(), this.#waits.next().value * 1000);
    this.changed();
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#late = 0;
    socket?.close();
  }
}
