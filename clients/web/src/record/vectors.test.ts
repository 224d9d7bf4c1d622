// The vectors at the end of record.md, and every record of tests/recordings.

import { expect, test } from "vitest";
import { hex, unhex, utf8 } from "./bytes";
import { check } from "./check";
import { chain, commitment, context, diceBytes, draw, facesOf, rollKey } from "./dice";
import { eventHash, NONE32, sealOf, sha } from "./hashes";
import type { Contributor, Dice } from "./report";

const GAME = Uint8Array.from({ length: 16 }, (_, n) => n);
const SEEDS = [0x11, 0x22, 0x33].map((byte) => new Uint8Array(32).fill(byte));
const CHAINS = SEEDS.map((seed, seat) => chain(GAME, seat, seed, 8));
const link = (seat: number, i: number) => CHAINS[seat]!.slice(32 * i, 32 * i + 32);
const seats = (i: number): Contributor[] =>
  [1, 2].map((seat) => ({ seat, status: 1, link: link(seat, i) }));

test("anchors and links are those of the table", () => {
  expect([0, 1, 2].map((seat) => [0, 1, 2].map((i) => hex(link(seat, i))))).toEqual([
    [
      "32301aae30936b219bab2a6e291f7a20525257454be06d851469a2d143498d6f",
      "b4287d971a9d638753da1fb4b02b4632f2b7a1779dd262c2eab6c4a8bf9dd1e3",
      "0b15b6acc4f50cf2a005f4e70d370ac7d022dd090c8b71132529cebacfd3fd3b",
    ],
    [
      "ab6842a56b6c9fb55670201c51bd57e89feb0ac4945ccea8ec6ce1766a030e6e",
      "d534838ceb26b9d926acc8890f3060916313968735b38dabfb284c744e88c140",
      "c438ef2083a108d65d21267b88eee26ed1e3429857ac5dc307c75e4683d3486e",
    ],
    [
      "39eda402edeee65dfd6e57102f32412a0ad51a590ddfcd948a56a9671e7f0f67",
      "79ca74701c25900622d9f41e9c1eb7c625b7f043df0ed27c97b149fcb650541c",
      "c1db0df5298e5c9dc1272c5d3400182606cf2ef7d105c4070bb37557742cd7a7",
    ],
  ]);
});

const DICE: Dice[] = [
  ["a", 12, 6],
  ["b", 4, 10],
  ["c", 2, 100],
  ["d", 1, 1000],
];

test.each([
  [
    ...[1, "server", "bb28fe56856a4f6a37dbb91207caefe22e0d4bb9bf7c4d9cd73f7f0cf8c0ddbc"],
    "1 5 1 3 4 2 1 1 2 5 3 1, 3 1 8 6, 27 100, 104",
  ],
  [
    ...[1, "table", "6887694ddf52aa96820b70aab240b017917284c4221832ea129dc9248474fc24"],
    "1 2 3 3 3 2 1 3 2 5 3 6, 1 1 10 8, 57 90, 433",
  ],
  [
    ...[2, "table", "49b19b0bf8d77ba905b961f7cb2e26bfa4622e6e33db5489ee29d4f579814b69"],
    "4 1 2 4 1 2 5 1 3 2 1 4, 10 10 7 10, 25 65, 334",
  ],
] as [number, string, string, string][])("roll %i, %s: key and faces", (i, level, key, faces) => {
  const ctx = sha(utf8("example DiceRequested event"));
  const found = rollKey(link(0, i), ctx, level === "table" ? seats(i) : []);
  expect(hex(found)).toBe(key);
  const { stream, draws } = draw(found, DICE);
  expect(
    facesOf(draws)
      .map((group) => group.join(" "))
      .join(", "),
  ).toBe(faces);
  const last = draws.at(-1)!.at(-1)!;
  expect(stream.length).toBe(last.at + last.width);
});

const OPENS = [
  "83a16ba76578616d706c65a17601a16481a16e01",
  "83a16ba76578616d706c65a17601a16481a16e02",
];
const SEALED = unhex("02".repeat(16) + "81a6736563726574a374776f");

