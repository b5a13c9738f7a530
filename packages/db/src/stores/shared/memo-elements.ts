import type { MemoElement } from "@tidemark/core/model";
import type { Kysely, Selectable } from "kysely";
import { joinSql, runSql, selectRows, sqlText, sqlValues } from "../../sql/sql-text.ts";
import type { MemoElementTable } from "../../schema/memo-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { rowOf, text } from "../../sql/row.ts";
import { memoElementRow } from "../../schema/table-rows.ts";
import { chunk } from "../../sql/chunk.ts";
import { readElementValue } from "../../schema/own-rows.ts";

const memoKeyRow = rowOf({ memo: text, key: text });
const memoIdRow = rowOf({ memo: text });

/** Returns elements by memo, ordered by set and key as in operations. */
export async function readElements(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, MemoElement[]>> {
  const elements = new Map<string, MemoElement[]>();
  for (const some of chunk(ids)) {
    const rows = await selectRows(
      db,
      joinSql(
        [
          sqlText("SELECT * FROM memo_element WHERE memo IN"),
          sqlValues(some),
          sqlText("ORDER BY memo, set_name, key"),
        ],
        " ",
      ),
      memoElementRow,
    );
    for (const row of rows) {
      const known = elements.get(row.memo);
      if (known === undefined) elements.set(row.memo, [columnsToElement(row)]);
      else known.push(columnsToElement(row));
    }
  }
  return elements;
}

/** Returns ids of the memos that link to each of the given ones. */
export async function readReferrers(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const referrers = new Map<string, string[]>();
  for (const some of chunk(ids)) {
    const rows = await selectRows(
      db,
      joinSql(
        [
          sqlText("SELECT memo, key FROM memo_element WHERE set_name = 'relation' AND key IN"),
          sqlValues(some),
          sqlText("AND value IS NOT NULL ORDER BY memo"),
        ],
        " ",
      ),
      memoKeyRow,
    );
    for (const { memo, key } of rows) {
      const known = referrers.get(key);
      if (known === undefined) referrers.set(key, [memo]);
      else known.push(memo);
    }
  }
  return referrers;
}

/** Returns the same for one memo, a page at a time. */
export async function readReferrersAfter(
  db: Kysely<Tables>,
  target: string,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await selectRows(
    db,
    sqlText(
      `SELECT memo FROM memo_element INDEXED BY memo_element_by_key
       WHERE set_name = 'relation' AND key = ? AND value IS NOT NULL AND memo > ?
       ORDER BY memo LIMIT ?`,
      target,
      afterId,
      limit,
    ),
    memoIdRow,
  );
  return rows.map((row) => row.memo);
}

/** Returns ids of memos with a reaction by a user, whose keys begin with the user's name and a space. */
export async function readReactedBy(
  db: Kysely<Tables>,
  user: string,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await selectRows(
    db,
    sqlText(
      `SELECT DISTINCT memo FROM memo_element INDEXED BY memo_element_by_key
       WHERE set_name = 'reaction' AND key > ? AND key < ? AND value IS NOT NULL AND memo > ?
       ORDER BY memo LIMIT ?`,
      `${user} `,
      `${user}!`,
      afterId,
      limit,
    ),
    memoIdRow,
  );
  return rows.map((row) => row.memo);
}

/**
 * Writes the elements that differ from the stored ones, and deletes stored ones that aren't in `elements`.
 */
export async function saveElements(
  db: Kysely<Tables>,
  memo: string,
  elements: readonly MemoElement[],
): Promise<void> {
  const stored = (await readElements(db, [memo])).get(memo) ?? [];
  const known = new Map(stored.map((element) => [elementId(element), element]));
  for (const element of elements) {
    const before = known.get(elementId(element));
    known.delete(elementId(element));
    const isSame =
      before?.stamp === element.stamp && (before.value === null) === (element.value === null);
    if (!isSame) await putElement(db, memo, element);
  }
  for (const gone of known.values()) {
    await db
      .deleteFrom("memo_element")
      .where("memo", "=", memo)
      .where("set_name", "=", gone.set)
      .where("key", "=", gone.key)
      .execute();
  }
}

/** Changes one user's reactions to another's; if both had the same type, the renamed one wins. */
export async function renameReactions(db: Kysely<Tables>, from: string, to: string): Promise<void> {
  const prefix = `${from} `;
  const rows = await selectRows(
    db,
    sqlText(
      `SELECT * FROM memo_element
        WHERE set_name = 'reaction' AND substr(key, 1, ${[...prefix].length}) = ?
        ORDER BY memo, key`,
      prefix,
    ),
    memoElementRow,
  );
  for (const { memo, key } of rows) {
    await runSql(
      db,
      sqlText(
        "DELETE FROM memo_element WHERE memo = ? AND set_name = 'reaction' AND key = ?",
        memo,
        key,
      ),
    );
  }
  for (const row of rows) {
    const { value, stamp } = columnsToElement(row);
    const key = `${to} ${row.key.slice(prefix.length)}`;
    const renamed = value === null ? null : { ...value, creator: to };
    await putElement(db, row.memo, { set: "reaction", key, value: renamed, stamp });
  }
}

async function putElement(db: Kysely<Tables>, memo: string, element: MemoElement): Promise<void> {
  const values = {
    value: element.value === null ? null : JSON.stringify(element.value),
    stamp: element.stamp,
  };
  await db
    .insertInto("memo_element")
    .values({ memo, set_name: element.set, key: element.key, ...values })
    .onConflict((conflict) => conflict.columns(["memo", "set_name", "key"]).doUpdateSet(values))
    .execute();
}

function elementId({ set, key }: MemoElement): string {
  return `${set}\n${key}`;
}

function columnsToElement(row: Selectable<MemoElementTable>): MemoElement {
  if (row.set_name !== "reaction" && row.set_name !== "relation") {
    throw new Error(`unknown set of elements ${row.set_name}`);
  }
  return {
    set: row.set_name,
    key: row.key,
    value: row.value === null ? null : readElementValue(row.value),
    stamp: row.stamp,
  };
}
