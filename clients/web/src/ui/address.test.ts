import { expect, it } from "vitest";
import { read } from "./address";

const GAME = "0123456789abcdef0123456789abcdef";

it.each([
  ["/", "", { game: null, at: null, invitation: null }],
  [`/g/${GAME}`, "", { game: GAME, at: null, invitation: null }],
  [`/g/${GAME}`, "#41", { game: GAME, at: 41, invitation: null }],
  [`/g/${GAME}`, "#seat=2&code=ab", { game: GAME, at: null, invitation: { seat: 2, code: "ab" } }],
  ["/g/no-game", "#-1", { game: null, at: null, invitation: null }],
])("%s%s says where we are", (path, hash, address) => expect(read(path, hash)).toEqual(address));
