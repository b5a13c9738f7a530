import type { SqlConnection } from "../sql/connection.ts";

/**
 * One schema step, forward only. Runs in one transaction together with the change of the schema version. A
 * released step is never edited.
 */
export interface Migration {
  /** Consecutive from 1. */
  readonly version: number;
  readonly name: string;
  readonly up: (connection: SqlConnection) => void;
  /**
   * The same step for PostgreSQL; only for steps after its baseline. Absent if the step changes only devices'
   * tables. Two versions run at once during a rollout, so a step only adds. A later step removes what the
   * version before needs, and raises meta's `db.least_version`.
   */
  readonly postgres?: string;
}

/** A step that has migrated an existing schema to its version. */
export interface MigratedStep extends Pick<Migration, "version" | "name"> {
  readonly ms: number;
}

/** Called after each step that migrates an existing schema, but not for a new one. */
export type OnMigrate = (step: MigratedStep) => void;
