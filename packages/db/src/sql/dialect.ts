import type { FilterDialect } from "./filter-dialect.ts";
import type { TextSearch } from "./text-search.ts";

/**
 * Differences between the databases; every handle of a connection has one (`dialectOf`). All other SQL works
 * in both: placeholders are `?`, and PostgreSQL leaves out hints for SQLite's planner (`INDEXED BY`, `NOT
 * INDEXED`, `CROSS JOIN … ON`).
 */
export interface SqlDialect {
  readonly name: "sqlite" | "postgres";
  /** Returns a source with one row for each text of the bound JSON array, as `alias.value`. */
  eachText(alias: string): string;
  /** Does the same for the numbers of a JSON array. */
  eachNumber(alias: string): string;
  /** Does the same for the texts of the JSON array in a column of a preceding source. */
  eachTextOf(column: string, alias: string): string;
  /**
   * Returns an aggregate: a JSON array of the values of a group's rows that match `where`, ordered by `by`.
   */
  jsonArray(value: string, rows: { readonly by: string; readonly where?: string }): string;
  /** Returns the condition that `column` is one of the numbers of the bound JSON array. */
  isAmong(column: string): string;
  /** Returns the condition that `column` is the bound name, ignoring the case of A to Z. */
  isSameName(column: string): string;
  /**
   * Returns a condition that is always true, at which the connection may stop a slow query; null if the
   * database has its own deadline.
   */
  stepSql(column: string): string | null;
  /**
   * Returns the same query with a plan that doesn't depend on bound values, for queries that name their
   * indexes. SQLite plans with some bound values, such as a limit, and then plans again at every run. That
   * takes longer than a short list.
   */
  steady(sql: string): string;
  /** True if the database is in this process: two queries then cost no more than one. */
  readonly isNear: boolean;
  /** True if `RETURNING` costs nothing extra. */
  readonly returnsCheaply: boolean;
  /**
   * Time of the database's own clock in milliseconds since 1970, as the statement runs; `null` if it has
   * none.
   */
  readonly clockMs: string | null;
  /** Expression for the size of the whole database in bytes. */
  readonly databaseBytes: string;
  /** Prefix that returns the plan of a query instead of its rows. */
  readonly explain: string;
  readonly filter: FilterDialect;
  readonly texts: TextSearch;
}

/** Returns the dialect's step condition for `joinSql`, or none. */
export function stepOf(dialect: SqlDialect, column: string): readonly string[] {
  const step = dialect.stepSql(column);
  return step === null ? [] : [step];
}
