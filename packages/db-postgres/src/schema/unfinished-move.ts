import { defineMeta, hasFields, isObject, isStrings, metaForm, readOwnJson } from "@tidemark/core";
import type { PostgresConnection } from "../connection/postgres-connection.ts";
import { hasMeta } from "./relations.ts";

/** Mark of a database into which another one is being moved. Servers must not use it. */
export interface UnfinishedMove {
  /** Epoch of the database that is moved. */
  readonly source: string;
  /** Random id of each run. */
  readonly run: string;
  /** Tables and views that the run has created; `null` if it may have created all existing ones. */
  readonly made: readonly string[] | null;
}

const markKey = defineMeta("db.moving_from", metaForm.text).name;

/** Returns the mark of an unfinished move; null if there is none. */
export async function findUnfinishedMove(
  connection: PostgresConnection,
): Promise<UnfinishedMove | null> {
  if (!(await hasMeta(connection))) return null;
  const { rows } = await connection.query("SELECT value FROM meta WHERE key = $1", [markKey]);
  const [mark] = rows as readonly { readonly value: string }[];
  return mark === undefined ? null : readOwnJson(mark.value, isMove, "an unfinished move");
}

export async function markMove(
  connection: PostgresConnection,
  move: UnfinishedMove,
): Promise<void> {
  await connection.query(
    "INSERT INTO meta VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [markKey, JSON.stringify(move)],
  );
}

export async function unmarkMove(connection: PostgresConnection): Promise<void> {
  await connection.query("DELETE FROM meta WHERE key = $1", [markKey]);
}

function isMove(value: unknown): value is UnfinishedMove {
  if (!isObject(value) || !hasFields(value, { source: "string", run: "string" })) return false;
  return value["made"] === null || isStrings(value["made"]);
}
