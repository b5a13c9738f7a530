import type { ChildMemo, MemoListQuery, MemoReader } from "@tidemark/core";
import { findReadable, type MemoHead, type MemoRecord, type TextState } from "@tidemark/core/memo";
import type { Kysely, Selectable } from "kysely";
import { countDays, countMemos, countTags } from "../memo-list/counts.ts";
import { explainList } from "../memo-list/explain-list.ts";
import { alwaysHere, type ListPlacing } from "../memo-list/list-placing.ts";
import {
  countMemoRows,
  listMemoNumbers,
  listStatRows,
  prepareList,
  prepareWhole,
  rowsInOrder,
} from "../memo-list/list-rows.ts";
import { joinSql, selectRows, sqlText, sqlValues } from "../memo-list/sql-fragment.ts";
import { searchMemoRows } from "../memo-list/word-search.ts";
import type { MemoTable } from "../schema/memo-tables.ts";
import type { Tables } from "../schema/tables.ts";
import { chunk } from "./chunk.ts";
import { idsByNumber } from "./ids-by-number.ts";
import type { KeptMemos, MemoVersion } from "./kept-memos.ts";
import { columnsToMemo, columnToState, columnToVisibility } from "./memo-columns.ts";
import { readElements, readReferrers, readReferrersAfter } from "./memo-elements.ts";

