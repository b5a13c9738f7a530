import type { MemoRow } from "@tidemark/core/model";
import { deriveMemo } from "@tidemark/core/markdown";
import { memoToColumns } from "../src/stores/shared/memo-columns.ts";
import { openSqliteConnection } from "./engine.ts";

/** Inserts memos with their tags into a file of an older schema, using the columns that it has. */
export function insertAsThen(file: string, rows: readonly MemoRow[]): void {
  const connection = openSqliteConnection({ file, readonly: false });
  const known = new Set(
    connection.all<{ name: string }>("PRAGMA table_info(memo)").map(({ name }) => name),
  );
  for (const row of rows) {
    const derived = deriveMemo(row.content);
    const columns = Object.entries(memoToColumns(row, derived)).filter(([name]) => known.has(name));
    connection.run(
      `INSERT INTO memo (${columns.map(([name]) => name).join(", ")})
        VALUES (${columns.map(() => "?").join(", ")})`,
      columns.map(([, value]) => value),
    );
    for (const tag of derived.tags) {
      connection.run(
        `INSERT INTO memo_tag (memo_pk, tag, creator, created_ms, visibility, space, listed)
          SELECT pk, ?, creator, created_ms, visibility, space,
            state = 0 AND parent IS NULL AND deleted = 0 FROM memo WHERE id = ?`,
        [tag, row.id],
      );
    }
  }
  connection.close();
}
