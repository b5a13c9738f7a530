import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { dialectOf, joinSql, sqlText, type SqlFragment } from "../sql/sql-text.ts";
import type { RankedSearch, TextReaders } from "../sql/text-search.ts";

/** Scripts that put no spaces between words, or attach endings to them: a word index can't find those. */
const unspaced =
  "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}";
const letters = "\\p{L}\\p{N}\\p{M}";
// Script extensions include shared marks and punctuation, so only characters of words count.
const unspacedPattern = new RegExp(`(?=[${letters}])[${unspaced}]`, "u");
const partPattern = new RegExp(
  `(?:(?=[${letters}])[${unspaced}])+|(?:(?![${unspaced}])[${letters}])+`,
  "gu",
);

const maxParts = 16;
/** Length in characters of an average memo. */
const usualLength = 200;

export function hasUnspacedScript(text: string): boolean {
  return unspacedPattern.test(text);
}

/**
 * Searches for memos with all parts of a text, anywhere: runs of the unspaced scripts exactly, others without
 * regard to case. Ranks by the number of occurrences of the runs with bm25's weights, relative to the memo's
 * length.
 */
export async function unspacedSearch(
  db: Kysely<Tables>,
  text: string,
  readers: TextReaders,
): Promise<RankedSearch | null> {
  const parts = [...new Set(text.match(partPattern) ?? [])].slice(0, maxParts);
  const runs = parts.filter(hasUnspacedScript);
  const words = parts.filter((part) => !hasUnspacedScript(part));
  if (runs.length === 0) return null;
  const found = await dialectOf(db).texts.findParts(db, { runs, words }, readers);
  if (found === null) return null;
  const score = joinSql(runs.map(scoreOf), " + ");
  return {
    ...found,
    kept: { ...score, sql: `${score.sql} AS score` },
    score: sqlText("score"),
  };
}

/**
 * Returns a score of occurrences that grows slower the more there are, and less in a long memo (k1 1.2, b
 * 0.75).
 */
function scoreOf(run: string): SqlFragment {
  const occurrences =
    "(length(m.content) - length(replace(m.content, ?, ''))) * 1.0 / length(CAST(? AS TEXT))";
  return sqlText(
    `(${occurrences}) / ((${occurrences}) + 0.3 + 0.9 * length(m.content) / ${usualLength})`,
    run,
    run,
    run,
    run,
  );
}
