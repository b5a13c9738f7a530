export type * from "./account.ts";
export * from "./attachment.ts";
export * from "./caller.ts";
export * from "./memo.ts";
export * from "./scope.ts";
export * from "./shelf.ts";
export * from "./stamp.ts";
export * from "./sync-note.ts";
