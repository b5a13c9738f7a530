export type * from "./blob-transport.ts";
export * from "./messages.ts";
export type * from "./refusal.ts";
export * from "./notifications-answer.ts";
export * from "./shares-answer.ts";
export * from "./revisions-answer.ts";
export type * from "./sync-transport.ts";
export * from "./transcribe-answer.ts";
export * from "./wire-memo.ts";
