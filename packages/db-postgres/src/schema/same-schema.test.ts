import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { tempPostgres } from "../../../../scripts/postgres/temp-postgres.ts";
import { openSqliteConnection } from "../../../db/tests/engine.ts";
import { tempFolder } from "../../../db/tests/temp-database.ts";
import { type CatalogueColumn, postgresTables, sqliteTables } from "../move/catalogue.ts";
import { deviceTables } from "../move/moved-tables.ts";
import { openDatabase } from "@tidemark/db/node";
import type { SqlConnection } from "@tidemark/db/engine";
import {
  createPostgresConnection,
  type PostgresConnection,
} from "../connection/postgres-connection.ts";
import { openPostgres } from "../open-postgres.ts";

/** Tables that replace SQLite's text indexes, and counters of several processes. */
const postgresAlone = new Set(["memo_text", "request_count", "attempt", "shared_number"]);

/** Unique names, which SQLite finds by a column's collation, PostgreSQL by an index over an expression. */
const ofItsOwn = new Set(["user_account: unique username", "user_account: user_account_by_name"]);

/** Types of SQLite's strict tables, with their equivalents. */
const types: Readonly<Record<string, readonly string[]>> = {
  // `smallint` for 0 or 1.
  integer: ["bigint", "smallint"],
  real: ["double precision"],
  text: ["text"],
  blob: ["bytea"],
};

interface BothSchemas extends AsyncDisposable {
  readonly sqlite: SqlConnection;
  readonly postgres: PostgresConnection;
}

