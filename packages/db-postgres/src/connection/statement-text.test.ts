import { expect, test } from "vitest";
import { statementText } from "./statement-text.ts";

test.each([
  ["SELECT 1 FROM memo WHERE id = ? AND pk > ?", "SELECT 1 FROM memo WHERE id = $1 AND pk > $2"],
  ["SELECT 'why?', \"a?\" FROM t WHERE a = ?", "SELECT 'why?', \"a?\" FROM t WHERE a = $1"],
  ["SELECT 'it''s ?' WHERE a = ?", "SELECT 'it''s ?' WHERE a = $1"],
  [
    "SELECT 1 FROM memo AS m INDEXED BY memo_own WHERE a = 1",
    "SELECT 1 FROM memo AS m WHERE a = 1",
  ],
  ["SELECT 1 FROM memo AS m NOT INDEXED WHERE a = 1", "SELECT 1 FROM memo AS m WHERE a = 1"],
  ["SELECT 1 FROM a CROSS JOIN b ON b.x = a.x", "SELECT 1 FROM a JOIN b ON b.x = a.x"],
])("%s", (sql, text) => {
  expect(statementText(sql)).toBe(text);
  expect(statementText(sql)).toBe(text);
});
