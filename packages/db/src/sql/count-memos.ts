import { number, orNull, rowOf } from "./row.ts";
import { type AnyDatabase, selectRows, sqlText } from "./sql-text.ts";

const endPkRow = rowOf({ pk: orNull(number) });

/** Returns the highest row number, which is an upper bound of the number of memos. */
export async function countMemosAtMost(db: AnyDatabase): Promise<number> {
  const [row] = await selectRows(db, sqlText("SELECT max(pk) AS pk FROM memo"), endPkRow);
  return row?.pk ?? 0;
}
