import type { ServerWriteStores } from "@tidemark/core";
import { epochKey } from "@tidemark/core/sync/server";
import { inspectDatabase } from "./copy-database.ts";
import { openSqliteConnection } from "./dialect/node/open-connection.ts";
import { nodeDriver } from "./dialect/node/node-driver.ts";
import { OpenDatabaseError } from "./dialect/open-error.ts";
import { openDatabase } from "./open-database.ts";
import type { SqlConnection } from "./sql/connection.ts";

/** A server's database in a file, of one moment, to be moved. */
export interface MoveSource extends Disposable {
  readonly connection: SqlConnection;
  /** Which life of the database it is. */
  readonly epoch: string;
}

export interface OpenMoveSourceOptions {
  /** The database of a server that does not run, in a folder that the caller holds. */
  readonly file: string;
  /** Writes into it what is to come along. */
  readonly prepare?: (stores: ServerWriteStores) => Promise<void>;
}

/**
 * Looks the file through, brings its schema up to date, lets `prepare` write what is to come along, and
 * opens it to be read. Throws `OpenDatabaseError`, also for a file
 * that no server has run on.
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

/** Gives the epoch. */
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
