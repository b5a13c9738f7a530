import type { ImportedMemo, ImportRun } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { tempDatabase } from "../../../tests/temp-database.ts";

const run: ImportRun = { id: "run", label: "the notes", startedMs: 1, state: "begun" };

function imported(memo: string, other: Partial<ImportedMemo> = {}): ImportedMemo {
  return {
    format: "markdown",
    source: "Notes",
    key: `key ${memo}`,
    digest: `digest ${memo}`,
    run: "run",
    memo,
    files: [],
    state: "done",
    updatedMs: 5,
    ...other,
  };
}

describe("imported memos", () => {
  test("are found by source and key, and replaced", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async ({ imports }) => {
      await imports.save(imported("a", { state: "begun", files: ["f"] }));
      await imports.save(imported("b"));
      await imports.save(imported("c", { source: "Others", key: "key b" }));
      await imports.save(imported("a", { updatedMs: 9 }));
    });
    await open.database.read(async ({ imports }) => {
      const source = { format: "markdown", source: "Notes" };
      const found = await imports.among(source, ["key a", "key b", "key x"]);
      expect([...found].map(([key, { memo }]) => [key, memo])).toEqual([
        ["key a", "a"],
        ["key b", "b"],
      ]);
      expect(found.get("key a")).toEqual(imported("a", { updatedMs: 9 }));
    });
  });

  test("are found in any source of the format once they exist", async () => {
    await using open = await tempDatabase("device");
    const asked = [
      { key: "key a", digest: "digest a" },
      { key: "key b", digest: "digest b" },
      { key: "key c", digest: "other" },
    ];
    await open.database.write(async ({ imports }) => {
      const alike = async (format = "markdown"): Promise<string[]> => {
        const found = await imports.alike(format, asked);
        return [...found].map(([key, { memo }]) => `${key}: ${memo}`).toSorted();
      };
      await imports.save(imported("a", { state: "begun" }));
      await imports.save(imported("c", { state: "made" }));
      expect(await alike()).toEqual([]);
      await imports.save(imported("a", { state: "made" }));
      await imports.save(imported("b"));
      await imports.save(imported("b", { source: "another", memo: "b again" }));
      expect(await alike()).toEqual(["key a: a", "key b: b"]);
      expect(await alike("keep")).toEqual([]);
    });
  });

  test("are listed by import, last first, from any memo on", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async ({ imports }) => {
      for (const memo of ["a", "b", "c", "d"]) await imports.save(imported(memo));
      await imports.save(imported("e", { run: "other" }));
      // Saving one again does not move it.
      await imports.save(imported("b", { updatedMs: 7 }));
      const ids = (rows: readonly ImportedMemo[]): string[] => rows.map(({ memo }) => memo);
      expect(ids(await imports.ofRun("run", null, 3))).toEqual(["d", "c", "b"]);
      expect(ids(await imports.ofRun("run", "b", 3))).toEqual(["a"]);
      await imports.remove(imported("c"));
      expect(ids(await imports.ofRun("run", null, 9))).toEqual(["d", "b", "a"]);
    });
  });

  test("are settled if they were made", async () => {
    await using open = await tempDatabase("device");
    const states = await open.database.write(async ({ imports }) => {
      await imports.save(imported("a", { state: "made" }));
      await imports.save(imported("b", { state: "begun" }));
      await imports.settle(["a", "b", "x"]);
      return (await imports.ofRun("run", null, 9)).map(({ state }) => state);
    });
    expect(states).toEqual(["begun", "done"]);
  });
});

describe("imports", () => {
  test("are stored with their state, newest first", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async ({ imports }) => {
      await imports.saveRun(run);
      await imports.saveRun({ ...run, id: "later", startedMs: 2 });
      await imports.saveRun({ ...run, state: "undone" });
      await imports.save(imported("a", { run: "later" }));
      await imports.save(imported("b", { run: "later", state: "made" }));
      await imports.save(imported("c", { run: "later", state: "begun" }));
    });
    await open.database.read(async ({ imports }) => {
      expect(await imports.findRun("run")).toEqual({ ...run, state: "undone" });
      expect(await imports.findRun("none")).toBeNull();
      expect((await imports.runs(9)).map(({ id }) => id)).toEqual(["later", "run"]);
      expect((await imports.runs(9)).map(({ memos }) => memos)).toEqual([2, 0]);
      expect(await imports.runs(1)).toHaveLength(1);
    });
  });
});
