import { Client, type ClientConfig, Query } from "pg";
import {
  createPostgresConnection,
  type PostgresConnection,
} from "../connection/postgres-connection.ts";
import { moveApplication } from "./claim-target.ts";

/** A connection of a move. */
export interface MoveConnection extends PostgresConnection, AsyncDisposable {
  /** Gives the rows of a query one at a time, as they come. */
  stream(text: string, onRow: (row: Readonly<Record<string, unknown>>) => void): Promise<void>;
}

/**
 * Opens one without the limits of those that serve requests. What it commits may be lost with the machine
 * until a commit that waits for the disk: the last one of a move.
 */
export async function openMoveConnection(config: ClientConfig): Promise<MoveConnection> {
  const client = new Client({
    ...config,
    application_name: moveApplication,
    statement_timeout: 0,
    // One that is not asked anything for hours is not to be taken for dead on the way.
    keepAliveInitialDelayMillis: aliveMs,
  });
  // Whoever asks next is told of one that is lost.
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
        // With somebody who hears of each row the driver keeps none.
        query.on("row", (row) => {
          try {
            onRow(row);
          } catch (error) {
            // The driver would not know what to do with it.
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

/** For what a connection before did not let go of yet. Milliseconds. */
const lockMs = 30_000;

/** Firewalls drop what says nothing for some minutes. Milliseconds. */
const aliveMs = 60_000;

/** How much of what an index is made of is sorted at once. */
const indexMemory = "128MB";
