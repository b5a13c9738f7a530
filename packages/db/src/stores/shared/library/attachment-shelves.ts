import type { ShelfListQuery, ShelfTotal } from "@tidemark/core";
import { type Shelf, shelves } from "@tidemark/core/model";
import type { Kysely } from "kysely";
import { textTrigrams, trigramMatch } from "../../../filter/index.ts";
import type { Tables } from "../../../schema/tables.ts";
import { number, rowOf, text } from "../../../sql/row.ts";
import { joinSql, selectRows, sqlText, type SqlFragment } from "../../../sql/sql-text.ts";

const totalRow = rowOf({ shelf: text, count: number, bytes: number });
const foundRow = rowOf({ found: number });

/** How many files a user has on each shelf, and what they take. */
export async function shelfTotals(
  db: Kysely<Tables>,
  creator: string,
): Promise<Readonly<Record<Shelf, ShelfTotal>>> {
  const rows = await selectRows(
    db,
    sqlText(
      `SELECT shelf, count(*) AS count, sum(size_bytes) AS bytes
         FROM attachment INDEXED BY attachment_shelf_size WHERE creator = ? GROUP BY shelf`,
      creator,
    ),
    totalRow,
  );
  const none: ShelfTotal = { count: 0, bytes: 0 };
  const totals: Record<Shelf, ShelfTotal> = { media: none, audio: none, documents: none };
  for (const shelf of shelves) {
    const row = rows.find((each) => each.shelf === shelf);
    if (row !== undefined) totals[shelf] = { count: row.count, bytes: row.bytes };
  }
  return totals;
}

/** Those of the ids whose address stands in the text of any stored memo. */
export async function namedInTexts(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const id of ids) if (await isNamed(db, id)) named.add(id);
  return named;
}

/** Asks for one page, from an index of step 27 alone. */
export function shelfSql({
  creator,
  shelf,
  order,
  name,
  after,
  limit,
}: ShelfListQuery): SqlFragment {
  const column = order === "time" ? "created_ms" : "size_bytes";
  const where = [sqlText("creator = ?", creator)];
  where.push(shelf === "loose" ? sqlText("memo IS NULL") : sqlText("shelf = ?", shelf));
  if (after !== null) {
    where.push(sqlText(`(${column}, number) < (?, ?)`, after.value, after.number));
  }
  if (name !== "") where.push(sqlText("instr(tidemark_fold(filename), ?) > 0", name));
  const index = `attachment_${shelf === "loose" ? "loose" : "shelf"}_${order}`;
  return joinSql(
    [
      sqlText(`SELECT * FROM attachment INDEXED BY ${index} WHERE`),
      joinSql(where, " AND "),
      sqlText(`ORDER BY ${column} DESC, number DESC LIMIT ?`, limit),
    ],
    " ",
  );
}

/** The text index has the id's trigrams of few memos: those that name it, as a rule. */
async function isNamed(db: Kysely<Tables>, id: string): Promise<boolean> {
  const match = trigramMatch(textTrigrams(`/${id}/`));
  const found = await selectRows(
    db,
    sqlText(
      `SELECT 1 AS found FROM memo_trigram AS t CROSS JOIN memo AS m ON m.pk = t.rowid
         WHERE t.memo_trigram MATCH ? AND instr(m.content, ?) > 0 LIMIT 1`,
      match,
      `/file/attachments/${id}/`,
    ),
    foundRow,
  );
  return found.length > 0;
}
