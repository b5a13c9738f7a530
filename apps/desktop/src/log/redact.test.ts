import { expect, test } from "vitest";
import { redact } from "./redact.ts";

const clean = (line: string): string => redact(line, "/home/ada");

test.each([
  ["sync: Bearer memos_pat_s3cret failed", "memos_pat_s3cret"],
  ['{"token":"abc123"}', "abc123"],
  ["password: correct-horse", "correct-horse"],
  ["GET http://127.0.0.1:5390/#key=Q3f_x", "Q3f_x"],
  ["https://notes.example.org/api/v1/memos?q=divorce", "divorce"],
  ["opaque eyJhbGciOiJIUzI1NiJ9xx1234567", "eyJhbGciOiJIUzI1NiJ9xx1234567"],
  [`cannot parse "${"what I never said to anybody ".repeat(3)}"`, "never said"],
  ["ENOENT /home/ada/notes/tidemark.db", "ada"],
])("removes private data from %s", (line, secret) => {
  expect(clean(line)).not.toContain(secret);
});

test("keeps details that help to find a fault", () => {
  for (const line of ["host: exit code 7", "Error: no (code: 'ENOENT')", "the token has ended"]) {
    expect(clean(line)).toBe(line);
  }
  expect(clean("sync: unreachable: https://notes.example.org/")).toBe(
    "sync: unreachable: https://notes.example.org",
  );
  expect(clean('SqliteError: no such table: "memo"\n    at openDatabase (host.js:12:34)')).toBe(
    'SqliteError: no such table: "memo"\n    at openDatabase (host.js:12:34)',
  );
});

test("limits the length of a line", () => {
  expect(clean("a ".repeat(10_000)).length).toBeLessThan(2100);
});
