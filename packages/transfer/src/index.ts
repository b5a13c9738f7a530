export { SourceRefused } from "./archive/source-tree.ts";
export { openImport } from "./formats/open-import.ts";
export { openMemosServer } from "./memos-api/open-server.ts";
export type { ImportSource, SourceChoices } from "./model.ts";
export type { ImportCounts, ImportPlan, PlanRow } from "./plan/import-plan.ts";
export { planImport } from "./plan/plan-import.ts";
export { type ImportReport, runImport, type RunOptions } from "./run/run-import.ts";
export type { ImportTarget } from "./target/import-target.ts";
export { findImport, type KeptMemo, undoImport, type UndoReport } from "./undo/undo-import.ts";
