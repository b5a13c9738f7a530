import type { SqlDialect } from "@tidemark/db/engine";
import { postgresFilter } from "../search/postgres-filter.ts";
import { postgresTexts } from "../search/postgres-texts.ts";

export const postgresDialect: SqlDialect = {
  name: "postgres",
  eachText: (alias) => `json_array_elements_text(CAST(? AS json)) AS ${alias}`,
  eachNumber: (alias) =>
    `(SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST(? AS json))) AS ${alias} (value)`,
  eachTextOf: (column, alias) =>
    `json_array_elements_text(CAST(${column} AS json)) AS ${alias} (value)`,
  jsonArray: (value, { by, where = "TRUE" }) =>
    `coalesce(CAST(json_agg(${value} ORDER BY ${by}) FILTER (WHERE ${where}) AS text), '[]')`,
  // As an array, which is built once; an index then looks up each of its numbers.
  isAmong: (column) =>
    `${column} = ANY (ARRAY (SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST(? AS json))))`,
  isSameName: (column) => `lower(${column}) = lower(CAST(? AS text) COLLATE "C")`,
  stepSql: () => null,
  steady: (sql) => sql,
  isNear: false,
  returnsCheaply: true,
  clockMs: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)",
  databaseBytes: "pg_database_size(current_database())",
  explain: "EXPLAIN",
  filter: postgresFilter,
  texts: postgresTexts,
};
