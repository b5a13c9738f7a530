export {
  checkPostgresDerived,
  type CheckPostgresDerivedOptions,
} from "./derived/check-postgres-derived.ts";
export { type OpenPostgresOptions, openPostgres } from "./open-postgres.ts";
export {
  beginMove,
  type ComparedTable,
  type Move,
  MoveError,
  type MovedRows,
  type MoveProgress,
  moveTargetInWords,
  UnknownOutcomeError,
} from "./move/move-to-postgres.ts";
