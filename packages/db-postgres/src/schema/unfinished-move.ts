import { defineMeta, hasFields, isObject, isStrings, metaForm, readOwnJson } from "@tidemark/core";
import type { PostgresConnection } from "../connection/postgres-connection.ts";
import { hasMeta } from "./relations.ts";

/** What stands in a database while another one is being moved into it. No server may use it then. */
export interface UnfinishedMove {
  /** The epoch of the database that is moved. */
  readonly source: string;
  /** Drawn anew by each try. */
  readonly run: string;
  /** Tables and views that the try has made; null: it may have made all that there is. */
  readonly made: readonly string[] | null;
}

const markKey = defineMeta("db.moving_from", metaForm.text).name;

/** null: nothing is being moved into the database. */
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
