export {
  type OpenPostgresOptions,
  openPostgres,
  type OpenServerDatabase,
} from "./postgres/open-postgres.ts";
