export { type ArchiveLimits, defaultLimits } from "./archive/limits.ts";
export { isDiskFull } from "./archive/temp-dir.ts";
export type { RealNames } from "./archive/real-names.ts";
export { SourceRefused } from "./archive/source-tree.ts";
export { openImport } from "./formats/open-import.ts";
export { openMemosServer } from "./memos-api/open-server.ts";
export type { ImportSource, SourceChoices } from "./model.ts";
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
export { ExportRefused, type ExportSink } from "./tidemark/export-sink.ts";
export { openFolderSink } from "./tidemark/folder-sink.ts";
export { openZipSink, openZipStream } from "./tidemark/zip-sink.ts";
export type { ImportTarget } from "./target/import-target.ts";
export { findImport, type KeptMemo, undoImport, type UndoReport } from "./undo/undo-import.ts";
