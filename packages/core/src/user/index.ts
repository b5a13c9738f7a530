export * from "./avatar.ts";
export type { PurgedThings } from "./purge-account.ts";
export * from "./user-changes.ts";
export * from "./user-service.ts";
export type * from "./user-stats.ts";
