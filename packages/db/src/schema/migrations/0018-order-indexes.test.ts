import { expect, test } from "vitest";
import { memoRow, rowsOf, tempFolder } from "../../../tests/temp-database.ts";
import { openDatabase } from "../../../tests/engine.ts";
import { insertAsThen } from "../../../tests/insert-as-then.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";

const indexCount = (file: string): number =>
  rowsOf<{ n: number }>(file, "SELECT count(*) AS n FROM sqlite_schema WHERE type = 'index'")[0]
    ?.n ?? 0;

test("F30 · existing memos are in the order of creation, with the same number of indexes", async () => {
  using folder = tempFolder();
  const file = folder.file("old.db");
  const before = await openMigratedTo(17, { file, role: "server" });
  await before.close();
  const made = ["m", "z", "a", "q"];
  insertAsThen(
    file,
    made.map((id) => memoRow(id, { visibility: id === "q" ? "PUBLIC" : "PRIVATE" })),
  );
  const indexes = indexCount(file);

  await (await openMigratedTo(18, { file, role: "server" })).close();
  expect(indexCount(file)).toBe(indexes);
  const after = await openDatabase({ file, role: "server" });
  const query = {
    access: { user: "users/alice", spaces: [] },
    state: "NORMAL",
    trash: "none",
    parent: null,
    filter: null,
    after: null,
    offset: 0,
    limit: 10,
  } as const;
  for (const field of ["create_time", "update_time"] as const) {
    for (const direction of ["asc", "desc"] as const) {
      const listed = await after.database.read(({ memos }) =>
        memos.list({ ...query, order: [{ field, direction }] }),
      );
      expect(listed.map(({ id }) => id)).toEqual(direction === "asc" ? made : made.toReversed());
    }
  }
  await after.close();
  expect(rowsOf(file, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
});
