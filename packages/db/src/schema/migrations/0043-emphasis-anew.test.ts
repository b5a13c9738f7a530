import { deriveMemo } from "@tidemark/core/markdown";
import { expect, test } from "vitest";
import { derivedDifferences } from "../../../tests/derived-differences.ts";
import { openSqliteConnection } from "../../../tests/engine.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";
import { memoRow, rowsOf, saveRow, tempFolder } from "../../../tests/temp-database.ts";

const affected = {
  chinese: "**\u6ce8\u610f\uff1a**\u8bf7\u770b #note",
  japanese: "**\u300cA\u300d**\u306a\u306e\u3067",
  struck: "~~\u53d6\u6d88\u3002~~\u5df2\u6539",
  tildes: "a ~~~~b~~~~",
  // Beyond the first characters of the text, and of a memo in a second batch.
  later: `${"a".repeat(50)}\n\n**\u6ce8\u610f\uff1a**\u8bf7\u770b`,
};
const unaffected = {
  latin: "**caution:** \u00fcber",
  apart: "**a** \u6ce8\u610f",
  underlined: "_\u6ce8\u610f_",
  plain: "\u6ce8\u610f #plain",
};

test.each(["server", "device"] as const)(
  "M20a \u00b7 memos of a %s with emphasis beside scripts without spaces or many tildes are derived again, and no others",
  async (role) => {
    using folder = tempFolder();
    const file = folder.file("old.db");
    const old = await openMigratedTo(42, { file, role });
    await old.database.write(async (stores) => {
      for (const [id, content] of Object.entries({ ...affected, ...unaffected })) {
        await saveRow(stores, memoRow(id, { content }));
      }
      for (let at = 0; at < 500; at += 1) {
        await saveRow(stores, memoRow(`x${at}`, { content: `\u00fc * ${at}` }));
      }
      await saveRow(stores, memoRow("second", { content: affected.chinese }));
    });
    await old.close();
    const connection = openSqliteConnection({ file, readonly: false });
    // As another grammar would have derived them.
    connection.exec("UPDATE memo SET title = 'old', snippet = 'old'");
    connection.close();
    await (await openMigratedTo(43, { file, role })).close();
    const rows = rowsOf<{ id: string; title: string; snippet: string }>(
      file,
      "SELECT id, title, snippet FROM memo WHERE title <> 'old' OR snippet <> 'old' ORDER BY id",
    );
    const expected = Object.entries({ ...affected, second: affected.chinese })
      .map(([id, content]) => {
        const { property, snippet } = deriveMemo(content);
        return { id, title: property.title, snippet };
      })
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(rows).toEqual(expected);
    expect(rows.every(({ id, snippet }) => id === "tildes" || !/[*~]/.test(snippet))).toBe(true);
    const differences = await derivedDifferences(file);
    expect(
      differences.filter((found) =>
        /^(?:chinese|japanese|struck|tildes|later|second) /.test(found),
      ),
    ).toEqual([]);
    expect(rowsOf(file, "SELECT DISTINCT tag FROM memo_tag ORDER BY tag")).toEqual([
      { tag: "note" },
      { tag: "plain" },
    ]);
  },
);
