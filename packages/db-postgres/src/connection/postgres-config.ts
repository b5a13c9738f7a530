import type { ClientConfig } from "pg";
import { GatheringSocket } from "./gathering-socket.ts";
import { readAddress } from "./read-address.ts";
import { valueTypes } from "./value-types.ts";

export type PostgresConfig = ClientConfig & { readonly pipeline: true };

/** How long a connection may take to come, and a write may wait for another. Milliseconds. */
const connectMs = 5000;
export const lockMs = 10_000;
/** How long an answer may take that nothing delays but the way to it. Milliseconds. */
export const askMs = 3000;
/**
 * How long any other answer may take: longer than a write waits for its turn and a list for its end. One
 * that does not come takes its connection with it. Milliseconds.
 */
export const answerMs = 30_000;
/** A connection on which nothing is said is tried after this, and given up ten seconds later. Milliseconds. */
const restMs = 10_000;
/** Whoever stops in the middle of a transaction holds nobody else for longer. */
export const idleMs = 15_000;

/**
 * The ways to connect that an address allows, one or two, in the order in which libpq tries them: `prefer`,
 * which is meant where nothing is said, does without TLS where there is none, `allow` takes it where nothing else
 * is let in. Over a socket of this machine there is none. Throws `OpenDatabaseError`.
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
    // Of the pools: what brings a schema up to date takes as long as it takes.
    query_timeout: undefined,
    pipeline: true,
    stream: () => new GatheringSocket(),
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

/** A database by its place, without who asks and how they are let in. */
export function databaseInWords({ host, port, database }: ClientConfig): string {
  return `postgres://${host || "localhost"}:${port ?? 5432}/${database ?? ""}`;
}
