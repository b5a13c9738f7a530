import type { FilterDialect } from "./filter-dialect.ts";
import type { TextSearch } from "./text-search.ts";

/**
 * What the databases say differently. One for each, which hangs on every handle of a connection
 * (`dialectOf`). Everything else is SQL that both take: placeholders are `?`, hints of SQLite's planner
 * (`INDEXED BY`, `NOT INDEXED`, `CROSS JOIN … ON`) are left out where they are not known.
 */
export interface SqlDialect {
  readonly name: "sqlite" | "postgres";
  /** A source with one row for each text of the JSON array that is bound, as `alias.value`. */
  eachText(alias: string): string;
  /** The same for the numbers of a JSON array. */
  eachNumber(alias: string): string;
  /** The same for the texts of the JSON array in a column of a source before it. */
  eachTextOf(column: string, alias: string): string;
  /** The values of a group's rows `where` something holds, as a JSON array in the order `by`. */
  jsonArray(value: string, rows: { readonly by: string; readonly where?: string }): string;
  /** Whether `column` is one of the numbers of the JSON array that is bound. */
  isAmong(column: string): string;
  /** Whether `column` is the name that is bound, whatever the case of its letters from A to Z. */
  isSameName(column: string): string;
  /**
   * A condition that holds for every row, and at which the connection may stop a query that takes too
   * long; null where the database does that by itself.
   */
  stepSql(column: string): string | null;
  /**
   * The same query with a plan that hangs on nothing that is bound to it, for queries that name their
   * indexes. SQLite looks at some bound values when it plans a query, such as a limit, and then plans
   * it anew at every run, which takes longer than a short list does.
   */
  steady(sql: string): string;
  /** Whether it is in this process: asking twice then costs no more than asking for both at once. */
  readonly isNear: boolean;
  /** Whether a statement gives back what it wrote (`RETURNING`) at no more cost. */
  readonly returnsCheaply: boolean;
  /**
   * The time of the database's own clock in milliseconds since 1970, as the statement runs; null where the
   * database has none of its own.
   */
  readonly clockMs: string | null;
  /** The size of the whole database. */
  readonly databaseBytes: string;
  /** What gives the plan of a query in place of its rows. */
  readonly explain: string;
  readonly filter: FilterDialect;
  readonly texts: TextSearch;
}

/** A condition for `joinSql`, where there is one. */
export function stepOf(dialect: SqlDialect, column: string): readonly string[] {
  const step = dialect.stepSql(column);
  return step === null ? [] : [step];
}
