import { OpenDatabaseError } from "@tidemark/db";
import type { PostgresConnection } from "../connection/postgres-connection.ts";
import { sqlState } from "../connection/postgres-error.ts";
import { type Relation, relationsIn } from "../schema/relations.ts";
import { findUnfinishedMove, markMove } from "../schema/unfinished-move.ts";
import { quoted } from "./moved-tables.ts";

/** Application name of a move's connections, by which a later run finds leftover ones. */
export const moveApplication = "tidemark move";

/**
 * Claims an empty database for one run of a move by writing its mark first. A database with only an
 * unfinished move of the same source is emptied first. Throws `OpenDatabaseError` for any other.
 */
export async function claimTarget(
  connection: PostgresConnection,
  name: string,
  move: { readonly source: string; readonly run: string },
): Promise<void> {
  const former = await findUnfinishedMove(connection);
  await connection.query("BEGIN");
  try {
    if (former !== null) {
      await lockTarget(connection, name);
      await clearFormer(connection, name, move.source);
    }
    const [found] = await relationsIn(connection);
    if (found !== undefined) {
      throw unsuitable(name, `is not empty, it has ${found.name}: move into a new database`);
    }
    // Another move that begins at the same time waits here and is then refused.
    await connection.query(
      `CREATE TABLE meta (key text COLLATE "C" NOT NULL PRIMARY KEY, value text COLLATE "C" NOT NULL)`,
    );
    await markMove(connection, { ...move, made: null });
    await connection.query("COMMIT");
  } catch (error) {
    await connection.query("ROLLBACK").catch(() => undefined);
    if (sqlState(error) === "42P07" || sqlState(error) === "23505") {
      throw unsuitable(name, "another program has started to use it");
    }
    throw error;
  }
}

/**
 * Blocks other moves until the transaction ends. Unlike a locked row it doesn't hold back vacuum. Throws
 * `OpenDatabaseError` if another move has the lock.
 */
export async function lockTarget(connection: PostgresConnection, name: string): Promise<void> {
  try {
    // A vacuum may hold it for a moment.
    await connection.query("SET LOCAL lock_timeout = '1s'");
    await connection.query("LOCK TABLE meta IN SHARE UPDATE EXCLUSIVE MODE");
    await connection.query("SET LOCAL lock_timeout = '30s'");
  } catch (error) {
    throw new OpenDatabaseError("unsuitable", name, "another move into it is running", {
      cause: error,
    });
  }
}

async function clearFormer(
  connection: PostgresConnection,
  name: string,
  source: string,
): Promise<void> {
  // Checked again under the lock.
  const former = await findUnfinishedMove(connection);
  if (former === null || former.source !== source) {
    throw unsuitable(name, "another server's move into it isn't finished; use a new database");
  }
  const found = await relationsIn(connection);
  const foreign = found.find((relation) => former.made?.includes(relation.name) === false);
  if (foreign !== undefined) {
    throw unsuitable(name, `holds more than an unfinished move: ${foreign.name}`);
  }
  await endLeftConnections(connection);
  const drop = async (kind: "VIEW" | "TABLE", relations: readonly Relation[]): Promise<void> => {
    if (relations.length === 0) return;
    await connection.query(`DROP ${kind} ${relations.map((each) => quoted(each.name)).join(", ")}`);
  };
  await drop(
    "VIEW",
    found.filter(({ isView }) => isView),
  );
  await drop(
    "TABLE",
    found.filter(({ isView }) => !isView),
  );
}

/**
 * Ends connections of killed processes, whose statements, such as building an index, would otherwise run on.
 */
export async function endLeftConnections(connection: PostgresConnection): Promise<void> {
  await connection.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()`,
    [moveApplication],
  );
}

function unsuitable(name: string, message: string): OpenDatabaseError {
  return new OpenDatabaseError("unsuitable", name, message);
}
