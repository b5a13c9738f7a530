import { foldText } from "@tidemark/core/filter";
import type { Kysely } from "kysely";
import { textTrigrams } from "../filter/text-trigrams.ts";
import type { Tables } from "../schema/tables.ts";
import { joinSql, sqlText, type SqlFragment } from "../sql/sql-text.ts";
import type { RankedSearch } from "./ranked-search.ts";
import { textMatch } from "./text-match.ts";

/** Scripts that put no spaces between words, or hang endings on them: no index of words finds those. */
const unspaced =
  "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}";
const letters = "\\p{L}\\p{N}\\p{M}";
// Scripts share marks and punctuation by extension: only what is part of a word counts.
const unspacedPattern = new RegExp(`(?=[${letters}])[${unspaced}]`, "u");
const partPattern = new RegExp(
  `(?:(?=[${letters}])[${unspaced}])+|(?:(?![${unspaced}])[${letters}])+`,
  "gu",
);

const maxParts = 16;
/** What stands in so many memos that no index helps is looked for in the newest ones. */
const maxScanned = 200_000;
/** Characters of a memo of middling length. */
const usualLength = 200;

export function hasUnspacedScript(text: string): boolean {
  return unspacedPattern.test(text);
}

/**
 * All the parts of a text, wherever they stand in a memo: runs of the scripts without spaces as they
 * are, others without regard to case. Ranks by how often the runs occur, as bm25 weighs it, against the length of the memo.
 */
export async function unspacedSearch(
  db: Kysely<Tables>,
  text: string,
): Promise<RankedSearch | null> {
  const parts = [...new Set(text.match(partPattern) ?? [])].slice(0, maxParts);
  const runs = parts.filter(hasUnspacedScript);
  const words = parts.filter((part) => !hasUnspacedScript(part));
  const candidates = await candidatesOf(db, runs);
  if (runs.length === 0 || candidates === null) return null;
  const conditions: SqlFragment[] = [
    candidates,
    ...runs.map((run) => sqlText("instr(m.content, ?) > 0", run)),
    ...words.map((word) =>
      sqlText("tidemark_text('contains', 1, m.content, ?) = 1", foldText(word)),
    ),
  ];
  return {
    from: "memo AS m",
    where: joinSql(conditions, " AND "),
    score: joinSql(runs.map(scoreOf), " + "),
  };
}

/** Where to look for the runs, by the text index; null when one of them stands nowhere. */
async function candidatesOf(
  db: Kysely<Tables>,
  runs: readonly string[],
): Promise<SqlFragment | null> {
  const trigrams = [...new Set(runs.flatMap(textTrigrams))];
  const shorts = runs.map(foldText).filter((run) => [...run].length < 3);
  const found = await textMatch(db, { kind: "text", trigrams, shorts });
  if (found === "nothing") return null;
  return found === null
    ? sqlText("m.pk > (SELECT coalesce(max(pk), 0) FROM memo) - ?", maxScanned)
    : sqlText("m.pk IN (SELECT rowid FROM memo_trigram WHERE memo_trigram MATCH ?)", found.match);
}

/** Occurrences that count for less the more there are, and for less in a long memo (k1 1.2, b 0.75). */
function scoreOf(run: string): SqlFragment {
  const occurrences = "(length(m.content) - length(replace(m.content, ?, ''))) * 1.0 / length(?)";
  return sqlText(
    `(${occurrences}) / ((${occurrences}) + 0.3 + 0.9 * length(m.content) / ${usualLength})`,
    run,
    run,
    run,
    run,
  );
}
