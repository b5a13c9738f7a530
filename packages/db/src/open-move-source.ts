import type { ServerWriteStores } from "@tidemark/core";
import { epochKey } from "@tidemark/core/sync/server";
import { inspectDatabase } from "./copy-database.ts";
import { openSqliteConnection } from "./dialect/node/open-connection.ts";
import { nodeDriver } from "./dialect/node/node-driver.ts";
import { OpenDatabaseError } from "./dialect/open-error.ts";
import { openDatabase } from "./open-database.ts";
import type { SqlConnection } from "./sql/connection.ts";

/** Snapshot of a server's database file, to be moved. */
export interface MoveSource extends Disposable {
  readonly connection: SqlConnection;
  /** Epoch of the database. */
  readonly epoch: string;
}

export interface OpenMoveSourceOptions {
  /** Path of the database of a stopped server, in a folder that the caller has locked. */
  readonly file: string;
  /** Writes additional data into it before the move. */
  readonly prepare?: (stores: ServerWriteStores) => Promise<void>;
}

/**
 * Checks the file, migrates its schema, calls `prepare`, and opens it for reading. Throws
 * `OpenDatabaseError`, also for a file that no server has used.
 */
export async function openMoveSource({
  file,
  prepare = async () => {},
}: OpenMoveSourceOptions): Promise<MoveSource> {
  const sound = inspectDatabase(file);
  if (!sound.ok) throw new OpenDatabaseError("damaged", file, sound.error.message);
  const epoch = await prepared(file, prepare);
  const connection = openSqliteConnection({ file, readonly: true });
  connection.exec("BEGIN");
  return { connection, epoch, [Symbol.dispose]: () => connection.close() };
}

/** Returns the epoch. */
async function prepared(
  file: string,
  prepare: (stores: ServerWriteStores) => Promise<void>,
): Promise<string> {
  await using opened = await openDatabase({ file, role: "server", driver: nodeDriver });
  return await opened.database.write(async (stores) => {
    const epoch = await stores.meta.get(epochKey);
    if (epoch === null) {
      throw new OpenDatabaseError("not-a-database", file, "no server has run on it");
    }
    await prepare(stores);
    return epoch;
  });
}
