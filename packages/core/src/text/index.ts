export * from "./carry-update.ts";
export * from "./diff-parts.ts";
export { inspectUpdate } from "./inspect-update.ts";
export * from "./merge-texts.ts";
export * from "./merge-elsewhere.ts";
export { boundReading, mergeWork } from "./merge-work.ts";
export * from "./text-diff.ts";
export * from "./text-document.ts";
export * from "./text-hash.ts";
