import { needleOf, type TextOp } from "@tidemark/core/filter";
import type { FilterDialect } from "../sql/filter-dialect.ts";
import { sqlAround, type SqlFragment } from "../sql/fragment.ts";
import { joinSql, sqlText } from "../sql/sql-text.ts";
import { textsOfPattern } from "./pattern-texts.ts";
import { latePks } from "./text-trigrams.ts";
import { matchAll, trigramQueries } from "./trigram-queries.ts";

/**
 * Filters of SQLite. They use the functions of `registerFilterFunctions`, which share their code with the
 * in-memory evaluation, so every condition can be expressed.
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
    // LIKE ignores ASCII case and treats % and _ as wildcards; these functions compare bytes.
    if (op === "contains") return sqlAround`(instr(${text}, ${bound(needle)}) > 0)`;
    const length = BigInt(Array.from(needle).length);
    if (op === "starts") {
      return sqlAround`(substr(${text}, 1, ${sqlText("?", length)}) = ${bound(needle)})`;
    }
    return sqlAround`(substr(${text}, ${sqlText("?", -length)}) = ${bound(needle)})`;
  },
  hasFolded: (op, text, needle) => {
    const isFound = sqlAround`tidemark_text(${bound(op)}, 1, ${text}, ${bound(needle)}) = 1`;
    const like = likeSql(op, text, needle);
    if (like === null) return sqlAround`(${isFound})`;
    const doubts = unlikeTexts(needle);
    if (doubts === null) return sqlAround`(${like} or ${isFound})`;
    const isDoubtful = joinSql(
      doubts.map((one) => sqlAround`instr(${text}, ${one}) > 0`),
      " or ",
    );
    return sqlAround`(${like} or (${isDoubtful}) and ${isFound})`;
  },
  hasOtherFolded: (op, text, needle) =>
    sqlAround`(tidemark_text(${bound(op)}, 1, ${text}, tidemark_fold(${needle})) = 1)`,
  finds: (alias, searched) => ({
    sql: findsSql(sqlText(`${alias}.content`), searched),
    isExact: true,
  }),
  hasLetters: (text, searched) => sqlAround`(tidemark_finds(${text}, ${bound(searched)}) = 1)`,
  hits: (alias, needle) => {
    const { queries } = trigramQueries(needle);
    if (queries.length === 0) return null;
    return sqlText(
      `${alias}.pk in (select rowid from memo_trigram where memo_trigram match ? union all ${latePks})`,
      matchAll(queries.slice(0, maxAsked)),
    );
  },
  matches: (pattern, text) => {
    const isFound = sqlAround`tidemark_re2(${bound(pattern)}, ${text}) = 1`;
    const [needed] = neverNull.test(text.sql) ? textsOfPattern(pattern) : [];
    if (needed === undefined) return sqlAround`(${isFound})`;
    const isLikely = sqliteFilter.hasFolded("contains", text, needed);
    return sqlAround`(case when ${isLikely} then ${isFound} else 0 end)`;
  },
  datePart: (part, column, offsetMs) =>
    sqlAround`tidemark_date_part(${bound(part)}, ${column} + ${sqlText("?", BigInt(offsetMs))})`,
};

/** Maximum number of trigrams to ask for; more hardly exclude further memos. */
const maxAsked = 24;

/**
 * Returns the condition that a content has the letters of a text. Plain SQL decides most rows: our function
 * takes eight times as long, and only texts beyond ASCII have letters that LIKE doesn't know.
 */
function findsSql(content: SqlFragment, searched: string): SqlFragment {
  const needle = needleOf(searched);
  const isFound = sqlAround`tidemark_finds(${content}, ${bound(searched)}) = 1`;
  const like = likeLetters.test(needle.text) ? likeSql("contains", content, needle.text) : null;
  if (like === null || needle.form !== "bare") return sqlAround`(${isFound})`;
  const isOther = sqlAround`length(${content}) <> octet_length(${content})`;
  if (!/^\p{ASCII}*$/u.test(needle.text)) return sqlAround`(${like} or ${isFound})`;
  const words = needle.text.split(/\s+/).filter((word) => word !== "");
  if (words.length === 1 && words[0] === needle.text) {
    return sqlAround`(${like} or (${isOther}) and ${isFound})`;
  }
  // The words of a phrase may be on two lines.
  const parts = words.slice(0, maxWords).map((word) => likeSql("contains", content, word));
  const known = parts.filter((part) => part !== null);
  const haveAll = known.length === 0 ? sqlText("1 = 1") : joinSql(known, " and ");
  return sqlAround`(${like} or (${isOther} or (${haveAll})) and ${isFound})`;
}

const maxWords = 8;

/** Needles that LIKE finds only where the same letters are: nothing joins these characters. */
const likeLetters = /^[\p{ASCII}\p{Script=Han}]*$/u;

/** Columns that are never null: LIKE on a null is neither true nor false. */
const neverNull = /^\w+\.(?:content|filename)$/;

/** Maximum needle length for LIKE. Longer ones are rare, and SQLite limits the length of patterns. */
const maxLike = 200;

/**
 * Maximum number of times a needle may contain its own first character. LIKE restarts at each such character,
 * so it may read a text that often: for example a long row of dashes in a long text of dashes.
 */
const maxBegun = 8;

/**
 * Returns a plain SQL condition that implies a folded match; null if there is none. It takes an eighth of the
 * time of calling our function. LIKE folds only A to Z and ends at a NUL, so it may miss matches. The plus
 * hides the pattern from the planner, which would otherwise plan again at every run.
 */
function likeSql(op: TextOp, text: SqlFragment, needle: string): SqlFragment | null {
  // LIKE would take a NUL for the end of the text.
  if (op === "ends" || needle.length > maxLike || needle.includes("\0")) return null;
  if (!neverNull.test(text.sql)) return null;
  const [first = ""] = needle;
  if (op === "contains" && needle.split(first).length - 1 > maxBegun) return null;
  const escaped = needle.replaceAll(/[\\%_]/g, "\\$&");
  const pattern = bound(`${op === "contains" ? "%" : ""}${escaped}%`);
  return escaped === needle
    ? sqlAround`${text} like +${pattern}`
    : sqlAround`${text} like +${pattern} escape '\\'`;
}

/** Returns texts whose presence means that LIKE may miss the needle; null if it may miss it in any text. */
function unlikeTexts(needle: string): readonly SqlFragment[] | null {
  if (!/^\p{ASCII}*$/u.test(needle)) return null;
  // The only two characters beyond ASCII that fold to an ASCII letter.
  const others = [needle.includes("s") && "\u017f", needle.includes("k") && "\u212a"];
  return [sqlText("char(0)"), ...others.filter((one) => one !== false).map(bound)];
}

function bound(value: string): SqlFragment {
  return sqlText("?", value);
}
