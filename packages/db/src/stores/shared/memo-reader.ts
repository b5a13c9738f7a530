import {
  type ChildMemo,
  FilterTimeoutError,
  type MemoListQuery,
  type MemoReader,
  type MemoSlice,
} from "@tidemark/core";
import { findReadable } from "@tidemark/core/access";
import type { MemoHead, MemoRecord, TextState } from "@tidemark/core/model";
import { type Kysely, sql } from "kysely";
import { countDays, countMemos, countTags, listOpenTaskTags } from "../../memo-list/counts.ts";
import { countTagged, readTagPlaces, readTagTree } from "../../memo-list/tag-tree.ts";
import { readDigests } from "../../memo-list/memo-digests.ts";
import { explainList } from "../../memo-list/explain-list.ts";
import { readFigures } from "../../memo-list/memo-figures.ts";
import type { ExecutionMode } from "../../memo-list/execution-mode.ts";
import {
  alwaysHere,
  type ListAnswer,
  type ListJob,
  type ListPlacing,
} from "../../memo-list/list-placing.ts";
import {
  countMemoRows,
  listMemoNumbers,
  listMemoVersions,
  prepareList,
  prepareWhole,
} from "../../memo-list/list-rows.ts";
import type { SqlDialect } from "../../sql/dialect.ts";
import { dialectOf, joinSql, selectRows, sqlText, sqlValues } from "../../sql/sql-text.ts";
import { bytes, number, rowOf, text, userReference } from "../../sql/row.ts";
import { readStrings } from "../../schema/own-rows.ts";
import { memoRow } from "../../schema/table-rows.ts";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";
import { idsByNumber } from "./ids-by-number.ts";
import type { CachedMemos } from "./cached/cached-memos.ts";
import type { FoundBefore } from "./cached/found-before.ts";
import {
  memoBytesSql,
  memoToVersion,
  readMemos,
  readSlice,
  readVersions,
} from "./memos-at-places.ts";
import { columnToVisibility } from "../../sql/visibility.ts";
import { columnsToMemo, columnToState } from "./memo-columns.ts";
import { fromPart, partsEnd } from "./part-of-content.ts";
import { readElements, readReactedBy, readReferrers, readReferrersAfter } from "./memo-elements.ts";