/** Reads memos on one connection; `placing` may take long lists elsewhere. */
export function createMemoReader(
  db: Kysely<Tables>,
  placing: ListPlacing = alwaysHere,
  kept: KeptMemos | null = null,
): MemoReader {
  const find = async (id: string): Promise<MemoRecord | null> => {
    if (kept !== null) {
      const [version] = await selectRows<MemoVersion>(
        db,
        sqlText("SELECT pk, seq FROM memo WHERE id = ?", id),
      );
      if (version === undefined) return null;
      const memo = kept.find(version);
      if (memo !== undefined) return memo;
    }
    const [columns] = await selectRows<Selectable<MemoTable>>(
      db,
      sqlText("SELECT * FROM memo WHERE id = ?", id),
    );
    if (columns === undefined) return null;
    const memo = columnsToMemo(columns);
    kept?.keep(memo);
    return memo;
  };
  /** Comments are listed for whoever may read what they are on. */
  const mayListUnder = async (
    query: Pick<MemoListQuery, "access" | "parent" | "trash">,
  ): Promise<boolean> =>
    query.parent === null ||
    (await findReadable({ find }, query.access, query.parent, query.trash !== "none")) !== null;

  return {
    find,
    findByNumber: async (number) => {
      const [columns] = await selectRows<Selectable<MemoTable>>(
        db,
        sqlText("SELECT * FROM memo WHERE pk = ?", number),
      );
      return columns === undefined ? null : columnsToMemo(columns);
    },
    idsByNumber: (numbers) => idsByNumber(db, "memo", numbers),
    findMany: async (ids) => {
      const memos = [];
      for (const some of chunk([...new Set(ids)])) {
        const rows = await db.selectFrom("memo").selectAll().where("id", "in", some).execute();
        memos.push(...rows.map(columnsToMemo));
      }
      return memos;
    },
    heads: async (ids) => {
      const heads: MemoHead[] = [];
      for (const some of chunk([...new Set(ids)])) {
        const rows = await db
          .selectFrom("memo")
          .select(["id", "creator", "parent", "state", "visibility", "space", "snippet"])
          .select("deleted_ms as deletedMs")
          .where("id", "in", some)
          .execute();
        for (const row of rows) {
          const state = columnToState(row.state);
          heads.push({ ...row, state, visibility: columnToVisibility(row.visibility) });
        }
      }
      return heads;
    },
    list: async (query) => {
      if (!(await mayListUnder(query))) return [];
      const prepared = await prepareList(db, query);
      return placing.run(prepared.place, { method: "list", query }, async () =>
        readInOrder(db, await listMemoNumbers(db, prepared), kept),
      );
    },
    explain: (query) => explainList(db, query),
    count: async (query) => {
      if (!(await mayListUnder(query))) return 0;
      const prepared = await prepareWhole(db, query, { readsRows: false });
      return placing.run(prepared.place, { method: "count", query }, () =>
        countMemoRows(db, prepared),
      );
    },
    search: async (query) => (await searchMemoRows(db, query)).map(columnsToMemo),
    text: async (id, gen) => {
      const [doc] = await selectRows<{ state: Uint8Array }>(
        db,
        sqlText("SELECT state FROM memo_doc WHERE memo = ? AND gen = ?", id, gen),
      );
      return { gen, state: doc === undefined ? null : plainBytes(doc.state) };
    },
    texts: async (ids) => {
      const texts = new Map<string, TextState>();
      for (const some of chunk(ids)) {
        const rows = await db
          .selectFrom("memo_doc")
          .selectAll()
          .where("memo", "in", some)
          .execute();
        for (const row of rows) {
          texts.set(row.memo, { gen: row.gen, state: plainBytes(row.state) });
        }
      }
      return texts;
    },
    elements: (ids) => readElements(db, ids),
    referrers: (ids) => readReferrers(db, ids),
    referrersAfter: (target, afterId, limit) => readReferrersAfter(db, target, afterId, limit),
    idsWithParts: async (ids) => {
      const rows = await selectRows<{ id: string }>(db, sqlText(withPartsSql, JSON.stringify(ids)));
      return rows.map((row) => row.id);
    },
    children: async (ids) => {
      const children = new Map<string, ChildMemo[]>();
      for (const some of chunk(ids)) {
        const rows = await selectRows<ChildMemo & { readonly parent: string }>(
          db,
          joinSql(
            [
              sqlText(
                "SELECT id, parent, created_ms AS createdMs, number FROM memo WHERE parent IN",
              ),
              sqlValues(some),
              sqlText("ORDER BY created_ms DESC, number DESC"),
            ],
            " ",
          ),
        );
        for (const { parent, ...child } of rows) {
          const known = children.get(parent);
          if (known === undefined) children.set(parent, [child]);
          else known.push(child);
        }
      }
      return children;
    },
    idsInSpace: async (space, afterId, limit) => {
      const rows = await selectRows<{ id: string }>(
        db,
        sqlText(
          "SELECT id FROM memo INDEXED BY memo_in_space WHERE space = ? AND id > ? AND parent IS NULL ORDER BY id LIMIT ?",
          space,
          afterId,
          limit,
        ),
      );
      return rows.map((row) => row.id);
    },
    statRows: async (query) => {
      const prepared = await prepareWhole(db, query, { readsRows: true });
      return placing.run(prepared.place, { method: "statRows", query }, () =>
        listStatRows(db, prepared),
      );
    },
    descendants: (id) => descendants(db, id),
    tagCounts: (access, own) => countTags(db, access, own),
    dayCounts: (user, span) => countDays(db, user, span),
    counts: (user) => countMemos(db, user),
    newestIds: async (creator, limit) => {
      const rows = await selectRows<{ id: string }>(
        db,
        sqlText(
          `SELECT id FROM memo INDEXED BY memo_own_created
           WHERE creator = ? AND state = 0 AND parent IS NULL AND deleted = 0
           ORDER BY created_ms DESC, number DESC LIMIT ?`,
          creator,
          limit,
        ),
      );
      return rows.map((row) => row.id);
    },
    idsWithDocument: async (afterId, limit) => {
      const rows = await selectRows<{ memo: string }>(
        db,
        sqlText("SELECT memo FROM memo_doc WHERE memo > ? ORDER BY memo LIMIT ?", afterId, limit),
      );
      return rows.map((row) => row.memo);
    },
    idsByCreator: async (creator, afterId, limit) => {
      const rows = await selectRows<{ id: string }>(
        db,
        sqlText(
          "SELECT id FROM memo INDEXED BY memo_by_creator WHERE creator = ? AND id > ? ORDER BY id LIMIT ?",
          creator,
          afterId,
          limit,
        ),
      );
      return rows.map((row) => row.id);
    },
    idsByOthers: async (creator) => {
      const rows = await selectRows<{ id: string }>(
        db,
        sqlText("SELECT id FROM memo INDEXED BY memo_by_creator WHERE creator <> ?", creator),
      );
      return rows.map((row) => row.id);
    },
    othersAfter: (creator, after, limit) =>
      selectRows<{ creator: string; id: string }>(
        db,
        sqlText(
          `SELECT creator, id FROM memo INDEXED BY memo_by_creator
           WHERE creator <> ? AND (creator, id) > (?, ?) ORDER BY creator, id LIMIT ?`,
          creator,
          after.creator,
          after.id,
          limit,
        ),
      ),
    orphansByOthers: async (creator) => {
      const rows = await selectRows<{ id: string }>(
        db,
        sqlText(
          `SELECT id FROM memo WHERE parent IS NOT NULL AND creator <> ?
           AND NOT EXISTS (SELECT 1 FROM memo above WHERE above.id = memo.parent)`,
          creator,
        ),
      );
      return rows.map((row) => row.id);
    },
    idsTrashedBefore: async (ms, limit) => {
      const rows = await selectRows<{ id: string }>(
        db,
        sqlText(
          "SELECT id FROM memo INDEXED BY memo_trash_due WHERE deleted = 1 AND deleted_ms < ? ORDER BY deleted_ms, id LIMIT ?",
          ms,
          limit,
        ),
      );
      return rows.map((row) => row.id);
    },
  };
}

