import { endOfPart, type MemoSlice } from "@tidemark/core";
import type { MemoRecord } from "@tidemark/core/model";
import type { Kysely } from "kysely";
import { rowsInOrder } from "../../memo-list/list-rows.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, orNull, rowOf, text } from "../../sql/row.ts";
import type { SqlDialect } from "../../sql/dialect.ts";
import { dialectOf, selectRows, sqlText } from "../../sql/sql-text.ts";
import { columnsToMemo } from "./memo-columns.ts";
import type { CachedMemo, CachedMemos, MemoVersion, PlacedVersion } from "./cached/cached-memos.ts";
import type { Found } from "./cached/found-before.ts";

const versionRow = rowOf<MemoVersion>({ pk: number, seq: number });
const sizedColumnsRow = rowOf<VersionColumns>({
  pk: number,
  id: text,
  seq: number,
  pinned: number,
  created_ms: number,
  updated_ms: number,
  deleted_ms: orNull(number),
  bytes: number,
});

/** Size in bytes of all columns of a row that may be long. */
export const memoBytesSql =
  "(octet_length(m.content) + octet_length(m.extra) + octet_length(m.tags) + octet_length(m.stamps))";

const seqsSql = (dialect: SqlDialect): string =>
  `SELECT m.pk, m.seq FROM ${dialect.eachNumber("a")} JOIN memo AS m ON m.pk = a.value`;

/** SQLite knows the length of a text without reading it. */
const versionsSql = (
  dialect: SqlDialect,
): string => `SELECT m.pk, m.id, m.seq, m.pinned, m.created_ms, m.updated_ms, m.deleted_ms,
  ${memoBytesSql} AS bytes
  FROM ${dialect.eachNumber("a")} JOIN memo AS m ON m.pk = a.value`;

/** Information about memos before they are read. */
interface Known {
  readonly found?: Found | null | undefined;
  /** Current `seq` of each memo; `null` to query it. */
  readonly current?: readonly MemoVersion[] | null;
}

export async function readSlice(
  db: Kysely<Tables>,
  pks: readonly number[],
  bytes: number,
  kept: CachedMemos | null,
  known: Known = {},
): Promise<MemoSlice> {
  const places = await readVersions(db, pks, kept, known);
  const memos = await readMemos(db, places.slice(0, endOfPart(places, 0, bytes)), kept);
  return { places, memos };
}

/** Returns versions in the order of the numbers. Reads only the `seq` of cached memos. */
export async function readVersions(
  db: Kysely<Tables>,
  pks: readonly number[],
  kept: CachedMemos | null,
  { found = null, current = null }: Known = {},
): Promise<readonly PlacedVersion[]> {
  const versions = new Map<number, PlacedVersion>();
  const lacking = (): readonly number[] =>
    versions.size === 0 ? pks : pks.filter((pk) => !versions.has(pk));
  if (kept !== null && found !== null) {
    for (const pk of pks) {
      const known = kept.at(pk);
      const version = known === undefined ? undefined : found.memos.get(known);
      if (version !== undefined) versions.set(pk, version);
    }
  }
  const unsure = lacking();
  if (kept !== null && unsure.length > 0) {
    const rows =
      current ??
      (await selectRows(db, sqlText(seqsSql(dialectOf(db)), JSON.stringify(unsure)), versionRow));
    for (const row of rows) {
      const known = kept.find(row);
      if (known === undefined) continue;
      const version = memoToVersion(known);
      versions.set(row.pk, version);
      found?.memos.set(known, version);
    }
  }
  const unknown = lacking();
  if (unknown.length > 0) {
    const rows = await selectRows(
      db,
      sqlText(versionsSql(dialectOf(db)), JSON.stringify(unknown)),
      sizedColumnsRow,
    );
    for (const row of rows) versions.set(row.pk, columnsToVersion(row));
  }
  return pks.map((pk) => versions.get(pk)).filter((version) => version !== undefined);
}

export function memoToVersion({ memo, bytes }: CachedMemo): PlacedVersion {
  const { number, id, seq, pinned, createdMs, updatedMs, deletedMs } = memo;
  return { pk: number, number, id, seq, pinned, createdMs, updatedMs, deletedMs, bytes, memo };
}

function columnsToVersion(row: VersionColumns): PlacedVersion {
  const { pk, id, seq, bytes } = row;
  return {
    pk,
    number: pk,
    id,
    seq,
    pinned: row.pinned === 1,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    deletedMs: row.deleted_ms,
    bytes,
  };
}

interface VersionColumns {
  readonly pk: number;
  readonly id: string;
  readonly seq: number;
  readonly pinned: number;
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly deleted_ms: number | null;
  readonly bytes: number;
}

/** Returns the memos of versions in their order; reads those that aren't cached. */
export async function readMemos(
  db: Kysely<Tables>,
  versions: readonly PlacedVersion[],
  kept: CachedMemos | null,
): Promise<MemoRecord[]> {
  const unknown = versions.filter(({ memo }) => memo === undefined);
  const bytesByPk = new Map(unknown.map(({ pk, bytes }) => [pk, bytes]));
  const read = new Map<number, MemoRecord>();
  for (const row of await rowsInOrder(db, [...bytesByPk.keys()])) {
    const memo = columnsToMemo(row);
    kept?.keep(memo, bytesByPk.get(row.pk) ?? 0);
    read.set(row.pk, memo);
  }
  return versions.map(({ pk, memo }) => memo ?? read.get(pk)).filter((memo) => memo !== undefined);
}
