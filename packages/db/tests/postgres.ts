import { isPostgres } from "./engine.ts";

/** PostgreSQL, for the runs over it alone: the others don't load its driver. */
export const postgres = isPostgres
  ? // oxlint-disable-next-line eslint/no-restricted-imports -- these runs test the stores over both databases
    await import("../../db-postgres/tests/engine.ts")
  : null;
