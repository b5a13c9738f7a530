import type { MemoNoteKey, MemoNoteStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { runSql, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";

export function createMemoNoteStore(db: Kysely<Tables>): MemoNoteStore {
  async function amongAll<T extends readonly unknown[]>(
    keys: { readonly [K in keyof T]: MemoNoteKey<T[K]> },
    memos: readonly string[],
  ): Promise<{ readonly [K in keyof T]: ReadonlyMap<string, T[K]> }> {
    const names = keys.map(({ name }) => name);
    const notes = keys.map(() => new Map<string, unknown>());
    for (const some of chunk(memos)) {
      const rows = await db
        .selectFrom("memo_note")
        .select(["memo", "key", "value"])
        .where("memo", "in", some)
        .where("key", "in", names)
        .execute();
      for (const { memo, key, value } of rows) {
        const at = names.indexOf(key);
        const note = keys[at]?.parse(value) ?? null;
        if (note !== null) notes[at]?.set(memo, note);
      }
    }
    return notes as unknown as { readonly [K in keyof T]: ReadonlyMap<string, T[K]> };
  }

  return {
    amongAll,
    async among<T>(key: MemoNoteKey<T>, memos: readonly string[]) {
      const [notes] = await amongAll<readonly [T]>([key], memos);
      return notes;
    },
    async after<T>(key: MemoNoteKey<T>, memo: string, limit: number) {
      const rows = await db
        .selectFrom("memo_note")
        .select(["memo", "value"])
        .where("key", "=", key.name)
        .where("memo", ">", memo)
        .orderBy("memo")
        .limit(limit)
        .execute();
      return rows.flatMap((row) => {
        const note = key.parse(row.value);
        return note === null ? [] : [[row.memo, note] as const];
      });
    },
    clear: async <T>(key: MemoNoteKey<T>) => {
      await db.deleteFrom("memo_note").where("key", "=", key.name).execute();
    },
    set: async (key, memo, value) => {
      if (value === null) {
        await db
          .deleteFrom("memo_note")
          .where("memo", "=", memo)
          .where("key", "=", key.name)
          .execute();
        return;
      }
      // A note for a memo that doesn't exist is silently skipped.
      await runSql(
        db,
        sqlText(
          `INSERT INTO memo_note (memo, key, value) SELECT id, CAST(? AS TEXT), CAST(? AS TEXT) FROM memo WHERE id = ?
           ON CONFLICT (memo, key) DO UPDATE SET value = excluded.value`,
          key.name,
          key.format(value),
          memo,
        ),
      );
    },
  };
}
