import type { OpenServerDatabase } from "@tidemark/db";
import { openPostgres, type OpenPostgresOptions } from "@tidemark/db-postgres";
import { tempPostgres } from "../../../scripts/postgres/temp-postgres.ts";

/** True if the servers of these tests use PostgreSQL (`--project server-postgres`). */
export const isPostgres = process.env["TIDEMARK_DB"] === "postgres";

/** Creates a database in the PostgreSQL server of the run; disposing drops it. */
export async function openTempPostgres(
  options: Pick<OpenPostgresOptions, "beforeStatement">,
): Promise<OpenServerDatabase & { readonly url: string }> {
  const temp = await tempPostgres({ name: "tidemark", fill: makeSchema });
  const open = await openPostgres({ ...options, url: temp.url });
  return {
    ...open,
    url: temp.url,
    [Symbol.asyncDispose]: async () => {
      await open.close();
      await temp[Symbol.asyncDispose]();
    },
  };
}

async function makeSchema(url: string): Promise<void> {
  await (await openPostgres({ url })).close();
}
