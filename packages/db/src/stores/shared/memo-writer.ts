import type { MemoWriter } from "@tidemark/core";
import type { MemoDerived, MemoEntity, TextState } from "@tidemark/core/model";
import type { Kysely, Selectable } from "kysely";
import type { SqlValue } from "../../sql/connection.ts";
import { visibilityToColumn } from "../../sql/visibility.ts";
import type { TextPlace, TextWriter } from "../../text-index/text-writer.ts";
import { insertRow, selectRows, sendSql, sqlText } from "../../sql/sql-text.ts";
import type { MemoTable } from "../../schema/memo-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, rowOf, userReference } from "../../sql/row.ts";
import { memoRow } from "../../schema/table-rows.ts";
import { columnsToMemo, type MemoColumns, memoToColumns, toFlag } from "./memo-columns.ts";
import { renameReactions, saveElements } from "./memo-elements.ts";
import { createMemoReader } from "./memo-reader.ts";

const placedRow = rowOf({ pk: number, creator: userReference, visibility: number });

type StoredMemo = Selectable<MemoTable>;

/** Writes memos on one connection of a device or server; `texts` updates the text indexes. */
export function createMemoWriter(db: Kysely<Tables>, texts: TextWriter): MemoWriter {
  const reader = createMemoReader(db);
  /** Wraps a query of the text indexes to include the write's own texts. */
  const indexed =
    <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await texts.flush();
      return ask(...args);
    };
  return {
    ...reader,
    list: indexed(reader.list),
    slice: indexed(reader.slice),
    explain: indexed(reader.explain),
    count: indexed(reader.count),
    figures: indexed(reader.figures),
    save: async (entity, derived, isNew = false) => {
      const columns = memoToColumns(entity.row, derived);
      const pk = await saveMemo(db, texts, { entity, derived, columns, isNew });
      return columnsToMemo({ pk, ...columns });
    },
    insert: async (entity, derived) => {
      const columns = memoToColumns(entity.row, derived);
      await saveMemo(db, texts, { entity, derived, columns, isNew: true });
    },
    renumber: (id, seq) => run(db, "UPDATE memo SET seq = ? WHERE id = ?", seq, id),
    remove: async (id) => {
      const query = sqlText("SELECT pk, creator, visibility FROM memo WHERE id = ?", id);
      const [memo] = await selectRows(db, query, placedRow);
      if (memo === undefined) return;
      texts.put(memo.pk, null, { place: textPlace(memo), isIndexed: true });
      // Foreign keys delete tags and document.
      await run(db, "DELETE FROM memo WHERE pk = ?", memo.pk);
    },
    renameCreator: async (from, to) => {
      await run(db, "UPDATE memo SET creator = ? WHERE creator = ?", to, from);
      await run(db, "UPDATE memo_tag SET creator = ? WHERE creator = ?", to, from);
      await run(db, "UPDATE attachment SET creator = ? WHERE creator = ?", to, from);
      texts.renameCreator(from, to);
      await renameReactions(db, from, to);
    },
  };
}

/** Writes only what changed: most of a save's cost is in updating indexes. Returns the row's number. */
async function saveMemo(
  db: Kysely<Tables>,
  texts: TextWriter,
  {
    entity,
    derived,
    columns,
    isNew,
  }: {
    readonly entity: MemoEntity;
    readonly derived: MemoDerived;
    readonly columns: MemoColumns;
    /** True if no row can exist, so none is looked up. */
    readonly isNew: boolean;
  },
): Promise<number> {
  const query = sqlText("SELECT * FROM memo WHERE id = ?", columns.id);
  const [before] = isNew ? [] : await selectRows(db, query, memoRow);
  const pk = before === undefined ? await insertMemo(db, columns) : before.pk;
  if (before !== undefined) await updateMemo(db, before, columns);
  await saveTags(db, pk, before, columns, derived.tags);
  const place = textPlace(columns);
  if (before === undefined) texts.put(pk, columns.content, { place, isIndexed: false });
  else {
    const formerPlace = textPlace(before);
    const isSame =
      before.content === columns.content &&
      formerPlace.creator === place.creator &&
      formerPlace.isShared === place.isShared;
    const former = { former: before.content, formerPlace };
    if (!isSame) texts.put(pk, columns.content, { place, isIndexed: true, ...former });
  }
  // A new memo has no stored document or elements to replace.
  if (before !== undefined || entity.text.state !== null) {
    await saveDocument(db, columns.id, entity.text);
  }
  if (before !== undefined || entity.elements.length > 0) {
    await saveElements(db, columns.id, entity.elements);
  }
  return pk;
}

