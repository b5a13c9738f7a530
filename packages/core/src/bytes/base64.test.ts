import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { fromBase64, toBase64, toBase64Url } from "./base64.ts";

const bytes = fc.uint8Array({ maxLength: 300 });

describe("base64", () => {
  test.prop([bytes])("is what Node's Buffer writes, in both alphabets", (given) => {
    expect(toBase64(given)).toBe(Buffer.from(given).toString("base64"));
    expect(toBase64Url(given)).toBe(Buffer.from(given).toString("base64url"));
  });

  test.prop([bytes])("says the same bytes again, padded or not", (given) => {
    expect(fromBase64(toBase64(given))).toEqual(given);
    expect(fromBase64(toBase64Url(given))).toEqual(given);
  });

  test("of more bytes than one call makes into a string", () => {
    const given = Uint8Array.from({ length: 100_003 }, (_, i) => (i * 7919) % 256);
    expect(toBase64(given)).toBe(Buffer.from(given).toString("base64"));
    expect(fromBase64(toBase64(given))).toEqual(given);
  });

  test("of a part of a buffer", () => {
    expect(toBase64(Uint8Array.of(0, 1, 2, 3).subarray(1, 3))).toBe("AQI=");
  });

  const pieces = fc.constantFrom("A", "z", "9", "+", "/", "-", "_", "=", " ", "\n", "*", "~");
  test.prop([fc.array(pieces, { maxLength: 40 }).map((all) => all.join(""))])(
    "is read as Node's Buffer reads it, whatever stands in it",
    (text) => {
      expect(Buffer.from(fromBase64(text)).toString("hex")).toBe(
        Buffer.from(text, "base64").toString("hex"),
      );
    },
  );

  test("passes over what is of no alphabet at all", () => {
    expect(fromBase64("Y\u20acW\u{1f600}I")).toEqual(Uint8Array.of(97, 98));
  });
});
