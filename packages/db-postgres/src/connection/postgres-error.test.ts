import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { faultOf } from "./postgres-error.ts";

test.each([
  ["53100", "disk-full"],
  ["53300", "busy"],
  ["57014", "busy"],
  ["25P04", "busy"],
  ["57000", "unreachable"],
  ["57P01", "unreachable"],
  ["25P03", "unreachable"],
  ["25006", "unwritable"],
  // Statements that are wrong must not be retried.
  ["25P02", null],
  ["23505", null],
] as const)("state %s is %s", (code, fault) => {
  const error = Object.assign(new DatabaseError("refused", 0, "error"), { code });
  expect(faultOf(error)).toBe(fault);
});
