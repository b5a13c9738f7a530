import { idsBehind } from "../sql/named-ids.ts";
import { number, rowOf, text } from "../sql/row.ts";
import type { SqlConnection } from "../sql/connection.ts";
import { indexedText, type TextIndexName } from "./index-digest.ts";
import { type AnyDatabase, selectRows, sqlText } from "../sql/sql-text.ts";

// While a device loads its first memos, their texts aren't indexed: those of rows above the number in
// `late_text`, if there is one. Rows up to it are indexed as usual; so is every row if the table is empty.
// Searches of an index must also check late texts. ADR 0088.

/**
 * Maximum number of memos up to which further texts are deferred; with more, searches would miss the index.
 */
const fewMemos = 1000;

const afterQuery = "SELECT after_pk FROM late_text";
const afterRow = rowOf({ after_pk: number });
const textRow = rowOf({ pk: number, content: text });

/** Number of texts in memory at once. */
const textsAtOnce = 50;

/** Returns the number above which rows are pending for the text indexes; null if none are. */
export async function lateAfter(db: AnyDatabase): Promise<number | null> {
  const [row] = await selectRows(db, sqlText(afterQuery), afterRow);
  return row?.after_pk ?? null;
}

/** Returns the ids that occur whole after `before` in a pending text. */
export async function findLateNamed(
  db: AnyDatabase,
  ids: readonly string[],
  before: string,
): Promise<readonly string[]> {
  const left = new Set(ids);
  // Reads each text once: searching every text for every id takes a minute if there are many of both.
  for (let after = await lateAfter(db); after !== null && left.size > 0;) {
    const texts: readonly { readonly pk: number; readonly content: string }[] = await selectRows(
      db,
      sqlText(
        "SELECT pk, content FROM memo WHERE pk > ? AND instr(content, ?) > 0 ORDER BY pk LIMIT ?",
        after,
        before,
        textsAtOnce,
      ),
      textRow,
    );
    for (const { content } of texts) for (const id of idsBehind(content, before)) left.delete(id);
    after = texts.length < textsAtOnce ? null : (texts.at(-1)?.pk ?? null);
  }
  return ids.filter((id) => !left.has(id));
}

/** Returns the number above which rows are indexed later, as of the open transaction. */
export function readLateAfter({ all }: Pick<SqlConnection, "all">): number {
  const [row] = all<{ after_pk: number }>(afterQuery);
  return row?.after_pk ?? Number.POSITIVE_INFINITY;
}

/**
 * Defers the texts of new rows to `indexLate`, if there are few rows so far. Call in a transaction after
 * everything it wrote is indexed.
 */
export function deferTexts({ all, run }: Pick<SqlConnection, "all" | "run">): void {
  const [row] = all<{ pk: number | null }>("SELECT max(pk) AS pk FROM memo");
  const last = row?.pk ?? 0;
  if (last > fewMemos) return;
  run("INSERT INTO late_text (only_row, after_pk) VALUES (1, ?) ON CONFLICT DO NOTHING", [
    BigInt(last),
  ]);
}

/**
 * Indexes the next pending texts, up to a number of characters and the rest of the last text. Call in an open
 * transaction with an empty text queue. Returns false if no more are pending.
 */
export function indexLate(
  { all, run }: Pick<SqlConnection, "all" | "run">,
  { names, characters }: { readonly names: Iterable<TextIndexName>; readonly characters: number },
): boolean {
  const insert = [...names].map(
    (name) => [name, `INSERT INTO ${name} (rowid, text) VALUES (?, ?)`] as const,
  );
  const start = readLateAfter({ all });
  if (start === Number.POSITIVE_INFINITY) return false;
  let after = start;
  for (let size = 0; size < characters;) {
    // One at a time: a text may be long, and reading another row costs microseconds.
    const [memo] = all<{ pk: number; content: string }>(
      "SELECT pk, content FROM memo WHERE pk > ? ORDER BY pk LIMIT 1",
      [after],
    );
    if (memo === undefined) {
      run("DELETE FROM late_text");
      return false;
    }
    for (const [name, sql] of insert) run(sql, [memo.pk, indexedText(name, memo.content)]);
    after = memo.pk;
    size += memo.content.length + 1;
  }
  run("UPDATE late_text SET after_pk = ?", [BigInt(after)]);
  return true;
}
