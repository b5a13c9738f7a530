export { type CreateMemoInput, createMemo, createWithin } from "./create-memo.ts";
export { editMemoText } from "./edit-text.ts";
export * from "./last-edit.ts";
export * from "./list-memos.ts";
export type { CurrentMemo, MemoChanges, PatchResolver, WantedChanges } from "./memo-changes.ts";
export type * from "./memo-deps.ts";
export * from "./etag/memo-etag.ts";
export * from "./memo-service.ts";
export * from "./memo-extras.ts";
export { purgeMemo } from "./purge-memo.ts";
export * from "./reactions.ts";
export * from "./relations.ts";
export * from "./revisions.ts";
export * from "./etag/served-texts.ts";
export * from "./etag/stale-text.ts";
export type * from "./retag-memos.ts";
export { restoreMemo, trashMemo, trashWithin } from "./trash-memo.ts";
export type { ManyUpdated, MemoPlacing, PlaceOfMemo } from "./update-many.ts";
export { type UpdateOptions, updateWithin } from "./update-memo.ts";
export { previewTagChange, type TagChangePreview } from "./rename/preview-tag-change.ts";
export {
  advanceTagRun,
  dismissLate,
  expireTagRun,
  type LateTag,
  resumeTagRun,
  startTagRun,
  stopTagRun,
  tagRunStatus,
  undoTagRun,
} from "./rename/run-tag-change.ts";
export { type TagChange, type TagRun } from "./rename/tag-run.ts";
