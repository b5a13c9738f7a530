import type { SqlConnection } from "../sql/connection.ts";

/**
 * One step of the schema, forward only. Runs inside a transaction together with the bump of the
 * schema version; a step that was released is never edited again.
 */
export interface Migration {
  /** Consecutive from 1. */
  readonly version: number;
  readonly name: string;
  readonly up: (connection: SqlConnection) => void;
}
