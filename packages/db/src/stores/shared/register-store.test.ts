import { expect, test } from "vitest";
import { lacks, openSqliteConnection } from "../../../tests/engine.ts";
import { tempDatabase } from "../../../tests/temp-database.ts";

test("what was taken away is found by its age, without a walk over what users keep", async () => {
  await using open = await tempDatabase("server");
  const register = { user: "users/alice", kind: "setting", seq: 1 } as const;
  await open.database.write(async ({ registers }) => {
    await registers.save({ ...register, id: "kept", value: true, stamp: "1" });
    await registers.save({ ...register, id: "new", value: null, stamp: "3" });
    await registers.save({ ...register, id: "old", value: null, stamp: "1" });
    expect((await registers.emptiedBefore("3", 9)).map(({ id }) => id)).toEqual(["old"]);
  });
  if (lacks("plans")) return;
  const connection = openSqliteConnection({ file: open.file, readonly: true });
  try {
    const plan = connection.all<{ detail: string }>(
      "EXPLAIN QUERY PLAN SELECT * FROM register WHERE value = 'null' AND stamp < ? LIMIT ?",
      ["3", 9],
    );
    expect(plan.map(({ detail }) => detail)).toEqual([
      "SEARCH register USING INDEX register_emptied (stamp<?)",
    ]);
  } finally {
    connection.close();
  }
});
