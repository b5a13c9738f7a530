import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { derivedDifferences } from "../derived-differences.ts";
import { openDatabase } from "../engine.ts";
import { rowsOf, tempFolder } from "../temp-database.ts";
import { defineMeta, metaForm } from "@tidemark/core";

/** Kills a writing process after a number of reports; returns all reported lines. */
async function writeAndKill(script: string, file: string, reports: number): Promise<string[]> {
  const writer = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [writer, file], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const reported: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    reported.push(line);
    if (reported.length === reports) child.kill("SIGKILL");
  }
  await exited;
  return reported;
}

/** F23: checks that columns, tags and text indexes match the memos. */
async function expectDerived(file: string): Promise<void> {
  expect(await derivedDifferences(file)).toEqual([]);
}

describe("I7 · a process killed while writing", () => {
  test.each([1, 40, 133])(
    "leaves a sound database with every commit: after %i",
    async (commits) => {
      using folder = tempFolder();
      const file = folder.file("memos.db");
      const { length: reported } = await writeAndKill("write-until-killed.ts", file, commits);
      expect(reported).toBeGreaterThanOrEqual(commits);

      await using open = await openDatabase({ file, role: "device" });
      expect(open.wasClosedCleanly).toBe(false);
      expect(await open.quickCheck()).toEqual([]);
      const count = await open.database.read(({ memos }) =>
        memos.count({
          access: { user: "users/alice", spaces: [] },
          state: "NORMAL",
          trash: "none",
          parent: null,
          filter: null,
        }),
      );
      // The kill may occur between a commit and its report, never the other way round.
      expect(count === reported || count === reported + 1).toBe(true);
      const newest = await open.database.read(({ meta }) =>
        meta.get(defineMeta("newest", metaForm.text)),
      );
      expect(newest).toBe(`m${count - 1}`);
      const tags = rowsOf(file, "SELECT DISTINCT memo_pk FROM memo_tag");
      expect(tags).toHaveLength(count);
      expect(rowsOf(file, "SELECT id FROM memo_trigram_docsize")).toHaveLength(count);
      await expectDerived(file);
    },
  );

  test.each([1, 200, 900])(
    "has every acknowledged write of a shared commit, and no partial ones: after %i",
    async (reports) => {
      using folder = tempFolder();
      const file = folder.file("memos.db");
      const reported = await writeAndKill("write-batches-until-killed.ts", file, reports);
      await using open = await openDatabase({ file, role: "server" });
      expect(await open.quickCheck()).toEqual([]);
      const ids = new Set(rowsOf<{ id: string }>(file, "SELECT id FROM memo").map(({ id }) => id));
      for (const line of reported) {
        const isFailed = line.startsWith("-");
        const id = isFailed ? line.slice(1) : line;
        expect(ids.has(`${id}a`), line).toBe(!isFailed);
        expect(ids.has(`${id}b`), line).toBe(!isFailed);
      }
      // Unreported commits are complete as well.
      for (const id of ids) {
        expect(ids.has(id.endsWith("a") ? id.replace(/a$/, "b") : id.replace(/b$/, "a"))).toBe(
          true,
        );
      }
      await expectDerived(file);
    },
  );
});
