// Helpers for tests of packages/db that run over PostgreSQL.

export { wordsOf } from "../src/search/words.ts";
export { borrowPostgres } from "./borrowed-postgres.ts";
export { postgresRows, tempPostgresDatabase } from "./postgres-database.ts";
export { openPostgresInstance } from "./postgres-instance.ts";
