export { type ArchiveLimits, defaultLimits } from "./archive/limits.ts";
export { isDiskFull } from "./archive/disk-full.ts";
export type { RealNames } from "./archive/real-names.ts";
export { findEntry, readBytes, SourceRefused, type SourceTree } from "./archive/source-tree.ts";
export { readTree } from "./formats/read-tree.ts";
export { createDownloads, type DownloadReply, failure } from "./jobs/downloads.ts";
export { failureOf } from "./jobs/failure-of.ts";
export {
  createTransferJobs,
  type TransferJobs,
  type TransferSources,
} from "./jobs/transfer-jobs.ts";
export { isOfSqlite } from "./memos-db/memos-tables.ts";
export type { ImportSource, SourceChoices, SourceDatabase, SourceHost } from "./model.ts";
export type { ImportCounts, ImportPlan, PlanRow } from "./plan/import-plan.ts";
export { planImport } from "./plan/plan-import.ts";
export { type ImportReport, runImport, type RunOptions } from "./run/run-import.ts";
export {
  exportMemo,
  type ExportOptions,
  exportMemos,
  type ExportReport,
  type ExportTarget,
  type MemoExport,
} from "./tidemark/export-memos.ts";
export { ExportRefused, type ExportSink, type ZipPipe } from "./tidemark/export-sink.ts";
export type { ImportTarget } from "./target/import-target.ts";
export { findImport, type KeptMemo, undoImport, type UndoReport } from "./undo/undo-import.ts";
