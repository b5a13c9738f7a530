import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";

/** Returns ids of rows by number; numbers without a row are omitted. */
export async function idsByNumber(
  db: Kysely<Tables>,
  table: "memo" | "attachment",
  numbers: readonly number[],
): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for (const some of chunk(numbers)) {
    const rows = await db.selectFrom(table).select(["pk", "id"]).where("pk", "in", some).execute();
    for (const { pk, id } of rows) ids.set(Number(pk), id);
  }
  return ids;
}
