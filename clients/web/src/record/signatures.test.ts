// Signatures against RFC 8032, @noble's own verification, and what must not pass.

import { ed25519 } from "@noble/curves/ed25519.js";
import { expect, test } from "vitest";
import { concat, unhex, utf8 } from "./bytes";
import { publicKey, sign, signed } from "./signatures";

test.each([
  [
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
  [
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  ],
])("RFC 8032 %#", (secret, key, message, signature) => {
  expect(publicKey(unhex(secret))).toEqual(unhex(key));
  expect(sign(unhex(secret), unhex(message))).toEqual(unhex(signature));
  expect(signed(unhex(key), unhex(signature), unhex(message))).toBe(true);
});

test("many of one key, before and after its work is kept; every altered byte is refused", () => {
  const secret = new Uint8Array(32).fill(7);
  const key = publicKey(secret);
  for (let n = 0; n < 24; n += 1) {
    const message = utf8(`message ${n}`);
    const signature = sign(secret, message);
    expect(signed(key, signature, message)).toBe(true);
    const at = n % 64;
    const altered = signature.with(at, signature[at]! ^ (1 << (n % 8)));
    expect(signed(key, altered, message)).toBe(false);
    expect(ed25519.verify(altered, message, key, { zip215: false })).toBe(false);
    expect(signed(key, signature, utf8(`message ${n + 1}`))).toBe(false);
  }
});

test("what is no signature, no key, or not in its one form is refused", () => {
  const secret = new Uint8Array(32).fill(9);
  const [key, message] = [publicKey(secret), utf8("m")];
  const signature = sign(secret, message);
  expect(signed(key, null, message)).toBe(false);
  expect(signed(key, signature.subarray(1), message)).toBe(false);
  expect(signed(key.subarray(1), signature, message)).toBe(false);
  expect(signed(new Uint8Array(32).fill(0xff), signature, message)).toBe(false);
  expect(signed(unhex(`02${"00".repeat(31)}`), signature, message)).toBe(false);
  // s + L signs the same, and is refused: a signature has one form.
  let s = BigInt(`0x${Array.from(signature.subarray(32).toReversed(), hexByte).join("")}`);
  s += ed25519.Point.Fn.ORDER;
  const more = unhex(s.toString(16).padStart(64, "0")).reverse();
  expect(signed(key, concat(signature.subarray(0, 32), more), message)).toBe(false);
});

const hexByte = (byte: number) => byte.toString(16).padStart(2, "0");
