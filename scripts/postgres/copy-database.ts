import type { Client } from "pg";

const maxTries = 20;

/**
 * Makes the database `to` as a copy of `from`, over a connection to another one. Nobody may be connected to
 * what is copied: who is, is sent away, and again where they come back meanwhile.
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
