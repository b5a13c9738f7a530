import type { BorrowedDatabase } from "../../db/tests/filter/filter-database.ts";
import { connectPostgres } from "../src/connection/connect-postgres.ts";
import { createPostgresConnection } from "../src/connection/postgres-connection.ts";
import { createTextRows } from "../src/text/text-rows.ts";
import { tempPostgresSchema } from "./postgres-database.ts";

/** Creating one takes longer than most tests. */
const idle: BorrowedDatabase[] = [];

export async function borrowPostgres(): Promise<BorrowedDatabase> {
  return idle.pop() ?? makeOne();
}

async function makeOne(): Promise<BorrowedDatabase> {
  const { url } = await tempPostgresSchema();
  // The end of the test run closes all of them.
  const { client } = await connectPostgres(url);
  const connection = createPostgresConnection(client);
  const texts = createTextRows(connection);
  const borrowed: BorrowedDatabase = {
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
