export type { DatabaseDriver } from "./dialect/driver.ts";
export type { ForeignDatabase } from "./dialect/foreign-database.ts";
export { LostConnectionError } from "./dialect/lost-connection.ts";
export { OpenDatabaseError, type OpenDatabaseErrorType } from "./dialect/open-error.ts";
export type { DatabaseRole } from "./dialect/sqlite-connection.ts";
export { newestSchema } from "./schema/migrations/index.ts";
export { type DatabaseByRole, openDatabase, type OpenDatabase } from "./open-database.ts";
export type { OpenServerDatabase } from "./open-server-database.ts";
export { onOversizedRow, type OversizedRow } from "./stores/shared/unknown-fields.ts";
