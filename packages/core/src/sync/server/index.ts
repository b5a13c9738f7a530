export * from "./answer-digest.ts";
export { beginEpoch, epochKey } from "./epoch.ts";
export type * from "./kinds/server-kind.ts";
export * from "./rollback/lineage.ts";
export { lostChoices } from "../history/lost-visibility.ts";
export * from "./rollback/notice-rollback.ts";
export * from "./server-journal.ts";
export * from "./sync-server.ts";
