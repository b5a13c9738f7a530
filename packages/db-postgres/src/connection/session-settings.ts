import type { Client } from "pg";
import { askMs, idleMs, lockMs } from "./postgres-config.ts";

/**
 * What is asked here takes milliseconds: to compile a plan, or to begin processes that share its work, would
 * take many times as long.
 */
const settings = {
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleMs,
  jit: "off",
  max_parallel_workers_per_gather: 0,
};

const setAll = {
  text: Object.entries(settings)
    .map(([name, value]) => `SET ${name} = ${value}`)
    .join("; "),
  // Of the driver's, for this one.
  query_timeout: askMs,
};

/**
 * Sends what holds for everything that is asked on a connection: the first that it is sent, with which the
 * next may go without waiting. Not with the connection itself, where poolers refuse most of it. Rejects,
 * and the connection is gone, where it cannot be set.
 */
export async function sendSettings(client: Client): Promise<void> {
  try {
    await client.query(setAll);
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  }
}
