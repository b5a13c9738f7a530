import type { SqlValue } from "./connection.ts";
import type { SqlDialect } from "./dialect.ts";
import type { AnyDatabase, SqlFragment } from "./fragment.ts";
import type { RowShape } from "./row.ts";

export type { AnyDatabase, SqlFragment } from "./fragment.ts";

export function sqlText(sql: string, ...parameters: SqlValue[]): SqlFragment {
  return { sql, parameters };
}

export function joinSql(parts: readonly SqlFragment[], separator: string): SqlFragment {
  return {
    sql: parts.map((part) => part.sql).join(separator),
    parameters: parts.flatMap((part) => part.parameters),
  };
}

/** Placeholders for a list of values, in parentheses. */
export function sqlValues(values: readonly SqlValue[]): SqlFragment {
  return { sql: `(${values.map(() => "?").join(", ")})`, parameters: values };
}

/** The connection under a handle, without the queries that are built for it. */
export interface Direct {
  readonly dialect: SqlDialect;
  selectAll(sql: string, parameters: readonly SqlValue[]): unknown[] | Promise<unknown[]>;
  /** Gives how many rows were written. */
  run(sql: string, parameters: readonly SqlValue[]): number | Promise<number>;
  /** Runs it before whatever is asked next; what is wrong with it may be told of only at the commit. */
  send(sql: string, parameters: readonly SqlValue[]): void;
  /** Runs an `INSERT` of one row and gives its `pk`. */
  insert(sql: string, parameters: readonly SqlValue[]): number | Promise<number>;
}

const directOf = new WeakMap<AnyDatabase, Direct>();

/** Lets everything here ask that connection: a third of the time of a short query that kysely builds. */
export function askDirectly(db: AnyDatabase, direct: Direct): void {
  directOf.set(db, direct);
}

/** What the database of a handle says in its own way. */
export function dialectOf(db: AnyDatabase): SqlDialect {
  return connectionUnder(db).dialect;
}

/** The connection under a handle, for another handle of it. */
export function connectionUnder(db: AnyDatabase): Direct {
  const direct = directOf.get(db);
  if (direct === undefined) throw new Error("nothing is under this handle of a database");
  return direct;
}

/** The rows of a query. Throws where one is not of the shape that the query was written to give. */
export async function selectRows<Row>(
  db: AnyDatabase,
  query: SqlFragment,
  shape: RowShape<Row>,
): Promise<Row[]> {
  const found = await selectAll(db, query);
  if (found.every((row) => shape.isRow(row))) return found;
  const wrong = found.find((row) => !shape.isRow(row));
  const why = typeof wrong === "object" && wrong !== null ? shape.findWrong(wrong) : "no row";
  throw new Error(`a query gave another row than it was written for: ${why}`);
}

async function selectAll(db: AnyDatabase, { sql, parameters }: SqlFragment): Promise<unknown[]> {
  return connectionUnder(db).selectAll(sql, parameters);
}

/** Runs a statement that gives no rows. Returns how many it wrote. */
export async function runSql(db: AnyDatabase, { sql, parameters }: SqlFragment): Promise<number> {
  return connectionUnder(db).run(sql, parameters);
}

/**
 * Runs a statement of a write whose outcome decides nothing: a database on another machine is not waited
 * for. Whatever is asked next sees what it wrote; where it fails, the write does, at its end at the latest.
 */
export async function sendSql(db: AnyDatabase, { sql, parameters }: SqlFragment): Promise<void> {
  connectionUnder(db).send(sql, parameters);
}

/** Runs an `INSERT` of one row into a table that numbers its rows. Returns the number, `pk`. */
export async function insertRow(
  db: AnyDatabase,
  { sql, parameters }: SqlFragment,
): Promise<number> {
  return connectionUnder(db).insert(sql, parameters);
}
