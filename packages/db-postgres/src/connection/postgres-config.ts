import type { ClientConfig } from "pg";
import { BatchingSocket } from "./batching-socket.ts";
import { readAddress } from "./read-address.ts";
import { valueTypes } from "./value-types.ts";

export type PostgresConfig = ClientConfig & { readonly pipeline: true };

/** Maximum time to connect, in milliseconds. `lockMs` is the maximum time a write waits for a lock. */
const connectMs = 5000;
export const lockMs = 10_000;
/** Maximum time for an answer that only the network delays, in milliseconds. */
export const queryTimeoutMs = 3000;
/**
 * Maximum time for any other answer, in milliseconds: longer than a write waits for its turn and a list for
 * its end. A missing answer ends its connection.
 */
export const answerMs = 30_000;
/** Idle time in milliseconds after which a connection is probed; it is dropped ten seconds later. */
const restMs = 10_000;
/** Maximum idle time within a transaction, in milliseconds, after which it stops blocking others. */
export const idleMs = 15_000;

/**
 * Returns the ways to connect that an address allows, one or two, in libpq's order. `prefer`, the default,
 * falls back to no TLS; `allow` uses TLS only if required. Local sockets have no TLS. Throws
 * `OpenDatabaseError`.
 */
export function waysToConnect(url: string): readonly PostgresConfig[] {
  const { config, sslMode } = readAddress(url);
  const over = (ssl: ClientConfig["ssl"]): PostgresConfig => ({
    ...config,
    application_name: "tidemark",
    connectionTimeoutMillis: connectMs,
    // Set by the first statement of each connection.
    lock_timeout: undefined,
    idle_in_transaction_session_timeout: undefined,
    keepAlive: true,
    keepAliveInitialDelayMillis: restMs,
    // Set by the pools: a migration may take any time.
    query_timeout: undefined,
    pipeline: true,
    stream: () => new BatchingSocket(),
    types: valueTypes,
    ssl,
  });
  const isSocket = config.host?.startsWith("/") === true;
  if (isSocket || sslMode === "disable") return [over(false)];
  const given = typeof config.ssl === "object" ? config.ssl : {};
  const unverified = { ...given, rejectUnauthorized: false };
  switch (sslMode) {
    case "allow":
      return [over(false), over(unverified)];
    case "prefer":
      return [over(unverified), over(false)];
    case "require":
      return [over(given.ca === undefined ? unverified : given)];
    case "verify-ca":
    case "verify-full":
      return [over(given)];
  }
}

/** Returns a database's host, port and name, without user and password. */
export function databaseInWords({ host, port, database }: ClientConfig): string {
  return `postgres://${host || "localhost"}:${port ?? 5432}/${database ?? ""}`;
}
