// For tests: one viewer of one game in Node, told what to do by lines of JSON. No page imports it.

import { hex, unhex } from "../record/bytes";
import { join, readLink } from "../play/join";
import { NotDone } from "../play/http";
import { save, type SeatKeys } from "../play/keyring";
import { LiveGame } from "../play/live.svelte";
import { here } from "./here";

type Told = Record<string, any>;

let live: LiveGame | null = null;
let held: SeatKeys | null = null;

/** What is answered to one line. */
export async function told(line: Told): Promise<unknown> {
  switch (line["do"]) {
    case "join":
      try {
        held = await join(readLink(line["link"])!, line["name"], here);
        return { seat: held.seat, keys: asText(held) };
      } catch (fault) {
        if (fault instanceof NotDone) return fault.problem;
        throw fault;
      }
    case "follow": {
      if (line["keys"]) await save((held = fromText<SeatKeys>(line["keys"])));
      const { server, game } = line;
      live = new LiveGame(server, game, held, { prover: here });
      return state();
    }
    case "state":
      return state();
    case "until":
      return until(line["at"], line["is"]);
    case "declare":
      return shown(
        await live!.declare(line["command"], fromText(line["fields"]), line["sealed"] ?? []),
      );
    case "odds":
      return live!.odds(line["command"], line["fields"]);
    case "rolls":
      return [...live!.rolls.values()].map(({ position, faces, dice }) => ({
        position,
        faces,
        dice,
      }));
    default:
      live?.close();
      return {};
  }
}

function state() {
  const { status, ended, frozen, notices, view, viewer, seat, proof, head, elsewhere } = live!;
  const lines = live!.chronicle.map(({ position, text }) => [position, text]);
  const told = notices.all.map(({ text }) => text);
  const shared = { status, ended, frozen, notices: told, viewer, seat, proof, elsewhere };
  return { ...shared, view, lines, position: head?.position ?? 0, pending: live!.pending };
}

const PATIENCE_MS = 20_000;

/** Waits until the state has these values, and stands at least at that event. */
async function until(at: number, is: Told = {}): Promise<unknown> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const now: Told = state();
    const proven = now["proof"].state !== "verified" || now["proof"].position >= at;
    const so = Object.entries(is).every(([name, value]) =>
      name === "proven" ? now["proof"].state === value && proven : now[name] === value,
    );
    if (so && now["position"] >= at) return now;
    await new Promise((done) => setTimeout(done, 5));
  }
  return { waited: state() };
}

/** Bytes as hexadecimal text, within a marker. */
const asText = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one) => (one instanceof Uint8Array ? `hex:${hex(one)}` : one)),
  );

const shown = asText;

const fromText = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === "string" && one.startsWith("hex:") ? unhex(one.slice(4)) : one,
  );