async function newest(): Promise<BothSchemas> {
  await using stack = new AsyncDisposableStack();
  const file = stack.use(tempFolder()).file("server.db");
  await (await openDatabase({ file, role: "server" })).close();
  const sqlite = openSqliteConnection({ file, readonly: true });
  stack.defer(() => sqlite.close());
  const { url } = stack.use(await tempPostgres());
  await (await openPostgres({ url })).close();
  const client = new Client({ connectionString: url });
  await client.connect();
  stack.defer(() => client.end());
  const held = stack.move();
  return {
    sqlite,
    postgres: createPostgresConnection(client),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

describe("the schemas of both databases", () => {
  test("have the same tables, except those of devices and searches", async () => {
    await using both = await newest();
    const inFile = sqliteTables(both.sqlite).map(({ name }) => name);
    const inPostgres = (await postgresTables(both.postgres)).map(({ name }) => name);
    expect(inPostgres.filter((name) => !postgresAlone.has(name))).toEqual(
      inFile.filter((name) => !deviceTables.has(name)),
    );
    expect(inFile).toEqual(expect.arrayContaining([...deviceTables]));
    expect(inPostgres).toEqual(expect.arrayContaining([...postgresAlone]));
  });

  test("have the same columns", async () => {
    await using both = await newest();
    const others = new Map(
      (await postgresTables(both.postgres)).map((table) => [table.name, table.columns]),
    );
    for (const { name, columns } of sqliteTables(both.sqlite)) {
      if (deviceTables.has(name)) continue;
      const other = others.get(name) ?? [];
      expect(other.map(withoutType).toSorted(byName), name).toEqual(
        columns.map(withoutType).toSorted(byName),
      );
      const wrong = columns.filter((column) => {
        const type = other.find((each) => each.name === column.name)?.type ?? "none";
        return types[column.type]?.includes(type) !== true;
      });
      expect(wrong, name).toEqual([]);
    }
  });

  test("texts sort by their bytes", async () => {
    await using both = await newest();
    const { rows } = await both.postgres.query(
      `SELECT c.relname, a.attname FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
       WHERE c.relnamespace = to_regnamespace(current_schema()) AND c.relkind IN ('r', 'p')
         AND a.attnum > 0 AND a.atttypid = CAST('text' AS regtype)
         AND a.attcollation <> CAST('"C"' AS regcollation)`,
    );
    expect(rows).toEqual([]);
  });

  test("have the same indexes, over the same columns and rows", async () => {
    await using both = await newest();
    const inFile = sqliteIndexes(both.sqlite);
    const inPostgres = await postgresIndexes(both.postgres);
    expect(inPostgres.filter(isShared).toSorted()).toEqual(inFile.filter(isShared).toSorted());
    expect(inFile.length).toBeGreaterThan(60);
  });

  test("have the same references between tables", async () => {
    await using both = await newest();
    const inFile = both.sqlite.all<{ readonly line: string }>(
      `SELECT t.name || '.' || f."from" || ' in ' || f."table" || '.' || f."to" || ' ' || f.on_delete AS line
       FROM pragma_table_list AS t JOIN pragma_foreign_key_list(t.name) AS f
       WHERE t.schema = 'main'`,
    );
    const { rows } = await both.postgres.query(
      `SELECT c.conrelid::regclass || '.' || a.attname || ' in ' || c.confrelid::regclass || '.' || b.attname
         || CASE c.confdeltype WHEN 'c' THEN ' CASCADE' ELSE ' other' END AS line
       FROM pg_constraint AS c
         JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
         JOIN pg_attribute AS b ON b.attrelid = c.confrelid AND b.attnum = ANY (c.confkey)
       WHERE c.contype = 'f' AND c.connamespace = to_regnamespace(current_schema())`,
    );
    const lines = (found: readonly object[]): string[] =>
      (found as readonly { readonly line: string }[]).map(({ line }) => line).toSorted();
    expect(lines(rows)).toEqual(lines(inFile));
  });
});

function withoutType({ type: _type, ...column }: CatalogueColumn): Omit<CatalogueColumn, "type"> {
  return column;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** Returns whether an index belongs to a table of both databases and both need it. */
function isShared(line: string): boolean {
  const [table = ""] = line.split(":");
  if (deviceTables.has(table) || postgresAlone.has(table)) return false;
  return ![...ofItsOwn].some((own) => line.startsWith(own));
}

/** Returns each index as `table: name columns where`, those of constraints as `table: unique columns`. */
function sqliteIndexes(connection: SqlConnection): string[] {
  const found = connection.all<{
    readonly tableName: string;
    readonly name: string;
    readonly origin: string;
    readonly isUnique: number;
    readonly sql: string | null;
    readonly columns: string;
  }>(
    `SELECT t.name AS tableName, i.name, i.origin, i."unique" AS isUnique, s.sql,
       (SELECT group_concat(c.name, ',') FROM (
          SELECT name FROM pragma_index_xinfo(i.name) WHERE key = 1 ORDER BY seqno) AS c) AS columns
     FROM pragma_table_list AS t JOIN pragma_index_list(t.name) AS i
       JOIN sqlite_schema AS s ON s.name = i.name
     WHERE t.schema = 'main' AND t.type = 'table' AND i.origin <> 'pk'`,
  );
  return found.map(({ tableName, name, origin, isUnique, sql, columns }) => {
    if (origin === "u") return `${tableName}: unique ${columns}`;
    const where = /\bWHERE\b([\s\S]*)$/.exec(sql ?? "")?.[1] ?? "";
    return `${tableName}: ${name}${isUnique === 1 ? " unique" : ""} ${columns} ${plain(where)}`;
  });
}

async function postgresIndexes(connection: PostgresConnection): Promise<string[]> {
  const { rows } = await connection.query(
    `SELECT t.relname AS "tableName", i.relname AS name, x.indisunique AS "isUnique",
       coalesce(pg_get_expr(x.indpred, x.indrelid), '') AS "where",
       EXISTS (SELECT FROM pg_constraint AS c WHERE c.conindid = i.oid AND c.contype = 'u') AS "isConstraint",
       (SELECT string_agg(pg_get_indexdef(i.oid, n, false), ',' ORDER BY n)
         FROM generate_series(1, x.indnkeyatts) AS n) AS columns
     FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid JOIN pg_class AS t ON t.oid = x.indrelid
     WHERE t.relnamespace = to_regnamespace(current_schema()) AND NOT x.indisprimary
       AND NOT t.relispartition`,
  );
  const found = rows as readonly {
    readonly tableName: string;
    readonly name: string;
    readonly isUnique: boolean;
    readonly where: string;
    readonly isConstraint: boolean;
    readonly columns: string;
  }[];
  return found.map(({ tableName, name, isUnique, where, isConstraint, columns }) => {
    const plainColumns = columns.replaceAll('"', "");
    if (isConstraint) return `${tableName}: unique ${plainColumns}`;
    return `${tableName}: ${name}${isUnique ? " unique" : ""} ${plainColumns} ${plain(where)}`;
  });
}

/** Returns a condition without syntax that differs between the two. */
function plain(condition: string): string {
  return condition.replaceAll(/::\w+/g, "").replaceAll(/[()"]/g, "").replaceAll(/\s+/g, " ").trim();
}
