export * from "./carry-update.ts";
export * from "./diff-parts.ts";
export * from "./merge-texts.ts";
export * from "./text-diff.ts";
export * from "./text-document.ts";
export * from "./text-hash.ts";
