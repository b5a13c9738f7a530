import { expect, test } from "vitest";
import { openSqliteConnection } from "../../../tests/engine.ts";
import { memoRow, saveRow, tempDatabase } from "../../../tests/temp-database.ts";
import { watchedHandle } from "../../../tests/watched-handle.ts";
import type { SqlFragment } from "../../sql/sql-text.ts";
import { createFigureReader } from "./figure-reader.ts";

test("counts for metrics read no row of a memo, attachment or delivery, only indexes", async () => {
  await using open = await tempDatabase();
  await open.database.write(async (stores) => {
    for (let n = 0; n < 20; n += 1) await saveRow(stores, memoRow(`m${n}`));
  });
  const connection = openSqliteConnection({ file: open.file, readonly: true });
  const asked: SqlFragment[] = [];
  try {
    const reader = createFigureReader(watchedHandle(connection, (query) => asked.push(query)));
    expect(await reader.counts(0)).toMatchObject({
      memos: 20,
      attachmentBytes: 0,
      webSessions: 0,
      pendingDeliveries: 0,
      lastBackupMs: null,
    });
    const steps = asked.flatMap(({ sql, parameters }) =>
      connection
        .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters)
        .map(({ detail }) => detail),
    );
    const large = /^(?:SCAN|SEARCH) (?:memo|attachment|webhook_delivery|audit_entry)\b/;
    const ofLarge = steps.filter((step) => large.test(step));
    expect(ofLarge).toHaveLength(4);
    for (const step of ofLarge) expect(step).toContain("USING COVERING INDEX");
  } finally {
    connection.close();
  }
});
