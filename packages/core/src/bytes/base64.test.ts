import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { fromBase64, toBase64, toBase64Url } from "./base64.ts";

const bytes = fc.uint8Array({ maxLength: 300 });

describe("base64", () => {
  test.prop([bytes])("matches Node's Buffer in both alphabets", (given) => {
    expect(toBase64(given)).toBe(Buffer.from(given).toString("base64"));
    expect(toBase64Url(given)).toBe(Buffer.from(given).toString("base64url"));
  });

  test.prop([bytes])("decodes to the same bytes, padded or not", (given) => {
    expect(fromBase64(toBase64(given))).toEqual(given);
    expect(fromBase64(toBase64Url(given))).toEqual(given);
  });

  test("encodes more bytes than one call can turn into a string", () => {
    const given = Uint8Array.from({ length: 100_003 }, (_, i) => (i * 7919) % 256);
    expect(toBase64(given)).toBe(Buffer.from(given).toString("base64"));
    expect(fromBase64(toBase64(given))).toEqual(given);
  });

  test("encodes part of a buffer", () => {
    expect(toBase64(Uint8Array.of(0, 1, 2, 3).subarray(1, 3))).toBe("AQI=");
  });

  const pieces = fc.constantFrom("A", "z", "9", "+", "/", "-", "_", "=", " ", "\n", "*", "~");
  test.prop([fc.array(pieces, { maxLength: 40 }).map((all) => all.join(""))])(
    "decodes any text like Node's Buffer",
    (text) => {
      expect(Buffer.from(fromBase64(text)).toString("hex")).toBe(
        Buffer.from(text, "base64").toString("hex"),
      );
    },
  );

  test("skips characters outside both alphabets", () => {
    expect(fromBase64("Y\u20acW\u{1f600}I")).toEqual(Uint8Array.of(97, 98));
  });
});