/** Returns the creator and sharing under which the text of a memo is indexed. */
export function textPlace({
  creator,
  visibility,
}: Pick<MemoColumns, "creator" | "visibility">): TextPlace {
  return { creator, isShared: visibility !== visibilityToColumn("PRIVATE") };
}

async function insertMemo(db: Kysely<Tables>, columns: MemoColumns): Promise<number> {
  // No RETURNING on SQLite, for the reason in its dialect (`returnsCheaply`).
  return insertRow(db, {
    sql: (insertText ??= insertTextOf(columns)),
    parameters: Object.values(columns),
  });
}

/** Cached for all memos: they have the same columns in the same order (`memoToColumns`). */
let insertText: string | null = null;

function insertTextOf(columns: MemoColumns): string {
  const names = Object.keys(columns);
  return `INSERT INTO memo (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
}

/** Updates changed columns only: SQLite rewrites every index of a column in an update, changed or not. */
async function updateMemo(
  db: Kysely<Tables>,
  before: StoredMemo,
  columns: MemoColumns,
): Promise<void> {
  const names = (Object.keys(columns) as (keyof MemoColumns)[]).filter(
    (name) => before[name] !== columns[name],
  );
  if (names.length === 0) return;
  await run(
    db,
    `UPDATE memo SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE pk = ?`,
    ...names.map((name) => columns[name]),
    before.pk,
  );
}

/** Rewrites tag rows only if a tag or one of the repeated memo columns changed. */
async function saveTags(
  db: Kysely<Tables>,
  pk: number,
  before: StoredMemo | undefined,
  columns: MemoColumns,
  tags: readonly string[],
): Promise<void> {
  const isSame =
    before !== undefined &&
    before.tags === columns.tags &&
    before.creator === columns.creator &&
    before.created_ms === columns.created_ms &&
    before.visibility === columns.visibility &&
    before.space === columns.space &&
    isListed(before) === isListed(columns);
  if (isSame) return;
  if (before !== undefined && before.tags !== "[]") {
    await run(db, "DELETE FROM memo_tag WHERE memo_pk = ?", pk);
  }
  for (const tag of tags) {
    await run(
      db,
      "INSERT INTO memo_tag (memo_pk, tag, creator, created_ms, visibility, space, listed) VALUES (?, ?, ?, ?, ?, ?, ?)",
      pk,
      tag,
      columns.creator,
      columns.created_ms,
      columns.visibility,
      columns.space,
      toFlag(isListed(columns)),
    );
  }
}

function isListed(columns: Pick<MemoColumns, "state" | "parent" | "deleted">): boolean {
  return columns.state === 0 && columns.parent === null && columns.deleted === 0;
}

async function saveDocument(db: Kysely<Tables>, id: string, text: TextState): Promise<void> {
  if (text.state === null) {
    await run(db, "DELETE FROM memo_doc WHERE memo = ?", id);
    return;
  }
  await run(
    db,
    `INSERT INTO memo_doc (memo, gen, state) VALUES (?, ?, ?)
      ON CONFLICT (memo) DO UPDATE SET gen = excluded.gen, state = excluded.state
      WHERE memo_doc.gen <> excluded.gen OR memo_doc.state <> excluded.state`,
    id,
    text.gen,
    text.state,
  );
}

async function run(db: Kysely<Tables>, sql: string, ...parameters: SqlValue[]): Promise<void> {
  await sendSql(db, sqlText(sql, ...parameters));
}
