import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { errorCodes, filterRefused } from "./errors.ts";

describe("error codes", () => {
  test("docs/errors.md lists every code with its status and number, and no other", () => {
    const page = readFileSync(resolve(import.meta.dirname, "../../../../docs/errors.md"), "utf8");
    const rows = page
      .matchAll(/^\| ([A-Z_]+) +\| (\d+) +\| (\d+) +\| (\S.*) \|$/gm)
      .map(([, code, status, number]) => [
        code,
        { status: Number(status), number: Number(number) },
      ]);
    expect(Object.fromEntries(rows)).toEqual(errorCodes);
  });

  test("a refused filter names the position and the replacement", () => {
    const error = filterRefused({
      type: "filter-error",
      kind: "unknown-identifier",
      message: "unknown field `create_time`",
      position: { offset: 0, line: 1, column: 4 },
      suggestion: "filters use `created_ts`",
    });
    expect(error.message).toBe(
      "filter: unknown field `create_time`; filters use `created_ts` (line 1, column 4)",
    );
  });
});
