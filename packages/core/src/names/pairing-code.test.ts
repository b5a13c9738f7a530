import { expect, test } from "vitest";
import { newPairingCode, pairingCodeInGroups, readPairingCode } from "./pairing-code.ts";

const counted = (count: number) => Uint8Array.from({ length: count }, (_, i) => i * 17);

test("a code has sixteen of thirty-two characters, and is accepted however it is typed", () => {
  const code = newPairingCode(counted);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
  const shown = pairingCodeInGroups(code);
  expect(shown).toMatch(/^.{4}-.{4}-.{4}-.{4}$/);
  for (const typed of [
    code,
    shown,
    shown.toLowerCase(),
    shown.replaceAll("-", " "),
    ` ${shown}\n`,
  ]) {
    expect(readPairingCode(typed)).toBe(code);
  }
});

test("similar characters are equivalent", () => {
  expect(readPairingCode("OIlo-0110-abcd-efgh")).toBe("01100110ABCDEFGH");
});

test.each([
  "",
  "7KQ2-M9XB-1234",
  "7KQ2-M9XB-1234-56789",
  "7KQ2-M9XB-1234-567U",
  "7KQ2-M9XB-1234-567é",
  `7KQ2-M9XB-1234-5678${"-".repeat(64)}`,
  "\u0000",
])("%j is invalid", (typed) => {
  expect(readPairingCode(typed)).toBeNull();
});
