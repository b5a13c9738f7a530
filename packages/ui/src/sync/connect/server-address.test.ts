import { expect, test } from "vitest";
import { parseServerAddress } from "./server-address.ts";

test.each([
  ["https://notes.example.org", "https://notes.example.org"],
  ["  notes.example.org:8443 ", "https://notes.example.org:8443"],
  ["http://127.0.0.1:5230", "http://127.0.0.1:5230"],
  ["ftp://notes.example.org", null],
  ["file:///etc/passwd", null],
  ["javascript://x", null],
  ["https://", null],
  ["two words", null],
  ["", null],
])("what was typed as a server, %j, is %j", (typed, address) => {
  expect(parseServerAddress(typed)).toBe(address);
});
