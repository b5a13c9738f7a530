import { StorageError } from "@tidemark/core";
import { Client, type ClientConfig } from "pg";
import { OpenDatabaseError } from "../dialect/open-error.ts";
import type { Migration } from "../schema/migration.ts";
import {
  databaseInWords,
  type PostgresConfig,
  waysToConnect,
} from "./connection/postgres-config.ts";
import {
  createPostgresConnection,
  type PostgresConnection,
} from "./connection/postgres-connection.ts";
import { faultOf, sqlState } from "./connection/postgres-error.ts";
import { migratePostgres } from "./schema/migrate-postgres.ts";

/**
 * Looks whether the database at an address is as it must be, brings its schema up to date, and gives how to
 * connect to it. Throws `OpenDatabaseError`, whose message has no password.
 */
export async function preparePostgres(
  url: string,
  migrations: readonly Migration[],
): Promise<PostgresConfig> {
  const ways = waysToConnect(url);
  for (const [i, way] of ways.entries()) {
    const name = databaseInWords(way);
    try {
      await prepareOver(way, migrations);
      return way;
    } catch (error) {
      const known = openError(name, error);
      const isLast = i === ways.length - 1;
      if (isLast || !isOfTheWay(known)) throw known;
    }
  }
  throw new Error("an address without a way to connect");
}

/** Whether another way of connecting may be let in. */
function isOfTheWay(error: unknown): boolean {
  return (
    error instanceof OpenDatabaseError &&
    error.type === "refused" &&
    sqlState(error.cause) !== wrongPassword
  );
}

async function prepareOver(
  config: PostgresConfig,
  migrations: readonly Migration[],
): Promise<void> {
  const name = databaseInWords(config);
  await using stack = new AsyncDisposableStack();
  const client = stack.adopt(await connect(config, name), (open) => open.end());
  const connection = createPostgresConnection(client);
  const { rows } = await connection.query(
    "SELECT current_setting('server_encoding') AS encoding, current_setting('server_version_num')::int AS version",
  );
  const [server] = rows as readonly { readonly encoding: string; readonly version: number }[];
  if (server?.encoding !== "UTF8") {
    throw unsuitable(name, `its encoding is ${server?.encoding}, and must be UTF8`);
  }
  if (server.version < leastServerVersion) {
    throw unsuitable(name, `PostgreSQL is older than ${leastServerVersion / 10_000}`);
  }
  const { least } = await migratePostgres(connection, migrations, () =>
    refuseWithoutTrigrams(connection, name),
  );
  if (least > migrations.length) {
    throw new OpenDatabaseError(
      "schema-too-new",
      name,
      `its schema needs version ${least}, this program knows up to ${migrations.length}`,
    );
  }
}

const leastServerVersion = 140_000;
const wrongPassword = "28P01";

/** Whatever goes wrong here and may not pass by itself is a refusal. */
async function connect(config: ClientConfig, name: string): Promise<Client> {
  try {
    const client = new Client(config);
    client.on("error", () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    const state = sqlState(error);
    const isKnown = state !== null && !state.startsWith("28");
    if (isKnown || faultOf(error) !== null) throw error;
    const reason =
      state === wrongPassword
        ? "the name or the password is wrong"
        : `lets nobody in: ${messageOf(error)}`;
    throw new OpenDatabaseError("refused", name, reason, { cause: error });
  }
}

/** Asked for itself: what a locale is called says little of the letters that it knows. */
async function refuseWithoutTrigrams(connection: PostgresConnection, name: string): Promise<void> {
  const { rows } = await connection.query("SELECT show_trgm('東京') AS found");
  const [trigram] = rows as readonly { readonly found: readonly string[] }[];
  if (trigram === undefined || trigram.found.length === 0) {
    throw unsuitable(
      name,
      "its locale knows no letters but those of English, so that no index finds other words: make it with LC_CTYPE C.UTF-8",
    );
  }
}

function unsuitable(name: string, message: string): OpenDatabaseError {
  return new OpenDatabaseError("unsuitable", name, message);
}

function openError(name: string, error: unknown): unknown {
  if (error instanceof OpenDatabaseError) return error;
  const cannot = unsuitableStates.get(sqlState(error) ?? "");
  if (cannot !== undefined) {
    return unsuitable(name, `${cannot}: ${messageOf(error)}`);
  }
  const fault = faultOf(error);
  if (fault === "unreachable" || fault === "busy") {
    const message = `does not answer: ${messageOf(error)}`;
    return new OpenDatabaseError("unreachable", name, message, { cause: error });
  }
  return fault === null ? error : new StorageError(fault, error);
}

/** What whoever looks after the database has to change. */
const unsuitableStates: ReadonlyMap<string, string> = new Map([
  ["3D000", "make it first"],
  ["42501", "may not be changed by this user"],
  // PostgreSQL's own extensions are a package of their own in places.
  ["0A000", "lacks what is needed"],
  ["58P01", "lacks what is needed"],
  ["25006", "is one that can only be read"],
]);

/** Of several addresses of one host the error has no message, but a code. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  return "code" in error ? String(error.code) : error.name;
}
