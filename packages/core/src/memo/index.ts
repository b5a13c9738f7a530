export * from "./access.ts";
export * from "./commit-memo.ts";
export * from "./limits.ts";
export * from "./list-memos.ts";
export type * from "./memo-deps.ts";
export * from "./memo-service.ts";
export * from "./model.ts";
export * from "./write-memo.ts";
