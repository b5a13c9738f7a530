import { foldText } from "@tidemark/core/filter";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import { openSqliteConnection } from "../../tests/engine.ts";
import { sqlText } from "../sql/sql-text.ts";
import { sqliteFilter } from "./sqlite-filter.ts";

// Letters with special folding, LIKE's wildcards, and NUL, at which LIKE ends.
const unit = fc.constantFrom(..."aAkKsS\u017f\u212aßẞдД%_\\ 𐐀\0".split(/(?:)/u));
const texts = fc.string({ unit, maxLength: 8 });

function has(op: "contains" | "starts" | "ends", text: string, needle: string): boolean {
  if (op === "contains") return text.includes(needle);
  return op === "starts" ? text.startsWith(needle) : text.endsWith(needle);
}

test("F6 · SQLite's LIKE search finds exactly what folding finds", () => {
  const connection = openSqliteConnection({ file: ":memory:", readonly: false });
  try {
    fc.assert(
      fc.property(fc.constantFrom("contains", "starts", "ends"), texts, texts, (op, text, part) => {
        const needle = foldText(part);
        const column = sqlText("m.content");
        const { sql, parameters } = sqliteFilter.hasFolded(op, column, needle);
        const [row] = connection.all<{ has: number }>(
          `SELECT ${sql} AS has FROM (SELECT ? AS content) AS m`,
          [...parameters, text],
        );
        expect(row?.has).toBe(Number(has(op, foldText(text), needle)));
      }),
      { numRuns: propertyRuns(5000) },
    );
  } finally {
    connection.close();
  }
});

test("only two characters beyond ASCII fold into it, so LIKE misses nothing in texts without them", () => {
  const others: string[] = [];
  for (let point = 0x80; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    if (foldText(character).charCodeAt(0) < 0x80) others.push(character);
  }
  expect(others).toEqual(["\u017f", "\u212a"]);
});

test.each(["a", "ab", "-"])(
  "LIKE is not used for a needle with many %j, which would read a text as often",
  (part) => {
    const content = sqlText("m.content");
    const sqlFor = (times: number): string =>
      sqliteFilter.hasFolded("contains", content, `${part.repeat(times)}c`).sql;
    expect(sqlFor(3)).toContain("like");
    expect(sqlFor(90)).not.toContain("like");
  },
);
