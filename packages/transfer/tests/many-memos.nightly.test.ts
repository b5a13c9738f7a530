import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findImport, undoImport } from "../src/index.ts";
import { imported } from "./imported.ts";
import { scratchFolder } from "./made-folder.ts";
import { openProfile } from "./open-profile.ts";

const count = 5000;

/** Returns a note with a link that forms cycles, tags, tasks and its own date. */
function noteText(at: number): string {
  const day = new Date(Date.UTC(2015, 0, 1) + at * 3_600_000).toISOString();
  const next = String((at * 7 + 1) % count).padStart(5, "0");
  return `---\ndate: ${day}\ntags: [t${at % 50}, many]\n---\n# Note ${at}\n\nsee [next](n${next}.md)\n\n- [ ] do ${at}\n`;
}

test(
  "five thousand notes are imported with their links, once, and undone completely",
  { timeout: 300_000 },
  async () => {
    const dir = join(await scratchFolder(), "Many");
    await mkdir(dir);
    for (let at = 0; at < count; at += 1) {
      await writeFile(join(dir, `n${String(at).padStart(5, "0")}.md`), noteText(at));
    }
    const profile = await openProfile();
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: count, same: 0, skipped: 0, problems: 0 });
    const { linked, tagged } = await profile.database.read(async ({ memos }) => {
      const ids = await memos.idsByCreator(profile.owner.name, "", count + 1);
      const elements = await memos.elements(ids);
      const links = [...elements.values()].flat().filter(({ set }) => set === "relation");
      const branch = { user: profile.owner.name, tag: "many", withUnder: false };
      return { linked: links.length, tagged: await memos.countTagged(branch) };
    });
    expect(tagged).toBe(count);
    // Links of a note to itself aren't references.
    const self = Array.from({ length: count }, (_, at) => at).filter(
      (at) => (at * 7 + 1) % count === at,
    );
    expect(linked).toBe(count - self.length);
    expect((await imported(profile, dir)).counts).toMatchObject({ new: 0, same: count });
    const run = await findImport(profile, report.run);
    expect(await undoImport(profile, run!)).toMatchObject({ removed: count, gone: 0, kept: [] });
    expect(await profile.all()).toEqual([]);
  },
);
