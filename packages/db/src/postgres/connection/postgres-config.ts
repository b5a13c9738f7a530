import type { ClientConfig } from "pg";
import { parse, toClientConfig } from "pg-connection-string";
import { valueTypes } from "./value-types.ts";

/** How long a connection may take to come, and a write may wait for another. Milliseconds. */
const connectMs = 5000;
const lockMs = 10_000;
/** Whoever stops in the middle of a transaction holds nobody else for longer. */
const idleMs = 15_000;

/** What every connection to a database has in common. */
export function postgresConfig(url: string): ClientConfig & { readonly pipeline: true } {
  return {
    ...toClientConfig(parse(url, { useLibpqCompat: true })),
    application_name: "tidemark",
    connectionTimeoutMillis: connectMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
    keepAlive: true,
    pipeline: true,
    types: valueTypes,
  };
}

/** A database by its place, without who asks and how they are let in. */
export function databaseInWords({ host, port, database }: ClientConfig): string {
  return `postgres://${host ?? "localhost"}:${port ?? 5432}/${database ?? ""}`;
}
