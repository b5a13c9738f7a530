import { deriveMemo } from "@tidemark/core/markdown";
import { expect, test } from "vitest";
import { memoRow, rowsOf, tempFolder } from "../../../tests/temp-database.ts";
import { openDatabase, openSqliteConnection } from "../../../tests/engine.ts";
import { insertAsThen } from "../../../tests/insert-as-then.ts";
import { migrations } from "./index.ts";

const contents = {
  noted: "# A[^1] ==b== #kept\n\n[^1]: c #noted",
  called: "> [!NOTE]\n> d #called",
  labelled: "[^#label]: e",
  priced: "$5/#from$6",
  plain: "f #plain",
};

test("M8, M20–M22 · affected memos are derived again, and no others", async () => {
  using folder = tempFolder();
  const file = folder.file("old.db");
  const openAt = (newest: number) =>
    openDatabase({
      file,
      role: "device",
      migrations: migrations.filter(({ version }) => version <= newest),
    });
  const before = await openAt(22);
  await before.close();
  insertAsThen(
    file,
    Object.entries(contents).map(([id, content]) => memoRow(id, { content })),
  );
  const connection = openSqliteConnection({ file, readonly: false });
  // Simulates another grammar.
  connection.exec("UPDATE memo SET title = 'old', snippet = 'old', tags = '[]', has_code = 1");
  connection.exec("UPDATE memo_tag SET tag = 'old-' || tag");
  connection.close();

  await (await openAt(23)).close();
  const rows = rowsOf<{ id: string; title: string; snippet: string; tags: string; code: number }>(
    file,
    "SELECT id, title, snippet, tags, has_code AS code FROM memo ORDER BY id",
  );
  const expected = Object.entries(contents)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, content]) => {
      if (id === "plain") return { id, title: "old", snippet: "old", tags: "[]", code: 1 };
      const { property, snippet, tags } = deriveMemo(content);
      return { id, title: property.title, snippet, tags: JSON.stringify(tags), code: 0 };
    });
  expect(rows).toEqual(expected);
  const tagged = rowsOf(
    file,
    `SELECT memo.id, tag, listed FROM memo_tag JOIN memo ON memo.pk = memo_pk ORDER BY memo.id, tag`,
  );
  expect(tagged).toEqual([
    { id: "called", tag: "called", listed: 1 },
    { id: "noted", tag: "kept", listed: 1 },
    { id: "noted", tag: "noted", listed: 1 },
    { id: "plain", tag: "old-plain", listed: 1 },
    { id: "priced", tag: "from", listed: 1 },
  ]);
});
