import { expect, test } from "vitest";
import { rowText } from "./row-text.ts";
import { createTableDigest } from "./table-digest.ts";

function digestOf(rows: readonly string[]): string {
  const digest = createTableDigest();
  for (const row of rows) digest.add(row);
  return `${digest.rows} ${digest.hex()}`;
}

test("a digest does not depend on the order of rows", () => {
  expect(digestOf(["a", "b", "c"])).toBe(digestOf(["c", "a", "b"]));
  expect(digestOf([])).toBe(`0 ${"0".repeat(64)}`);
});

test.each([
  [["a", "b"]],
  [["a", "b", "b"]],
  [["a", "b", "c", "c"]],
  [["a", "b", "d"]],
  [["ab", "c", ""]],
])("%j has another digest than the rows a, b and c", (rows) => {
  expect(digestOf(rows)).not.toBe(digestOf(["a", "b", "c"]));
});

test("a row has the same text from either driver", () => {
  const bytes = new Uint8Array([0, 255, 16]);
  expect(rowText({ a: "é", b: 1.5, c: null, d: Buffer.from(bytes) })).toEqual(
    rowText({ a: "é", b: 1.5, c: null, d: bytes }),
  );
  expect(rowText({ d: bytes }).json).toBe('{"d":"\\\\x00ff10"}');
});

test("U+0000 becomes U+FFFD and is counted", () => {
  expect(rowText({ a: "x\0y\0", b: "z" })).toMatchObject({
    values: { a: "x\uFFFDy\uFFFD", b: "z" },
    nuls: 2,
  });
});
