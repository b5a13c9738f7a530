import { sqliteFilter } from "../filter/index.ts";
import type { SqlDialect } from "../sql/dialect.ts";
import { sqliteTexts } from "../text-index/sqlite-texts.ts";

export const sqliteDialect: SqlDialect = {
  name: "sqlite",
  eachText: (alias) => `json_each(?) AS ${alias}`,
  eachNumber: (alias) => `json_each(?) AS ${alias}`,
  eachTextOf: (column, alias) => `json_each(${column}) AS ${alias}`,
  jsonArray: (value, { by, where = "TRUE" }) =>
    `json_group_array(${value} ORDER BY ${by}) FILTER (WHERE ${where})`,
  isAmong: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  // The column's collation compares names already.
  isSameName: (column) => `${column} = ?`,
  stepSql: (column) => `tidemark_step(${column}) = 1`,
  // SQLite doesn't plan with these expressions, and they don't change a value.
  steady: (sql) =>
    sql
      .replaceAll(" = ?", " = +?")
      .replaceAll(" LIMIT ?", " LIMIT ? + 0")
      .replaceAll(" OFFSET ?", " OFFSET ? + 0"),
  isNear: true,
  // SQLite runs RETURNING in a savepoint, at which FTS5 writes out its pending terms.
  returnsCheaply: false,
  clockMs: null,
  databaseBytes: "(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)",
  explain: "EXPLAIN QUERY PLAN",
  filter: sqliteFilter,
  texts: sqliteTexts,
};
