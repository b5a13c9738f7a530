import type { Client } from "pg";

const maxTries = 20;

/**
 * Creates the database `to` as a copy of `from`, over a connection to another database. The source must have
 * no connections, so they are terminated; this is retried if clients reconnect.
 */
export async function copyDatabase(admin: Client, from: string, to: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
      from,
    ]);
    try {
      await admin.query(`CREATE DATABASE ${to} TEMPLATE ${from}`);
      return;
    } catch (error) {
      if (tries === maxTries) throw error;
    }
  }
}
