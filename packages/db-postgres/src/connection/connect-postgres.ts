import { StorageError } from "@tidemark/core";
import { Client } from "pg";
import { OpenDatabaseError } from "@tidemark/db";
import { cutClient, endClient } from "./end-client.ts";
import { databaseInWords, type PostgresConfig, waysToConnect } from "./postgres-config.ts";
import { faultOf, sqlState } from "./postgres-error.ts";
import { sendSettings } from "./session-settings.ts";
import { whenAborted } from "./when-aborted.ts";

/** A connection outside any pool. Disposing it ends it. */
export interface ConnectedPostgres extends AsyncDisposable {
  readonly client: Client;
  /** Configuration with which it connected, for further connections. */
  readonly config: PostgresConfig;
  /** Name of the database in messages: host, port and database only. */
  readonly name: string;
}

/**
 * Connects to the database at an address. Throws `OpenDatabaseError`, whose message has no password. Aborting
 * `stopping` ends the connection at once.
 */
export async function connectPostgres(
  url: string,
  stopping?: AbortSignal,
): Promise<ConnectedPostgres> {
  const ways = waysToConnect(url);
  for (const [i, config] of ways.entries()) {
    const name = databaseInWords(config);
    try {
      return { ...(await connectOver(config, name, stopping)), config, name };
    } catch (error) {
      const known = openError(name, error);
      const isLast = i === ways.length - 1;
      if (isLast || !mayPassAnotherWay(known)) throw known;
    }
  }
  throw new Error("an address without a way to connect");
}

function mayPassAnotherWay(error: unknown): boolean {
  return (
    error instanceof OpenDatabaseError &&
    error.type === "refused" &&
    sqlState(error.cause) !== wrongPassword
  );
}

const wrongPassword = "28P01";
const tooManyConnections = "53300";

async function connectOver(
  config: PostgresConfig,
  name: string,
  stopping: AbortSignal | undefined,
): Promise<Pick<ConnectedPostgres, "client"> & AsyncDisposable> {
  const client = new Client(config);
  // Callers get the error from their statement.
  client.on("error", () => undefined);
  await using resources = new AsyncDisposableStack();
  resources.use(whenAborted(stopping, () => cutClient(client)));
  await enter(client, name);
  resources.defer(() => endClient(client));
  try {
    await sendSettings(client);
  } catch (error) {
    if (faultOf(error) !== null) throw error;
    throw new OpenDatabaseError("unsuitable", name, `lets nothing be set: ${messageOf(error)}`);
  }
  const held = resources.move();
  return { client, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Connects; any error that isn't temporary becomes `refused`. */
async function enter(client: Client, name: string): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const state = sqlState(error);
    const isKnown = state !== null && !state.startsWith("28");
    if (isKnown || faultOf(error) !== null) throw error;
    const reason =
      state === wrongPassword
        ? "the name or the password is wrong"
        : `rejects all connections: ${messageOf(error)}`;
    throw new OpenDatabaseError("refused", name, reason, { cause: error });
  }
}

/** Converts an error while opening a database to an `OpenDatabaseError`, if possible. */
export function openError(name: string, error: unknown): unknown {
  if (error instanceof OpenDatabaseError) return error;
  // The pool has already wrapped the fault.
  if (error instanceof StorageError && error.cause instanceof Error) {
    return openError(name, error.cause);
  }
  const state = sqlState(error);
  if (state === tooManyConnections) {
    const message = `has no free connection: ${messageOf(error)}`;
    return new OpenDatabaseError("unreachable", name, message, { cause: error });
  }
  const cannot = unsuitableStates.get(state ?? "");
  if (cannot !== undefined) {
    return new OpenDatabaseError("unsuitable", name, `${cannot}: ${messageOf(error)}`);
  }
  const fault = faultOf(error);
  if (fault === "unreachable" || fault === "busy") {
    const message = `isn't responding: ${messageOf(error)}`;
    return new OpenDatabaseError("unreachable", name, message, { cause: error });
  }
  if (fault !== null) return new StorageError(fault, error);
  if (state === null) return error;
  const message = `cannot be used: ${messageOf(error)} (SQLSTATE ${state})`;
  return new OpenDatabaseError("unsuitable", name, message, { cause: error });
}

/** Errors that the database administrator must fix, by SQLSTATE. */
const unsuitableStates: ReadonlyMap<string, string> = new Map([
  ["3D000", "the database doesn't exist; create it first"],
  ["42501", "may not be changed by this user"],
  // Same reason: no schema may be used.
  ["3F000", "may not be changed by this user"],
  // Some systems package PostgreSQL's own extensions separately.
  ["0A000", "lacks required objects"],
  ["58P01", "lacks required objects"],
  ["25006", "can only be read"],
  ["55000", "accepts no connections"],
]);

/** For a host with several addresses the error has a code but no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  return "code" in error ? String(error.code) : error.name;
}
