import { auditFilterSchema, compileFilter } from "@tidemark/core/filter";
import { expect, test } from "vitest";
import { tempDatabase } from "../../../tests/temp-database.ts";
import { lacks, openSqliteConnection } from "../../../tests/engine.ts";
import { auditListSql } from "./audit-log-store.ts";

test.skipIf(lacks("plans")).each([
  ["", "audit_entry_by_time"],
  ['action == "signin.failed"', "audit_entry_by_action"],
  ['actor == "users/bob"', "audit_entry_by_actor"],
  ['target == "users/bob"', "audit_entry_by_target"],
  ['address == "203.0.113.7"', "audit_entry_by_address"],
  ['target == "users/bob" && time > timestamp("2026-01-01T00:00:00Z")', "audit_entry_by_target"],
])("the list of entries with %j scans an index in its order", async (filter, index) => {
  await using open = await tempDatabase();
  const connection = openSqliteConnection({ file: open.file, readonly: true });
  try {
    const compiled =
      filter === "" ? null : compileFilter(filter, { schema: auditFilterSchema, nowMs: 0 });
    if (compiled?.ok === false) throw new Error(compiled.error.message);
    for (const after of [null, { atMs: 40, id: "41" }]) {
      const query = { filter: compiled?.value ?? null, after, limit: 5 };
      const { sql, parameters } = auditListSql(connection.kysely, query);
      const steps = connection
        .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters)
        .map(({ detail }) => detail);
      expect(steps).toEqual([expect.stringMatching(`USING INDEX ${index}( |$)`)]);
    }
  } finally {
    connection.close();
  }
});

test("an account's newest hundred addresses are stored", async () => {
  await using open = await tempDatabase();
  await open.database.write(async ({ signInAddresses: addresses }) => {
    for (let i = 0; i < 130; i += 1) {
      expect(await addresses.note("users/bob", `a${i}`, i)).toBe(true);
    }
    expect(await addresses.note("users/bob", "a129", 500)).toBe(false);
    const isKnown = (address: string) => addresses.isKnown("users/bob", address);
    expect([await isKnown("a29"), await isKnown("a30")]).toEqual([false, true]);
    expect(await addresses.isKnown("users/carol", "a30")).toBe(false);
    expect(await addresses.removeBefore(100, 20)).toBe(20);
    expect([await isKnown("a49"), await isKnown("a50")]).toEqual([false, true]);
    await addresses.removeByUser("users/bob");
    expect(await isKnown("a129")).toBe(false);
  });
});
