import { expect, test } from "vitest";
import { linkToOffer } from "./link-to-offer.ts";

test.each([
  ["https://example.org/tides?day=6#low", "https://example.org/tides?day=6#low"],
  ["  HTTP://example.org \n", "HTTP://example.org"],
  [`https://example.org/${"a".repeat(1980)}`, `https://example.org/${"a".repeat(1980)}`],
])("offers %j", (text, link) => expect(linkToOffer(text)).toBe(link));

test.each([
  "",
  "low water at six",
  "see https://example.org",
  "https://example.org https://example.net",
  "https://example.org\nrm -rf /",
  "https://example.org/\u0000",
  "https://ada:secret@example.org",
  "https://",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "tidemark://open?memo=a",
  `https://example.org/${"a".repeat(1981)}`,
])("offers nothing for %j", (text) => expect(linkToOffer(text)).toBeNull());
