import type { TextOp } from "@tidemark/core/filter";
import {
  type FilterDialect,
  joinSql,
  sqlAround,
  type SqlFragment,
  sqlText,
} from "@tidemark/db/engine";
import { isLike, partsOf } from "./indexed-parts.ts";
import { lettersThatFoldTo } from "./folded-letters.ts";

const dayMs = 86_400_000;
/** Limit for time offsets: PostgreSQL's dates begin in the year -4712, and stored ones in the year 1. */
const maxOffsetMs = 4000 * 365 * dayMs;

/**
 * Filters of PostgreSQL, exact except for patterns, for needles that aren't constant, and for offsets to very
 * distant dates, which it can't express.
 */
export const postgresFilter: FilterDialect = {
  text: bound,
  whole: (value) => sqlText("CAST(? AS bigint)", value),
  byBytes: (text) => sqlAround`(${text}) COLLATE "C"`,
  length: (text) => sqlAround`CAST(length(${text}) AS bigint)`,
  has: (op, text, needle) =>
    typeof needle === "string" ? hasConstant(op, text, needle) : hasOther(op, text, needle),
  hasFolded: (op, text, needle) => hasConstant(op, foldedFor(text, needle), needle),
  hasOtherFolded: () => null,
  finds: (alias, searched) => {
    const { parts, areExact } = partsOf({ op: "finds", text: searched });
    if (parts.length === 0) return { sql: sqlText("(1 = 1)"), isExact: false };
    const row = `creator = ${alias}.creator AND memo_pk = ${alias}.pk`;
    const have = joinSql([sqlText(row), ...parts.map(isLike)], " AND ");
    return { sql: sqlAround`(EXISTS (SELECT 1 FROM memo_text WHERE ${have}))`, isExact: areExact };
  },
  hasLetters: () => null,
  hits: () => null,
  matches: () => null,
  datePart: (part, column, offsetMs) => {
    if (Math.abs(offsetMs) > maxOffsetMs) return null;
    const instant = sqlAround`(${column} + ${sqlText("CAST(? AS bigint)", BigInt(offsetMs))})`;
    // The remainder of a division is negative before 1970.
    const ofDay = sqlAround`((${instant} % ${dayInMs} + ${dayInMs}) % ${dayInMs})`;
    const day = sqlAround`(DATE '1970-01-01' + CAST((${instant} - ${ofDay}) / ${dayInMs} AS integer))`;
    const extracted = (field: string): SqlFragment =>
      sqlAround`CAST(extract(${sqlText(field)} FROM ${day}) AS bigint)`;
    switch (part) {
      case "fullYear":
        // PostgreSQL has no year 0.
        return sqlAround`(${extracted("year")} + CASE WHEN ${extracted("year")} < 0 THEN 1 ELSE 0 END)`;
      case "month":
        return sqlAround`(${extracted("month")} - 1)`;
      case "date":
        return extracted("day");
      case "dayOfMonth":
        return sqlAround`(${extracted("day")} - 1)`;
      case "dayOfWeek":
        return extracted("dow");
      case "dayOfYear":
        return sqlAround`(${extracted("doy")} - 1)`;
      case "hours":
        return sqlAround`(${ofDay} / 3600000)`;
      case "minutes":
        return sqlAround`(${ofDay} / 60000 % 60)`;
      case "seconds":
        return sqlAround`(${ofDay} / 1000 % 60)`;
      case "milliseconds":
        return sqlAround`(${ofDay} % 1000)`;
    }
  },
};

/** Maximum number of letters to replace one by one. */
const maxReplaced = 10;

const dayInMs = sqlText(`CAST(${dayMs} AS bigint)`);

function bound(value: string): SqlFragment {
  return sqlText("CAST(? AS text)", value);
}

function hasConstant(op: TextOp, text: SqlFragment, needle: string): SqlFragment {
  if (op === "contains") return sqlAround`(strpos(${text}, ${bound(needle)}) > 0)`;
  const length = sqlText(String(Array.from(needle).length));
  const end = sqlText(op === "starts" ? "left" : "right");
  return sqlAround`(${end}(${text}, ${length}) = ${bound(needle)})`;
}

function hasOther(op: TextOp, text: SqlFragment, needle: SqlFragment): SqlFragment {
  if (op === "contains") return sqlAround`(strpos(${text}, ${needle}) > 0)`;
  const end = sqlText(op === "starts" ? "left" : "right");
  return sqlAround`(${end}(${text}, length(${needle})) = ${needle})`;
}

/**
 * Returns a text in which every letter that folds to a letter of the needle is folded. Other letters may stay
 * unfolded, since they don't affect the match.
 */
function foldedFor(text: SqlFragment, needle: string): SqlFragment {
  // With this collation `lower` knows only A to Z.
  const lower = sqlAround`lower((${text}) COLLATE "C")`;
  const pairs = Array.from(new Set(needle)).flatMap((letter) =>
    Array.from(lettersThatFoldTo(letter), (other) => ({ other, letter })),
  );
  // Texts rarely contain these letters, and `replace` detects that many times faster than `translate` scans
  // the text.
  if (pairs.length <= maxReplaced) {
    return pairs.reduce(
      (folded, { other, letter }) =>
        sqlAround`replace(${folded}, ${bound(other)}, ${bound(letter)})`,
      lower,
    );
  }
  const from = pairs.map(({ other }) => other).join("");
  const to = pairs.map(({ letter }) => letter).join("");
  return sqlAround`translate(${lower}, ${bound(from)}, ${bound(to)})`;
}
