export {
  type ListView,
  listViews,
  type MemoCount,
  type RecentSearches,
  type SearchScope,
  searchScopes,
} from "./lists/search-port.ts";
export * from "./app.ts";
export type { AppContext } from "./app-trpc.ts";
export * from "./administration/app-administration.ts";
export type * from "./app-tag-runs.ts";
export type * from "./app-attachments.ts";
export * from "./backups/app-backups.ts";
export type { AppBulk } from "./lists/app-bulk.ts";
export type * from "./lists/app-finder.ts";
export * from "./lists/app-library.ts";
export type * from "./app-credentials.ts";
export type * from "./app-shares.ts";
export type * from "./app-inbox.ts";
export type * from "./app-storage.ts";
export type * from "./app-transfer.ts";
export type * from "./lists/app-tasks.ts";
export * from "./app-port.ts";
export type * from "./own-things.ts";
export * from "./sync/sync.ts";
export type * from "./sync/sync-context.ts";
export * from "./shared/trpc-errors.ts";
export type * from "./sync-tools.ts";
export type * from "./lists/memo-view.ts";
export type * from "./shared/abort-signal.ts";
export type * from "./lists/attachment-view.ts";
export type * from "./sync/sync-device.ts";
export type * from "./transcript.ts";
