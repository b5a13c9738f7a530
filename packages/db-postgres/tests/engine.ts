// What the tests of packages/db need of PostgreSQL where they run over it.

export { wordsOf } from "../src/search/words.ts";
export { borrowPostgres } from "./borrowed-postgres.ts";
export { postgresRows, tempPostgresDatabase } from "./postgres-database.ts";
export { openPostgresInstance } from "./postgres-instance.ts";
