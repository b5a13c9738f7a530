import type { Client } from "pg";
import { queryTimeoutMs, idleMs, lockMs } from "./postgres-config.ts";

/**
 * Settings for statements of milliseconds: compiling plans or starting parallel workers would take many times
 * as long.
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
  // Option of the driver, for this statement only.
  query_timeout: queryTimeoutMs,
};

/**
 * Sends the settings of a connection as its first statement; the next ones may follow without waiting. They
 * aren't sent while connecting, since poolers reject most of them there. Rejects and closes the connection if
 * they fail.
 */
export async function sendSettings(client: Client): Promise<void> {
  try {
    await client.query(setAll);
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  }
}
