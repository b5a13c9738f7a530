import { expect, test } from "vitest";
import { lacks, openSqliteConnection } from "../../../tests/engine.ts";
import { tempDatabase } from "../../../tests/temp-database.ts";

test("removed values are found by age, without scanning users' values", async () => {
  await using open = await tempDatabase("server");
  const register = { user: "users/alice", kind: "setting", seq: 1 } as const;
  await open.database.write(async ({ registers }) => {
    await registers.save({ ...register, id: "kept", value: true, stamp: "1-0-a" });
    await registers.save({ ...register, id: "new", value: null, stamp: "3-0-a" });
    await registers.save({ ...register, id: "old", value: null, stamp: "1-0-a" });
    expect((await registers.emptiedBefore("3-0-a", 9)).map(({ id }) => id)).toEqual(["old"]);
  });
  if (lacks("plans")) return;
  const connection = openSqliteConnection({ file: open.file, readonly: true });
  try {
    const plan = connection.all<{ detail: string }>(
      "EXPLAIN QUERY PLAN SELECT * FROM register WHERE value = 'null' AND stamp < ? LIMIT ?",
      ["3-0-a", 9],
    );
    expect(plan.map(({ detail }) => detail)).toEqual([
      "SEARCH register USING INDEX register_emptied (stamp<?)",
    ]);
  } finally {
    connection.close();
  }
});

test("ids with a value are counted by prefix", async () => {
  await using open = await tempDatabase("server");
  const register = { user: "users/alice", kind: "setting", seq: 1, stamp: "1-0-a" } as const;
  await open.database.write(async ({ registers }) => {
    for (const id of ["tag.a", "tag.b", "general.theme"]) {
      await registers.save({ ...register, id, value: { a: 1 } });
    }
    await registers.save({ ...register, id: "tag.gone", value: null });
    await registers.save({ ...register, user: "users/bob", id: "tag.c", value: 1 });
    await registers.save({ ...register, kind: "view", id: "tag.d", value: 1 });
    expect(await registers.count("users/alice", "setting", "tag.")).toBe(2);
    expect(await registers.count("users/alice", "setting", "")).toBe(3);
    expect(await registers.count("users/carol", "setting", "")).toBe(0);
  });
});

test("values are measured in bytes without reading them, and lists can skip large ones", async () => {
  await using open = await tempDatabase("server");
  const register = { user: "users/alice", kind: "view", seq: 1, stamp: "1-0-a" } as const;
  await open.database.write(async ({ registers }) => {
    await registers.save({ ...register, id: "large", value: "€".repeat(100) });
    await registers.save({ ...register, id: "small", value: "a" });
    await registers.save({ ...register, user: "users/bob", id: "other", value: "a" });
    const sizes = await registers.sizes("users/alice", "view", ["large", "small", "other", "none"]);
    expect(Object.fromEntries(sizes)).toEqual({ large: 302, small: 3 });
    expect((await registers.sizes("users/alice", "setting", ["large"])).size).toBe(0);
    const ids = async (maxBytes?: number) =>
      (await registers.list("users/alice", "view", maxBytes)).map(({ id }) => id);
    expect(await ids()).toEqual(["large", "small"]);
    expect(await ids(302)).toEqual(["large", "small"]);
    expect(await ids(301)).toEqual(["small"]);
  });
});
