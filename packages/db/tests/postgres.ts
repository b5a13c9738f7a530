import { isPostgres } from "./engine.ts";

/** PostgreSQL, loaded only in its own test runs. */
export const postgres = isPostgres
  ? // oxlint-disable-next-line eslint/no-restricted-imports -- these runs test the stores over both databases
    await import("../../db-postgres/tests/engine.ts")
  : null;
