import { migrations } from "@tidemark/db/engine";
import { deriveMemo } from "@tidemark/core/markdown";
import { expect, test } from "vitest";
import { tempPostgres } from "../../../../scripts/postgres/temp-postgres.ts";
import type { AllStores } from "../../../db/tests/all-stores.ts";
import { memoRow, saveRow } from "../../../db/tests/temp-database.ts";
import { postgresRows } from "../../tests/postgres-database.ts";
import { openPostgres } from "../open-postgres.ts";
import { emphasisVersion } from "./derive-emphasis-anew.ts";

test("M20a \u00b7 memos with emphasis beside scripts without spaces or many tildes are derived again, and no others", async () => {
  await using temp = await tempPostgres();
  const before = migrations.filter(({ version }) => version < emphasisVersion);
  const old = await openPostgres({ url: temp.url, migrations: before });
  const content = "**\u6ce8\u610f\uff1a**\u8bf7\u770b #note";
  await (old.database as AllStores).write(async (stores) => {
    await saveRow(stores, memoRow("marked", { content }));
    await saveRow(stores, memoRow("tildes", { content: "a ~~~~b~~~~" }));
    await saveRow(stores, memoRow("other", { content: "**caution:** \u00fcber #other" }));
  });
  await old.close();
  await postgresRows(temp.url, "UPDATE memo SET title = 'old', snippet = 'old', tags = '[]'");
  await (await openPostgres({ url: temp.url })).close();
  const { property, snippet } = deriveMemo(content);
  expect(
    await postgresRows(temp.url, "SELECT id, title, snippet, tags FROM memo ORDER BY id"),
  ).toEqual([
    { id: "marked", title: property.title, snippet, tags: '["note"]' },
    { id: "other", title: "old", snippet: "old", tags: "[]" },
    { id: "tildes", title: "", snippet: "a ~~~~b~~~~", tags: "[]" },
  ]);
  const tags = "SELECT tag FROM memo_tag ORDER BY tag";
  expect(await postgresRows(temp.url, tags)).toEqual([{ tag: "note" }, { tag: "other" }]);
});
