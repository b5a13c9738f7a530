import type { ShelfListQuery, ShelfTotal } from "@tidemark/core";
import { findsIn, needleOf } from "@tidemark/core/filter";
import { type AttachmentRecord, type Shelf, shelves } from "@tidemark/core/model";
import type { Kysely } from "kysely";
import type { Tables } from "../../../schema/tables.ts";
import { chunk } from "../../../sql/chunk.ts";
import type { SqlDialect } from "../../../sql/dialect.ts";
import { idsBehind } from "../../../sql/named-ids.ts";
import { number, rowOf, text } from "../../../sql/row.ts";
import {
  dialectOf,
  joinSql,
  selectRows,
  sqlText,
  type SqlFragment,
  sqlValues,
} from "../../../sql/sql-text.ts";

const totalRow = rowOf({ shelf: text, count: number, bytes: number });
const contentRow = rowOf({ content: text });

/** Returns the number and total size of a user's files on each shelf. */
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

/** Returns the ids whose address occurs in the text of any stored memo. */
export async function namedInTexts(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = new Set(ids);
  const inFew = asked.size < manyIds ? null : await namedInFew(db, asked);
  if (inFew !== null) return inFew;
  const named = new Set<string>();
  for (const some of chunk([...asked])) {
    for (const id of await dialectOf(db).texts.findNamed(db, some, prefix)) named.add(id);
  }
  return named;
}

/** Returns the query for one page, using only an index of migration 27. */
export function shelfSql(
  { filter }: Pick<SqlDialect, "filter">,
  { creator, shelf, order, name, after, limit }: ShelfListQuery,
): SqlFragment {
  const column = order === "time" ? "created_ms" : "size_bytes";
  const where = [sqlText("creator = ?", creator)];
  where.push(shelf === "loose" ? sqlText("memo IS NULL") : sqlText("shelf = ?", shelf));
  if (after !== null) {
    where.push(sqlText(`(${column}, number) < (?, ?)`, after.value, after.number));
  }
  const isNamed = name === "" ? null : filter.hasLetters(sqlText("filename"), name);
  if (isNamed !== null) where.push(isNamed);
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

/** Maximum number of rows to read at once if the database can't compare letters. */
const rowsAtOnce = 500;

/** Returns one page of a shelf. */
export async function listShelf(
  { filter }: Pick<SqlDialect, "filter">,
  query: ShelfListQuery,
  select: (query: ShelfListQuery) => Promise<AttachmentRecord[]>,
): Promise<AttachmentRecord[]> {
  const { name, limit, order } = query;
  if (name === "" || filter.hasLetters(sqlText("filename"), name) !== null) return select(query);
  const needle = needleOf(name);
  const found: AttachmentRecord[] = [];
  for (let { after } = query; found.length < limit;) {
    const rows = await select({ ...query, after, limit: rowsAtOnce });
    found.push(...rows.filter(({ filename }) => findsIn(filename, needle)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) break;
    after = { value: order === "time" ? last.createdMs : last.sizeBytes, number: last.number };
  }
  return found.slice(0, limit);
}

/** Number of ids from which texts that name files are searched first, instead of each id. */
const manyIds = 50;
/** Maximum number of texts to read; with more, searching for the ids costs less. */
const fewTexts = 500;
const prefix = "/file/attachments/";

/** Maximum number of characters in memory at once, unless one text is longer. */
const maxCharacters = 2_000_000;

/** Returns the ids that any text names, if few texts name files; null if there are more. */
async function namedInFew(
  db: Kysely<Tables>,
  asked: ReadonlySet<string>,
): Promise<ReadonlySet<string> | null> {
  const texts = await dialectOf(db).texts.findTexts(db, prefix, fewTexts + 1);
  if (texts.length > fewTexts) return null;
  // A match is a slice that keeps the whole text in memory, so only the remaining ids are stored.
  const left = new Set(asked);
  for (const some of piecesOf(texts)) {
    const where = sqlText("SELECT content FROM memo WHERE pk IN");
    const piece = joinSql([where, sqlValues(some)], " ");
    for (const { content } of await selectRows(db, piece, contentRow)) {
      for (const id of idsBehind(content, prefix)) left.delete(id);
    }
  }
  return new Set([...asked].filter((id) => !left.has(id)));
}

/** Splits rows of texts into pieces that fit into memory. */
function piecesOf(
  texts: readonly { readonly pk: number; readonly characters: number }[],
): number[][] {
  const pieces: number[][] = [];
  let room = 0;
  for (const { pk, characters } of texts) {
    if (characters > room || pieces.length === 0) {
      pieces.push([]);
      room = maxCharacters;
    }
    pieces.at(-1)?.push(pk);
    room -= characters;
  }
  return pieces;
}
