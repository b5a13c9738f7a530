import type { CompiledQuery, Kysely } from "kysely";
import type { SqliteConnection } from "../src/dialect/sqlite-connection.ts";
import type { Tables } from "../src/schema/tables.ts";
import type { SqlFragment } from "../src/sql/sql-text.ts";
import { queryDirectly, dialectOf } from "../src/sql/sql-text.ts";

/** Returns the same handle of a connection, which reports every query and its rows to `onQuery`. */
export function watchedHandle(
  { kysely, all }: SqliteConnection,
  onQuery: (query: SqlFragment, rows: readonly unknown[]) => void,
): Kysely<Tables> {
  const handle: Kysely<Tables> = new Proxy(kysely, {
    get: (target, name) => {
      if (name === "executeQuery") {
        return async (compiled: CompiledQuery) => {
          const result = await target.executeQuery(compiled);
          onQuery(
            { ...compiled, parameters: compiled.parameters as SqlFragment["parameters"] },
            result.rows,
          );
          return result;
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const refuse = (): never => {
    throw new Error("only reads are watched");
  };
  queryDirectly(handle, {
    dialect: dialectOf(kysely),
    selectAll: (sql, parameters) => {
      const rows = all(sql, parameters);
      onQuery({ sql, parameters }, rows);
      return rows;
    },
    run: refuse,
    send: refuse,
    insert: refuse,
  });
  return handle;
}
