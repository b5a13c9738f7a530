export * from "../profile/index.ts";
export * from "./blob-sync.ts";
export * from "./device-journal.ts";
export * from "./device-sync.ts";
export { draftKeys, removeRejected } from "./evict/evict-memo.ts";
export * from "./derive-ahead.ts";
export * from "./in-parts.ts";
export type * from "./kinds/device-kind.ts";
export * from "./kinds/device-kinds.ts";
export * from "./kinds/device-memos.ts";
export * from "./outbox/held-operations.ts";
export * from "./repair-own.ts";
export { isHeld, releaseHeld, serverContentBytes } from "./rebase/held-memos.ts";
export { memoRebase } from "./rebase/memo-rebase.ts";
export * from "./rejected/describe-op.ts";
export * from "./rejected/describe-refusal.ts";
export { throwAwayHeld } from "./rejected/held-choices.ts";
export * from "./rejected/rejected-operations.ts";
export * from "./scopes/followed-scopes.ts";
export {
  noteOthers,
  noteServerLimits,
  serverAdministers,
  serverHasOthers,
  serverNotifies,
  serverTitle,
  serverTranscribes,
  serverUploadBytes,
} from "./server-limits.ts";
export { spaceTitles } from "./space-titles.ts";
export { type ChoicesNote, choicesNoteKey, mergedWithKey } from "../history/choices-note.ts";
export { mergeNoteKey } from "../history/device-history.ts";
