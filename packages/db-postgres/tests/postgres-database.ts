import { type TempPostgres, tempPostgres } from "../../../scripts/postgres/temp-postgres.ts";
import { connectPostgres } from "../src/connection/connect-postgres.ts";
import { openPostgres } from "../src/open-postgres.ts";
import type { AllStores, TempDatabase } from "../../db/tests/all-stores.ts";

/** Creates an empty database with the schema in the PostgreSQL of the run, dropped when disposed. */
export function tempPostgresSchema(): Promise<TempPostgres> {
  return tempPostgres({ name: "tidemark", fill: makeSchema });
}

/** Creates and opens the same. */
export async function tempPostgresDatabase(): Promise<TempDatabase & { readonly url: string }> {
  const temp = await tempPostgresSchema();
  const open = await openPostgres({ url: temp.url });
  return {
    ...open,
    url: temp.url,
    database: open.database as AllStores,
    // No file: only tests of files need one.
    file: "",
    wasClosedCleanly: true,
    quickCheck: noFile,
    backupTo: noFile,
    eraseDeletedText: noFile,
    wipe: noFile,
    expectLists: () => {},
    [Symbol.asyncDispose]: async () => {
      await open.close();
      await temp[Symbol.asyncDispose]();
    },
  };
}

/** Reads rows directly from the database, without the stores. */
export async function postgresRows<Row>(url: string, sql: string): Promise<Row[]> {
  await using connected = await connectPostgres(url);
  return (await connected.client.query(sql)).rows as Row[];
}

async function makeSchema(url: string): Promise<void> {
  const open = await openPostgres({ url });
  await open.close();
}

async function noFile(): Promise<never> {
  throw new Error("a database in PostgreSQL has no file");
}