const sizedVersionRow = rowOf({ pk: number, seq: number, bytes: number });
const sizedIdRow = rowOf({ id: text, bytes: number });
const documentRow = rowOf({ state: bytes });
const idRow = rowOf({ id: text });
const childMemoRow = rowOf<ChildMemo & { readonly parent: string }>({
  id: text,
  createdMs: number,
  number: number,
  parent: text,
});
const memoIdRow = rowOf({ memo: text });
const ownIdRow = rowOf({ creator: userReference, id: text });
/** Reads memos on one connection; `placing` may run slow lists elsewhere. */
export function createMemoReader(
  db: Kysely<Tables>,
  placing: ListPlacing = alwaysHere,
  kept: CachedMemos | null = null,
  before: FoundBefore | null = null,
): MemoReader {
  const findKept = (id: string): MemoRecord | null => {
    if (kept === null || before === null) return null;
    const { numbers, memos } = before.found();
    const pk = numbers.get(id);
    const known = pk === undefined ? undefined : kept.at(pk);
    return known !== undefined && memos.has(known) ? known.memo : null;
  };
  const find = async (id: string): Promise<MemoRecord | null> => {
    const same = findKept(id);
    if (same !== null) return same;
    let bytes = 0;
    if (kept !== null) {
      const [version] = await selectRows(
        db,
        sqlText(`SELECT pk, seq, ${memoBytesSql} AS bytes FROM memo AS m WHERE id = ?`, id),
        sizedVersionRow,
      );
      if (version === undefined) return null;
      const known = kept.find(version);
      if (known !== undefined) {
        const found = before?.found();
        found?.memos.set(known, memoToVersion(known));
        found?.numbers.set(id, version.pk);
        return known.memo;
      }
      ({ bytes } = version);
    }
    const [columns] = await selectRows(db, sqlText("SELECT * FROM memo WHERE id = ?", id), memoRow);
    if (columns === undefined) return null;
    const memo = columnsToMemo(columns);
    kept?.keep(memo, bytes);
    return memo;
  };
  /** Returns whether the reader may list the parent's comments: anyone who may read the parent. */
  const mayListUnder = async (
    query: Pick<MemoListQuery, "access" | "parent" | "trash">,
  ): Promise<boolean> =>
    query.parent === null ||
    (await findReadable({ find }, query.access, query.parent, query.trash !== "none")) !== null;
  /** Lists without a filter need no choice. */
  const choosing = <T>(
    { filter }: Pick<MemoListQuery, "filter">,
    work: () => Promise<T>,
  ): Promise<T | null> => (filter === null ? work() : placing.choosing(work));
  /** Plans a list and runs it in the planned mode; on a worker if planning took too long. */
  const placed = async <
    Way extends { readonly place: ExecutionMode },
    M extends "list" | "count" | "figures",
  >(
    job: ListJob<M>,
    prepare: () => Promise<Way>,
    go: (way: Way) => Promise<ListAnswer<M>>,
  ): Promise<ListAnswer<M>> => {
    const way = await choosing(job.query, prepare);
    return placing.run(way?.place ?? "worker", job, async () => go(way ?? (await prepare())));
  };
  const slice = async (query: MemoListQuery, bytes: number): Promise<MemoSlice> => {
    if (!(await mayListUnder(query))) return { places: [], memos: [] };
    const found = before?.found() ?? null;
    const same = found?.pages.find(query);
    if (same !== undefined) return readSlice(db, same, bytes, kept, { found });
    const prepare = () => prepareList(db, query);
    return placed({ method: "list", query: { ...query, bytes } }, prepare, async (list) => {
      const versions = await listMemoVersions(db, list);
      const pks = versions?.map(({ pk }) => pk) ?? (await listMemoNumbers(db, list));
      found?.pages.keep(query, pks);
      return readSlice(db, pks, bytes, kept, { found, current: versions });
    });
  };

  return {
    find,
    findByNumber: async (number) => {
      const [columns] = await selectRows(
        db,
        sqlText("SELECT * FROM memo WHERE pk = ?", number),
        memoRow,
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
          .select(["id", "creator", "parent", "state", "visibility", "space", "snippet", "tags"])
          .select(["pk as number", "deleted_ms as deletedMs", beginning])
          .where("id", "in", some)
          .execute();
        for (const { beginning: content, ...row } of rows) {
          const state = columnToState(row.state);
          const snippet = content === null ? row.snippet : fromPart(row.snippet, content);
          heads.push({
            ...row,
            snippet,
            state,
            tags: readStrings(row.tags),
            visibility: columnToVisibility(row.visibility),
          });
        }
      }
      return heads;
    },
    list: async (query) => [...(await slice(query, Number.POSITIVE_INFINITY)).memos],
    slice,
    atPlaces: async (places) => {
      const pks = places.map(({ number }) => number);
      return readMemos(db, await readVersions(db, pks, kept, { found: before?.found() }), kept);
    },
    sizes: async (ids) => {
      const rows = await selectRows(
        db,
        sqlText(sizesSql(dialectOf(db)), JSON.stringify(ids)),
        sizedIdRow,
      );
      return new Map(rows.map(({ id, bytes }) => [id, bytes]));
    },
    explain: async (query) => {
      const explained = await choosing(query, () => explainList(db, query));
      if (explained === null) throw new FilterTimeoutError();
      return explained;
    },
    count: async (query) => {
      if (!(await mayListUnder(query))) return 0;
      const { atMost } = query;
      if (atMost !== undefined) {
        const page = { order: [], after: null, offset: 0, limit: atMost };
        const prepare = () => prepareList(db, { ...query, ...page });
        return placed({ method: "count", query }, prepare, async (list) => {
          return (await listMemoNumbers(db, list)).length;
        });
      }
      const prepare = () => prepareWhole(db, query, { readsRows: false });
      return placed({ method: "count", query }, prepare, (whole) => countMemoRows(db, whole));
    },
    text: async (id, gen) => {
      const [doc] = await selectRows(
        db,
        sqlText("SELECT state FROM memo_doc WHERE memo = ? AND gen = ?", id, gen),
        documentRow,
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
    idsWithReactionBy: (user, afterId, limit) => readReactedBy(db, user, afterId, limit),
    idsWithParts: async (ids) => {
      const bare = before?.found().bare;
      const unsure = bare === undefined ? ids : ids.filter((id) => !bare.has(id));
      if (unsure.length === 0) return [];
      const rows = await selectRows(
        db,
        sqlText(withPartsSql(dialectOf(db)), JSON.stringify(unsure)),
        idRow,
      );
      const found = new Set(rows.map((row) => row.id));
      if (bare !== undefined) for (const id of unsure) if (!found.has(id)) bare.add(id);
      return [...found];
    },
    children: async (ids) => {
      const children = new Map<string, ChildMemo[]>();
      for (const some of chunk(ids)) {
        const rows = await selectRows(
          db,
          joinSql(
            [
              sqlText(
                'SELECT id, parent, created_ms AS "createdMs", number FROM memo WHERE parent IN',
              ),
              sqlValues(some),
              sqlText("ORDER BY created_ms DESC, number DESC"),
            ],
            " ",
          ),
          childMemoRow,
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
      const rows = await selectRows(
        db,
        sqlText(
          "SELECT id FROM memo INDEXED BY memo_in_space WHERE space = ? AND id > ? AND parent IS NULL ORDER BY id LIMIT ?",
          space,
          afterId,
          limit,
        ),
        idRow,
      );
      return rows.map((row) => row.id);
    },
    figures: async (query) => {
      const prepare = () => prepareWhole(db, query, { readsRows: true });
      return placed({ method: "figures", query }, prepare, (whole) => readFigures(db, whole));
    },
    digests: (query) =>
      placing.run("worker", { method: "digests", query }, () =>
        readDigests(db, query, columnsToMemo),
      ),
    descendants: (id) => descendants(db, id),
    tagCounts: (access, own) => countTags(db, access, own),
    tagTree: (user) => readTagTree(db, user),
    tagPlaces: (branch, after, limit) => readTagPlaces(db, branch, after, limit),
    countTagged: (branch) => countTagged(db, branch),
    dayCounts: (user, span) => countDays(db, user, span),
    counts: (user) => countMemos(db, user),
    openTaskTags: (user, afterTag, limit) => listOpenTaskTags(db, user, afterTag, limit),
    newestIds: async (creator, limit) => {
      const rows = await selectRows(
        db,
        sqlText(
          `SELECT id FROM memo INDEXED BY memo_own_created
           WHERE creator = ? AND state = 0 AND parent IS NULL AND deleted = 0
           ORDER BY created_ms DESC, number DESC LIMIT ?`,
          creator,
          limit,
        ),
        idRow,
      );
      return rows.map((row) => row.id);
    },
    idsWithDocument: async (afterId, limit) => {
      const rows = await selectRows(
        db,
        sqlText("SELECT memo FROM memo_doc WHERE memo > ? ORDER BY memo LIMIT ?", afterId, limit),
        memoIdRow,
      );
      return rows.map((row) => row.memo);
    },
    idsByCreator: async (creator, afterId, limit) => {
      const rows = await selectRows(
        db,
        sqlText(
          "SELECT id FROM memo INDEXED BY memo_by_creator WHERE creator = ? AND id > ? ORDER BY id LIMIT ?",
          creator,
          afterId,
          limit,
        ),
        idRow,
      );
      return rows.map((row) => row.id);
    },
    idsByOthers: async (creator) => {
      const rows = await selectRows(
        db,
        sqlText("SELECT id FROM memo INDEXED BY memo_by_creator WHERE creator <> ?", creator),
        idRow,
      );
      return rows.map((row) => row.id);
    },
    othersAfter: (creator, after, limit) =>
      selectRows(
        db,
        sqlText(
          `SELECT creator, id FROM memo INDEXED BY memo_by_creator
           WHERE creator <> ? AND (creator, id) > (?, ?) ORDER BY creator, id LIMIT ?`,
          creator,
          after.creator,
          after.id,
          limit,
        ),
        ownIdRow,
      ),
    orphansByOthers: async (creator) => {
      const rows = await selectRows(
        db,
        sqlText(
          `SELECT id FROM memo WHERE parent IS NOT NULL AND creator <> ?
           AND NOT EXISTS (SELECT 1 FROM memo above WHERE above.id = memo.parent)`,
          creator,
        ),
        idRow,
      );
      return rows.map((row) => row.id);
    },
    trashedIds: async (creator, atMs, limit) => {
      const rows = await selectRows(
        db,
        sqlText(
          `SELECT id FROM memo INDEXED BY memo_trash_deleted
            WHERE deleted = 1 AND creator = ? AND deleted_ms <= ? AND parent IS NULL
            ORDER BY deleted_ms LIMIT ?`,
          creator,
          atMs,
          limit,
        ),
        idRow,
      );
      return rows.map((row) => row.id);
    },
    idsTrashedBefore: async (ms, limit) => {
      const rows = await selectRows(
        db,
        sqlText(
          "SELECT id FROM memo INDEXED BY memo_trash_due WHERE deleted = 1 AND deleted_ms < ? ORDER BY deleted_ms, id LIMIT ?",
          ms,
          limit,
        ),
        idRow,
      );
      return rows.map((row) => row.id);
    },
  };
}

/** Reads as much of the content as a shortened snippet needs; null if the snippet is stored whole. */
const beginning = sql<
  string | null
>`CASE WHEN snippet >= ' ' AND snippet < '!' THEN substr(content, 1, ${sql.lit(partsEnd)}) END`.as(
  "beginning",
);

const sizesSql = (dialect: SqlDialect): string => `SELECT m.id, ${memoBytesSql}
      + coalesce((SELECT octet_length(state) FROM memo_doc WHERE memo = m.id), 0)
      + coalesce((SELECT sum(octet_length(key) + coalesce(octet_length(value), 0) + 100) FROM memo_element WHERE memo = m.id), 0) AS bytes
  FROM ${dialect.eachText("a")} JOIN memo AS m ON m.id = a.value`;

const withPartsSql = (
  dialect: SqlDialect,
): string => `SELECT a.value AS id FROM ${dialect.eachText("a")}
  WHERE EXISTS (SELECT 1 FROM memo_element WHERE memo = a.value)
    OR EXISTS (SELECT 1 FROM memo_element WHERE set_name = 'relation' AND key = a.value AND value IS NOT NULL)
    OR EXISTS (SELECT 1 FROM memo WHERE parent = a.value)
    OR EXISTS (SELECT 1 FROM attachment WHERE memo = a.value)`;

/** Returns descendants level by level. Visits each memo once, so cycles of parents end too. */
async function descendants(db: Kysely<Tables>, id: string): Promise<string[]> {
  const seen = new Set([id]);
  const found: string[] = [];
  let level = [id];
  while (level.length > 0) {
    const next: string[] = [];
    for (const some of chunk(level)) {
      const children = await selectRows(
        db,
        joinSql(
          [
            sqlText("SELECT id FROM memo WHERE parent IN"),
            sqlValues(some),
            sqlText("ORDER BY created_ms, id"),
          ],
          " ",
        ),
        idRow,
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

/** Copies Node's Buffer from the driver into a plain array with its own buffer. */
function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
