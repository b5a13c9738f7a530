import type { FilterDialect } from "../sql/filter-dialect.ts";
import { sqlAround, type SqlFragment } from "../sql/fragment.ts";
import { sqlText } from "../sql/sql-text.ts";
import { textTrigrams, trigramMatch } from "./text-trigrams.ts";

/**
 * SQLite's, by the functions of `registerFilterFunctions`, which share their code with the evaluation
 * in memory: it says everything.
 */
export const sqliteFilter: FilterDialect = {
  text: bound,
  whole: (value) => sqlText("?", value),
  byBytes: (text) => text,
  length: (text) => sqlAround`length(${text})`,
  has: (op, text, needle) => {
    if (typeof needle !== "string") {
      return sqlAround`(tidemark_text(${bound(op)}, 0, ${text}, ${needle}) = 1)`;
    }
    // LIKE folds ASCII and gives % and _ a meaning; these compare bytes.
    if (op === "contains") return sqlAround`(instr(${text}, ${bound(needle)}) > 0)`;
    const length = BigInt(Array.from(needle).length);
    if (op === "starts") {
      return sqlAround`(substr(${text}, 1, ${sqlText("?", length)}) = ${bound(needle)})`;
    }
    return sqlAround`(substr(${text}, ${sqlText("?", -length)}) = ${bound(needle)})`;
  },
  hasFolded: (op, text, needle) =>
    sqlAround`(tidemark_text(${bound(op)}, 1, ${text}, ${bound(needle)}) = 1)`,
  hasOtherFolded: (op, text, needle) =>
    sqlAround`(tidemark_text(${bound(op)}, 1, ${text}, tidemark_fold(${needle})) = 1)`,
  hits: (alias, needle) => {
    const trigrams = textTrigrams(needle);
    if (trigrams.length === 0) return null;
    return sqlText(
      `${alias}.pk in (select rowid from memo_trigram where memo_trigram match ?)`,
      trigramMatch(trigrams),
    );
  },
  matches: (pattern, text) => sqlAround`(tidemark_re2(${bound(pattern)}, ${text}) = 1)`,
  datePart: (part, column, offsetMs) =>
    sqlAround`tidemark_date_part(${bound(part)}, ${column} + ${sqlText("?", BigInt(offsetMs))})`,
};

function bound(value: string): SqlFragment {
  return sqlText("?", value);
}
