export { fromBase64, toBase64 } from "../bytes/base64.ts";
export * from "./rebase-update.ts";
export * from "./diff-parts.ts";
export { inspectUpdate } from "./inspect-update.ts";
export { KnownText } from "./known-text.ts";
export { addText, hasAdditions, mergeReadings, mergeTexts } from "./merge-texts.ts";
export * from "./merge-elsewhere.ts";
export { runMerge } from "./run-merge.ts";
export { boundReading } from "./merge-work.ts";
export * from "./text-diff.ts";
export * from "./text-document.ts";
export * from "./text-hash.ts";
export * from "./replaced-range.ts";
export { canBePast, type CommonPast, commonPast, likelyPasts } from "./apart/common-past.ts";
export { mergeKeepingBoth } from "./apart/merge-keeping-both.ts";
export {
  type RenewedDocument,
  repeatedIn,
  type RepeatedIn,
  repeatedSince,
} from "./apart/repeated-in.ts";
export { repeatsWord } from "./apart/repeats-word.ts";
export { withSharedInserts } from "./apart/shared-inserts.ts";
export { madeTokens } from "./tokens/made-tokens.ts";
export type { Clash } from "./tokens/token-edits.ts";
export type * from "./memo-text.ts";
export { addMergeWork, mergeWork } from "./work-done.ts";
