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
  /**
   * The same step in PostgreSQL's words; for steps after its baseline alone. Absent where it changes
   * only what devices have. Versions run side by side while a new one rolls out: a step adds, and what
   * the version before it needs goes with a later step, which says so in meta's `db.least_version`.
   */
  readonly postgres?: string;
}

/** A step that has brought a schema of before to its version. */
export interface MigratedStep extends Pick<Migration, "version" | "name"> {
  readonly ms: number;
}

/** Called after each step of a schema that was there already: a new one is made without a word. */
export type OnMigrate = (step: MigratedStep) => void;