test("two events, the second one sealed, have the hashes of the table", () => {
  const at = 1_700_000_000_000;
  const [first, second] = OPENS.map((open) => sha(unhex(open))) as [Uint8Array, Uint8Array];
  const seal = sealOf(SEALED);
  expect(hex(seal)).toBe("d87791ef171cf9a9e20a911730b46ccf8bcd4ab5f21d1fd004485f515cdaeb96");
  const one = eventHash(GAME, 1, at + 1, NONE32, first, NONE32);
  expect(hex(one)).toBe("f42c367865711c8b38521c5768842bc2385435fe2b56f96af33a661dfb3cc07f");
  const two = eventHash(GAME, 2, at + 2, one, second, seal);
  expect(hex(two)).toBe("e0954a68693717c69282a57e2f02ff73798cbc99d77cd6e3aaaad4ba4c9b3df4");
});

test("dice asked for by event 2 as roll 1: ctx, key and faces at both levels, and hidden", () => {
  const dice: Dice[] = [
    ["phaser 1", 2, 6],
    ["phaser 2", 2, 6],
    ["phaser 3", 1, 6],
  ];
  expect(hex(diceBytes(dice))).toBe(
    "087068617365722031000200060870686173657220320002000608706861736572203300010006",
  );
  const ctx = context(GAME, 1, sha(unhex(OPENS[1]!)), sealOf(SEALED), dice);
  expect(hex(ctx)).toBe("e33036fed4fc95f3cbe0a8c6d0e7a8d5c108aef6f54c48ff1b9e7f86b6c6cfea");
  const seed = new Uint8Array(32).fill(0x77);
  expect(hex(commitment(GAME, 1, seed))).toBe(
    "18b2325d8a6482309d2839e87d19246074577dc53d1f042d58f2bd8c96ca9d9f",
  );
  const rolls = [
    rollKey(link(0, 1), ctx, []),
    rollKey(link(0, 1), ctx, seats(1)),
    rollKey(seed, ctx, []),
  ];
  expect(rolls.map((key) => [hex(key), facesOf(draw(key, dice).draws)])).toEqual([
    ["90c3ec6fe43da259f28e295d358e5a7d9f4af90aa2d41024ac589c17340371f5", [[6, 1], [3, 4], [6]]],
    ["ae7b2c56d3a3258add31f6e6f892ab03830c67b7b596e456a8df3f22a830d93c", [[3, 2], [3, 5], [4]]],
    ["804d858ae8dec70a0b71fd7b3cacd2bbd9bc75a35de933bb3500dce2fbb82950", [[5, 2], [2, 2], [5]]],
  ]);
});

const RECORDINGS = import.meta.glob<string>("../../../../tests/recordings/*/*/*.bsr", {
  query: "?inline",
  import: "default",
  eager: true,
});

test("there are recordings of four systems at both levels", () => {
  expect(Object.keys(RECORDINGS).length).toBeGreaterThanOrEqual(8);
});

test.each(Object.entries(RECORDINGS))(
  "%s verifies, every roll down to its bytes",
  (file, url) => {
    const data = Uint8Array.from(atob(url.split(",")[1]!), (sign) => sign.charCodeAt(0));
    const report = check(data);
    expect(report.fault).toBeNull();
    expect(report.ok && report.over).toBe(true);
    expect(file).toContain(`${report.system}/${report.level}.bsr`);
    expect(report.rolls.length).toBe(report.counts.rolls);
    for (const roll of report.rolls) expect(facesOf(roll.draws!)).toEqual(roll.faces);
  },
  60_000,
);

test("where only a signature is wrong, the history is told as the whole that it is", () => {
  const [, url] = Object.entries(RECORDINGS).find(([file]) => file.includes("gothic/server"))!;
  const data = Uint8Array.from(atob(url.split(",")[1]!), (sign) => sign.charCodeAt(0));
  const { head } = check(data);
  for (let at = data.length >> 1; ; at += 16) {
    const edited = data.slice();
    edited[at]! ^= 1;
    const { fault, checks } = check(edited);
    if (fault?.check !== "signatures" || fault.position === null) continue;
    expect(checks[0]).toMatchObject({ name: "history", ok: true, count: head.position });
    return;
  }
}, 60_000);
