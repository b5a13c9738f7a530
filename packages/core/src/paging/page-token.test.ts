import { describe, expect, test } from "vitest";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toBase64Url } from "../bytes/base64.ts";
import { toHex } from "../bytes/hex.ts";
import { createPageTokens, pageSizeOf } from "./page-token.ts";

const key = new Uint8Array(32).fill(7);
const tokens = createPageTokens(key);
const position = {
  after: { values: [1, 1_700_000_000_000, "é"], id: "abc" },
  nowMs: 42,
  pageSize: 7,
};
const asked = ["pinned", [], "NORMAL"];

describe("a page token", () => {
  test("returns the position that it was created from", () => {
    expect(tokens.open(tokens.seal(position, asked), asked)).toEqual({ ok: true, value: position });
  });

  test("is refused for another listing", () => {
    const opened = tokens.open(tokens.seal(position, asked), ["!pinned", [], "NORMAL"]);
    expect(opened).toMatchObject({ ok: false, error: { code: "INVALID_ARGUMENT" } });
  });

  test("is refused when any character of it was altered", () => {
    const token = tokens.seal(position, asked);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === "A" ? "B" : "A";
      const altered = token.slice(0, at) + other + token.slice(at + 1);
      // The last character may contain unused bits.
      const isRefused = !tokens.open(altered, asked).ok;
      expect(isRefused || at === token.length - 1).toBe(true);
    }
  });

  test("is refused when an older version of this program made it", () => {
    const print = toHex(sha256(utf8ToBytes(JSON.stringify(asked)))).slice(0, 16);
    const { values, id } = position.after;
    const body = utf8ToBytes(JSON.stringify([values, id, position.nowMs, print]));
    const token = toBase64Url(Uint8Array.from([...hmac(sha256, key, body).slice(0, 16), ...body]));
    expect(tokens.open(token, asked)).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGUMENT", fields: [{ field: "pageToken" }] },
    });
  });

  test("is refused under another key, and if it isn't a token", () => {
    const others = createPageTokens(new Uint8Array(32).fill(8));
    expect(others.open(tokens.seal(position, asked), asked).ok).toBe(false);
    for (const token of ["", "x", "*".repeat(60), "A".repeat(9000), "A".repeat(64)]) {
      expect(tokens.open(token, asked).ok).toBe(false);
    }
  });
});

test("F31 · a page has the requested number of rows, else that of the previous page, else 50", () => {
  expect(pageSizeOf(3, position)).toBe(3);
  expect(pageSizeOf(null, position)).toBe(7);
  expect(pageSizeOf(null, null)).toBe(50);
});
