// Building blocks for a database engine besides SQLite: the stores, the schema, and shared SQL.

export {
  batchSize,
  type CheckDerivedError,
  compareCounts,
  compareMemo,
  createTally,
  type DerivedDifference,
  type DerivedTally,
  difference,
  repairMemo,
  otherSchema,
  type StoredMemo,
  tagColumns,
} from "./derived/derived-rows.ts";
export { createEffectQueue, type EffectQueue } from "./dialect/effect-queue.ts";
export { listDeadlineMs } from "./dialect/list-workers.ts";
export { watchNesting } from "./dialect/node/write-nesting.ts";
export { unusedDatabase } from "./dialect/open-error.ts";
export { createOpenWork } from "./dialect/open-work.ts";
export type { BeforeStatement } from "./dialect/sqlite-connection.ts";
export type { ReadLease } from "./dialect/sqlite-database.ts";
export { createWriteQueue, type QueueWriter } from "./dialect/write-queue.ts";
export type { ListAnswer, ListJob, ListMethod, ListPlacing } from "./memo-list/list-placing.ts";
export { asMigrated } from "./schema/migrate.ts";
export type { Migration, OnMigrate } from "./schema/migration.ts";
export { migrations } from "./schema/migrations/index.ts";
export { memoRow } from "./schema/table-rows.ts";
export type { Tables } from "./schema/tables.ts";
export type { SqlConnection, SqlValue } from "./sql/connection.ts";
export type { SqlDialect } from "./sql/dialect.ts";
export type { FilterDialect } from "./sql/filter-dialect.ts";
export { sqlAround, type SqlFragment } from "./sql/fragment.ts";
export { number, orNull, rowOf, stamp, text } from "./sql/row.ts";
export { queryDirectly, joinSql, runSql, selectRows, sqlText } from "./sql/sql-text.ts";
export type { TextNeedle, TextReaders, TextSearch } from "./sql/text-search.ts";
export { visibilityToColumn } from "./sql/visibility.ts";
export { createListAnswers } from "./stores/answer-list.ts";
export { createCachedMemos } from "./stores/shared/cached/cached-memos.ts";
export { textPlace } from "./stores/shared/memo-writer.ts";
export {
  createReadStores,
  createWriteStores,
  type AllReadStores,
  type AllWriteStores,
} from "./stores/stores.ts";
export type { TextWriter } from "./text-index/text-writer.ts";
