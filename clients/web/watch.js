// The spectators' page: the list of games at /, one game live at /g/<id>.

import { drawBoard, watchLooks } from "./board.js";
import { byId, el, own, pill, refill, said, seatLine, soft, whenChanged } from "./dom.js";
import { Following, Live } from "./live.js";
import { minutes, shown } from "./pure.js";
import { drawSheets } from "./sheets.js";

const LINES = 2000;
const LOOK_MS = 5000;
const PHASES = { offered: "open: seats are free", running: "being played", over: "over" };
const phasePill = (phase) => el("span", { class: "pill", "data-phase": phase }, PHASES[phase] ?? phase);

const say = whenChanged(({ state, text }) => {
  byId("state").dataset.state = state;
  byId("state").textContent = text;
});

const drawGames = whenChanged((games) => {
  const lines = games.map(({ game, system, scenario, phase, created_ms, position, dice, seats, winners }) => el("li", null,
    el("a", { href: `/g/${game}`, "data-key": game },
      el("span", null, el("strong", null, own(system)), " ", soft(own(scenario))), phasePill(phase)),
    el("ul", { class: "seats" }, Object.entries(seats).map(([seat, [title, name]]) =>
      seatLine(Number(seat), title, name, winners.includes(Number(seat)) && pill("won", true)))),
    el("p", { class: "small" }, `${new Date(created_ms).toLocaleString()} · ${position} events · dice level: `, own(dice))));
  refill(byId("games"), lines.length ? lines : el("li", { class: "empty" }, "There is no game here yet."));
});

async function front() {
  byId("front").hidden = false;
  byId("make").textContent = `.venv/bin/broadside new --server ${location.origin}`;
  for (;;) {
    try {
      const answer = await fetch("/api/games", { signal: AbortSignal.timeout(LOOK_MS) });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      drawGames(await answer.json());
      say({ state: "live", text: "current" });
    } catch {
      say({ state: "lost", text: "the server does not answer, trying again" });
    }
    await new Promise((resume) => setTimeout(resume, LOOK_MS));
  }
}

const RECESSES = { pause: "pause", adjournment: "adjourned" };
const drawHead = whenChanged(({ title, scenario, headline, phase, dice, disputed, recess, clock, seats, winners, result }) => {
  byId("title").replaceChildren(own(title), " · ", own(scenario));
  byId("headline").replaceChildren(own(headline));
  document.title = shown(`${headline} · ${title} · Broadside`);
  byId("marks").replaceChildren(phasePill(phase), pill(["dice level: ", own(dice)]),
    disputed ? pill(`event ${disputed} is disputed`, true) : "", recess ? pill(RECESSES[recess.kind], true) : "");
  byId("seats").replaceChildren(...seats.map(({ seat, title, name, taken, waiting, sealed, offers_draw, order_sealed, clock: own_clock }) =>
    seatLine(seat, title, name || (taken && "taken"), waiting && pill("is waited for", true),
      sealed && pill("has sealed"), order_sealed && pill("has sealed its next order"), offers_draw && pill("offers a draw"),
      own_clock && clock && el("span", { class: "clock", ...ticking(own_clock, clock) }), winners.includes(seat) && pill("won", true))));
  drawClocks();
  const won = seats.filter(({ seat }) => winners.includes(seat)).map(({ name, title }) => own(name || title));
  byId("result").hidden = result === null;
  const who = won.length ? ["Won by ", won.flatMap((name, n) => (n ? [", ", name] : name)), "."] : "Nobody won.";
  if (result) byId("result").replaceChildren(el("strong", null, who), " ", ...said(result));
});

/** What a clock showed at the server's last event, for `drawClocks` to run on from. */
const ticking = ({ left_ms, running }, { since_ms }) =>
  left_ms === null ? {} : { "data-left": left_ms, "data-since": running ? since_ms : "" };

let serverNow = () => Date.now();

function drawClocks() {
  for (const clock of document.querySelectorAll("#seats .clock")) {
    const { left, since } = clock.dataset;
    clock.textContent = left === undefined ? "no end yet" : `${minutes(left - (since && Math.max(0, serverNow() - since)))} left`;
  }
}

const drawTable = whenChanged(drawBoard);

function drawView({ title, scenario, phase, dice, disputed, recess, clock, seats, winners, result, scene }) {
  const headline = scene?.headline ?? (phase === "offered" ? "Waiting for players" : phase);
  drawHead({ title, scenario, headline, phase, dice, disputed, recess, clock, seats, winners, result });
  drawTable(scene && { board: scene.board, pieces: scene.pieces });
  drawSheets(scene);
}

const atEnd = (root) => root.scrollHeight - root.scrollTop - root.clientHeight < 24;

/** Append to the chronicle; it stays at its end unless the reader went up. */
function drawLines(lines) {
  const root = byId("lines");
  const follow = atEnd(root);
  root.append(...lines.map(chronicleLine));
  while (root.childElementCount > LINES) root.firstElementChild.remove();
  if (follow) root.scrollTop = root.scrollHeight;
  else byId("to-end").hidden = false;
}

function chronicleLine({ note, position, at_ms, kind, sentence, text }) {
  if (note) return el("li", { class: "note" }, shown(note));
  return el("li", { "data-kind": kind },
    el("span", { class: "position", title: new Date(at_ms).toLocaleString() }, position),
    el("span", null, said(sentence, text), " ", sentence.rule && el("span", { class: "rule" }, `(${shown(sentence.rule)})`)));
}

function game(id) {
  const root = byId("lines");
  byId("game").hidden = false;
  byId("invitation").hidden = !location.hash.includes("code=");
  for (const name of ["events", "record"]) byId(name).href = `/api/games/${id}/${name}`;
  byId("to-end").addEventListener("click", () => (root.scrollTop = root.scrollHeight));
  root.addEventListener("scroll", () => (byId("to-end").hidden ||= atEnd(root)));
  watchLooks();
  const following = new Following(id);
  serverNow = () => Date.now() + following.ahead_ms;
  setInterval(drawClocks, 1000);
  let asked = false;
  const live = new Live(following, () => {
    if (!asked) requestAnimationFrame(draw);
    asked = true;
  });
  function draw() {
    asked = false;
    const { state, text, view, lines } = following;
    const late = state === "live" && live.lateSeconds;
    say(late ? { state: "late", text: `live, but late: an answer took ${late} s` } : { state, text });
    if (view === null) byId("headline").textContent = text;
    else drawView(view);
    if (lines.length) drawLines(lines.splice(0));
    if (view) setTimeout(() => root.setAttribute("aria-live", "polite"), 1000); // the past is not read out
  }
  draw();
}

const [, folder, id] = location.pathname.split("/");
if (folder === "g") game(id);
else front();
