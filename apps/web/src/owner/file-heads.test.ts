import { expect, test } from "vitest";
import { partOf } from "./file-heads.ts";

const sha256 = "ab".repeat(32);
const etag = `"${sha256}"`;

test("a whole file is the content of its entity tag", () => {
  expect(partOf(200, { etag })).toEqual({ sha256, range: null });
});

test("a range ends after its last byte", () => {
  const headers = { etag, "content-range": "bytes 10-19/100" };
  expect(partOf(206, headers)).toEqual({ sha256, range: { start: 10, end: 20 } });
});

test.each([
  [304, { etag }],
  [416, { etag, "content-range": "bytes */100" }],
  [206, { etag }],
  [200, {}],
  [200, { etag: '"../../secret"' }],
])("a response %i with %o has no content", (status, headers) => {
  expect(partOf(status, headers)).toBeNull();
});
