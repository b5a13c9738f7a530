import { copyFile, cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openForeignDatabase } from "@tidemark/db/node";
import { describe, expect, test } from "vitest";
import { openImport, planImport } from "../src/index.ts";
import { expectMemos, expectedMemos } from "./expected-memos.ts";
import { imported } from "./imported.ts";
import { scratchFolder } from "./made-folder.ts";
import { openProfile } from "./open-profile.ts";
import { sample } from "./shared-samples.ts";

/** A server's folder as somebody copies it. */
async function copied(path: string): Promise<string> {
  const dir = join(await scratchFolder(), "memos");
  await mkdir(dir);
  await copyFile(join(path, "memos_prod.db"), join(dir, "memos_prod.db"));
  await cp(join(path, "assets"), join(dir, "assets"), { recursive: true });
  return dir;
}

describe.each(["0.24.4", "0.30.0"])("the database of memos %s", (version) => {
  const { path, isThere } = sample(`memos/${version}`);

  test.runIf(isThere).each(["alice", "bob", "host"])(
    "gives %s what is theirs, and nothing else",
    async (user) => {
      const dir = await copied(path);
      const profile = await openProfile();
      const report = await imported(profile, join(dir, "memos_prod.db"), user);
      using database = openForeignDatabase(join(dir, "memos_prod.db"));
      const content = (uid: string): string =>
        String(database.all("SELECT content FROM memo WHERE uid = ?", [uid])[0]?.["content"]);
      const theirs = expectedMemos(join(path, "expected.json")).filter(
        (memo) => memo.author === user,
      );
      expect(report.counts.new).toBe(theirs.length);
      await expectMemos(profile, theirs, user, { content }, ({ stored }) => stored !== "S3");
      const codes = report.rows.map(({ code }) => code);
      const lost = (name: string, count: number): void =>
        expect(
          codes.filter((code) => code === name),
          name,
        ).toHaveLength(count);
      const own = new Set(theirs.map(({ uid }) => uid));
      lost(
        "file",
        theirs.flatMap((memo) => memo.attachments).filter(({ stored }) => stored === "S3").length,
      );
      lost("no-parent", theirs.filter(({ parent }) => parent !== null && !own.has(parent)).length);
      lost(
        "others-reactions",
        theirs.filter(({ reactions }) => reactions.some((each) => each.user !== user)).length,
      );
      lost(
        "others-references",
        theirs.filter(({ references }) => references.some((uid) => !own.has(uid))).length,
      );
      // Again, and as a folder, nothing comes.
      expect((await imported(profile, dir, user)).counts).toMatchObject({
        new: 0,
        same: theirs.length,
      });
    },
  );

  test.runIf(isThere)(
    "is refused, with their names, when nobody says whose memos are meant",
    async () => {
      const file = join(path, "memos_prod.db");
      await expect(openImport(file, { user: null })).rejects.toThrow(
        "it holds memos of host, alice, bob: say whose, by --user NAME",
      );
      await expect(openImport(file, { user: "mallory" })).rejects.toThrow("nobody in it is called");
    },
  );

  test.runIf(isThere)("says of its files which are not beside it", async () => {
    const dir = await scratchFolder();
    await copyFile(join(path, "memos_prod.db"), join(dir, "memos_prod.db"));
    const profile = await openProfile();
    await using source = await openImport(join(dir, "memos_prod.db"), { user: "alice" });
    const plan = await planImport(profile, source);
    const files = plan.rows.filter(({ code }) => code === "file");
    expect(files.length).toBeGreaterThan(10);
    expect(files[0]!.words).toMatch(/stays behind: .* is not beside the database$/);
  });
});
