import { Client, type ClientConfig, Query } from "pg";
import {
  createPostgresConnection,
  type PostgresConnection,
} from "../connection/postgres-connection.ts";
import { moveApplication } from "./claim-target.ts";

/** A connection of a move. */
export interface MoveConnection extends PostgresConnection, AsyncDisposable {
  /** Passes the rows of a query to `onRow` one at a time, as they arrive. */
  stream(text: string, onRow: (row: Readonly<Record<string, unknown>>) => void): Promise<void>;
}

/**
 * Opens a connection without the limits of those for requests. A crash may lose its commits until one waits
 * for the disk: the last one of a move.
 */
export async function openMoveConnection(config: ClientConfig): Promise<MoveConnection> {
  const client = new Client({
    ...config,
    application_name: moveApplication,
    statement_timeout: 0,
    // Longer, for connections that are idle for hours.
    keepAliveInitialDelayMillis: aliveMs,
  });
  // The next statement reports a lost connection.
  client.on("error", () => undefined);
  await client.connect();
  const connection = createPostgresConnection(client);
  await connection.query("SET synchronous_commit = off");
  await connection.query(`SET lock_timeout = ${lockMs}`);
  await connection.query(`SET maintenance_work_mem = '${indexMemory}'`);
  return {
    ...connection,
    stream: (text, onRow) =>
      new Promise((resolve, reject) => {
        const query = new Query<Readonly<Record<string, unknown>>>(text);
        // With a listener for each row, the driver stores none.
        query.on("row", (row) => {
          try {
            onRow(row);
          } catch (error) {
            // The driver doesn't handle errors of listeners.
            reject(error as Error);
          }
        });
        query.on("error", reject);
        query.on("end", () => resolve());
        client.query(query);
      }),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Time to wait for locks that an earlier connection still holds, in milliseconds. */
const lockMs = 30_000;

/** Interval of keep-alives in milliseconds: firewalls drop connections idle for some minutes. */
const aliveMs = 60_000;

/** Memory for sorting while an index is built. */
const indexMemory = "128MB";
