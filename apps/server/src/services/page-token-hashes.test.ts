import { createPageTokens } from "@tidemark/core";
import { expect, test } from "vitest";
import { pageTokenHashes } from "./page-token-hashes.ts";

test("tokens equal those of the portable implementation", () => {
  const key = new Uint8Array(32).fill(7);
  const position = { after: { values: [1, "é"], id: "m" }, nowMs: 42, pageSize: 7 };
  const asked = ["content.contains('ü')", [], "NORMAL"];
  const own = createPageTokens(key, pageTokenHashes(key));
  const others = createPageTokens(key);
  expect(own.seal(position, asked)).toBe(others.seal(position, asked));
  expect(own.open(others.seal(position, asked), asked)).toEqual({ ok: true, value: position });
});
