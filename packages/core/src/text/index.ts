export * from "./text-diff.ts";
export * from "./text-document.ts";
export * from "./text-hash.ts";
