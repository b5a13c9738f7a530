import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";

/** Ids of rows by their number; numbers without a row are left out. */
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