/** The memos with these numbers, in the order of the numbers; reads those that are not kept. */
async function readInOrder(
  db: Kysely<Tables>,
  pks: readonly number[],
  kept: KeptMemos | null,
): Promise<MemoRecord[]> {
  if (kept === null || pks.length === 0) return (await rowsInOrder(db, pks)).map(columnsToMemo);
  const versions = await selectRows<MemoVersion>(
    db,
    sqlText(
      "SELECT m.pk, m.seq FROM json_each(?) AS a JOIN memo AS m ON m.pk = a.value",
      JSON.stringify(pks),
    ),
  );
  const memos = new Map<number, MemoRecord>();
  const unknown: number[] = [];
  for (const version of versions) {
    const memo = kept.find(version);
    if (memo === undefined) unknown.push(version.pk);
    else memos.set(version.pk, memo);
  }
  for (const row of await rowsInOrder(db, unknown)) {
    const memo = columnsToMemo(row);
    kept.keep(memo);
    memos.set(row.pk, memo);
  }
  return pks.map((pk) => memos.get(pk)).filter((memo) => memo !== undefined);
}

const withPartsSql = `SELECT a.value AS id FROM json_each(?) AS a
  WHERE EXISTS (SELECT 1 FROM memo_element WHERE memo = a.value)
    OR EXISTS (SELECT 1 FROM memo_element WHERE set_name = 'relation' AND key = a.value AND value IS NOT NULL)
    OR EXISTS (SELECT 1 FROM memo WHERE parent = a.value)
    OR EXISTS (SELECT 1 FROM attachment WHERE memo = a.value)`;

/** Level by level; a memo is visited once, so rows that name each other as parent end too. */
async function descendants(db: Kysely<Tables>, id: string): Promise<string[]> {
  const seen = new Set([id]);
  const found: string[] = [];
  let level = [id];
  while (level.length > 0) {
    const next: string[] = [];
    for (const some of chunk(level)) {
      const children = await selectRows<{ id: string }>(
        db,
        joinSql(
          [
            sqlText("SELECT id FROM memo WHERE parent IN"),
            sqlValues(some),
            sqlText("ORDER BY created_ms, id"),
          ],
          " ",
        ),
      );
      for (const child of children) {
        if (seen.has(child.id)) continue;
        seen.add(child.id);
        next.push(child.id);
      }
    }
    found.push(...next);
    level = next;
  }
  return found;
}

/** The driver gives Node's Buffer; what leaves the store is a plain array over bytes of its own. */
function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
