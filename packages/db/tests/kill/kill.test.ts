import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../src/index.ts";
import { rowsOf, tempFolder } from "../temp-database.ts";

const writer = fileURLToPath(new URL("write-until-killed.ts", import.meta.url));

/** Kills a writing process after so many commits; answers how many it had reported. */
async function writeAndKill(file: string, commits: number): Promise<number> {
  const child = spawn(process.execPath, [writer, file], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  let reported = 0;
  for await (const _line of createInterface({ input: child.stdout })) {
    reported += 1;
    if (reported === commits) child.kill("SIGKILL");
  }
  await exited;
  return reported;
}

describe("I7 · a process that is killed while it writes", () => {
  test.each([1, 40, 133])(
    "leaves a sound database with every commit: after %i",
    async (commits) => {
      using folder = tempFolder();
      const file = folder.file("memos.db");
      const reported = await writeAndKill(file, commits);
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
      // The kill may have fallen between a commit and its report, never the other way round.
      expect(count === reported || count === reported + 1).toBe(true);
      const newest = await open.database.read(({ meta }) => meta.get("newest"));
      expect(newest).toBe(`m${count - 1}`);
      const tags = rowsOf(file, "SELECT DISTINCT memo_pk FROM memo_tag");
      expect(tags).toHaveLength(count);
      for (const index of ["memo_trigram", "memo_word"]) {
        expect(rowsOf(file, `SELECT id FROM ${index}_docsize`)).toHaveLength(count);
      }
      const replaced = rowsOf(file, "SELECT rowid FROM memo_word WHERE memo_word MATCH 'replaced'");
      expect(replaced).toHaveLength(count - 1);
    },
  );
});
