import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../../../../scripts/property-runs.ts";
import { isUtf8 } from "./is-utf8.ts";

function content(...parts: readonly Uint8Array[]) {
  const sizeBytes = parts.reduce((sum, part) => sum + part.length, 0);
  return {
    sizeBytes,
    open: async () =>
      (async function* () {
        yield* parts;
      })(),
  };
}

function isFatal(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return false;
  } catch {
    return true;
  }
}

test("accepts exactly the bytes that a decoder accepts, in any chunks", async () => {
  const near = fc.uint8Array({ maxLength: 6 }).map((bytes) => bytes.map((byte) => byte | 0x80));
  const text = fc.string({ unit: "binary" }).map((written) => new TextEncoder().encode(written));
  await fc.assert(
    fc.asyncProperty(fc.oneof(near, text, fc.uint8Array()), fc.nat(20), async (bytes, at) => {
      const found = await isUtf8(content(bytes.subarray(0, at), bytes.subarray(at)));
      expect(found).toBe(!isFatal(bytes));
    }),
    { numRuns: propertyRuns(2000) },
  );
});

test("accepts a character cut at the limit, but not at the end", async () => {
  const half = Uint8Array.of(0xe2, 0x82);
  expect(await isUtf8(content(half))).toBe(false);
  expect(await isUtf8({ ...content(half), sizeBytes: 2 * 1024 * 1024 })).toBe(true);
});
