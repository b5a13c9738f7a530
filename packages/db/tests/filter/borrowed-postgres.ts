import type { Kysely } from "kysely";
import { tempPostgresSchema } from "../postgres-database.ts";
import { createPostgresConnection } from "../../src/postgres/connection/postgres-connection.ts";
import { connectPostgres } from "../../src/postgres/connection/connect-postgres.ts";
import { createTextRows } from "../../src/postgres/text/text-rows.ts";
import type { Tables } from "../../src/schema/tables.ts";

/** An empty database, given back when disposed. */
interface Borrowed {
  readonly kysely: Kysely<Tables>;
  /** Gives the text of a memo to the index. */
  putText(
    pk: number,
    memo: { readonly content: string; readonly creator: string; readonly isShared: boolean },
  ): Promise<void>;
  dispose(): Promise<void>;
}

/** Making one takes longer than most tests need it. */
const idle: Borrowed[] = [];

export async function borrowPostgres(): Promise<Borrowed> {
  return idle.pop() ?? makeOne();
}

async function makeOne(): Promise<Borrowed> {
  const { url } = await tempPostgresSchema();
  // The run's last act ends them all.
  const { client } = await connectPostgres(url);
  const connection = createPostgresConnection(client);
  const texts = createTextRows(connection);
  const borrowed: Borrowed = {
    kysely: connection.kysely,
    putText: async (pk, { content, ...place }) => {
      texts.put(pk, content, { place, isIndexed: false });
      await texts.flush();
    },
    dispose: async () => {
      await connection.query("DELETE FROM memo");
      await connection.query("DELETE FROM memo_text");
      idle.push(borrowed);
    },
  };
  return borrowed;
}
