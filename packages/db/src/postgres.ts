export {
  checkPostgresDerived,
  type CheckPostgresDerivedOptions,
} from "./derived/check-postgres-derived.ts";
export {
  type OpenPostgresOptions,
  openPostgres,
  type OpenServerDatabase,
} from "./postgres/open-postgres.ts";
