import { idsBehind } from "../sql/named-ids.ts";
import { number, rowOf, text } from "../sql/row.ts";
import type { SqlConnection } from "../sql/connection.ts";
import { indexedText, type TextIndexName } from "./index-digest.ts";
import { type AnyDatabase, selectRows, sqlText } from "../sql/sql-text.ts";

// While a device takes its first memos their texts are in no index: rows above the number that
// `late_text` has, while it has one. Rows up to it are indexed as ever, and so is every row where the
// table is empty. No search may ask an index without asking this. ADR 0088.

/** Above so many memos the texts of further ones are indexed with them: searches would miss the index. */
const fewMemos = 1000;

const afterQuery = "SELECT after_pk FROM late_text";
const afterRow = rowOf({ after_pk: number });
const textRow = rowOf({ pk: number, content: text });

/** So many texts are in the memory at once. */
const textsAtOnce = 50;

/** The rows above it wait for the text indexes; null: none does. */
export async function lateAfter(db: AnyDatabase): Promise<number | null> {
  const [row] = await selectRows(db, sqlText(afterQuery), afterRow);
  return row?.after_pk ?? null;
}

/** Those of some ids that stand whole behind `before` in a text that waits. */
export async function findLateNamed(
  db: AnyDatabase,
  ids: readonly string[],
  before: string,
): Promise<readonly string[]> {
  const left = new Set(ids);
  // Each text is read once: to look for each id in each text takes a minute where there are many of both.
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

/** The number above which rows are left to be indexed later, as the open transaction has it. */
export function readLateAfter({ all }: Pick<SqlConnection, "all">): number {
  const [row] = all<{ after_pk: number }>(afterQuery);
  return row?.after_pk ?? Number.POSITIVE_INFINITY;
}

/**
 * The texts of rows that are made from now on wait for `indexLate`, where there are few so far. To be
 * called in a transaction, once all that it wrote is indexed.
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
 * Indexes the next texts that wait, up to so many characters and the rest of the last one, within the
 * transaction that is open and owes the indexes nothing else. False: none waits any more.
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
    // One at a time: a text may be long, and a row more costs microseconds.
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
