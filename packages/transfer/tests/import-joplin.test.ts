import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as tar from "tar-stream";
import { describe, expect, test } from "vitest";
import { imported } from "./imported.ts";
import { joplinFiles } from "./joplin-export.ts";
import { madeFolder, scratchFolder } from "./made-folder.ts";
import { openProfile } from "./open-profile.ts";

/** Writes a tar of these files; `before` is a prefix of their names, as from repacking. */
async function packed(files: Readonly<Record<string, string>>, before: string): Promise<string> {
  const file = join(await scratchFolder(), "notes.jex");
  const pack = tar.pack();
  for (const [name, content] of Object.entries(files)) pack.entry({ name: before + name }, content);
  pack.finalize();
  await pipeline(pack, createWriteStream(file));
  return file;
}

describe("Joplin", () => {
  test.each([
    ["as RAW, a folder", () => madeFolder(joplinFiles)],
    ["as JEX, a tar", () => packed(joplinFiles, "")],
    ["as JEX that was packed again", () => packed(joplinFiles, "export/")],
  ])("%s, yields notebooks and tags, files, tasks, locations and times", async (_how, make) => {
    const profile = await openProfile();
    const path = await make();
    const report = await imported(profile, path);
    expect(report.counts).toEqual({ new: 2, same: 0, skipped: 2, problems: 1 });
    expect(report.rows.map(({ code }) => code).toSorted()).toEqual(
      ["", "", "binned", "encrypted", "no-note"].toSorted(),
    );
    const [first, milk] = await profile.all();
    const [picture, nameless] = await profile.filesOf(first!.id);
    expect(picture).toMatchObject({ filename: "photo one.png", type: "image/png" });
    expect(nameless!.filename).toMatch(/^e{32}\.gif$/);
    expect(first).toMatchObject({
      content: [
        "# First",
        "id: not a field",
        `![pic](/file/attachments/${picture!.id}/photo%20one.png) ![n|40](/file/attachments/${nameless!.id}/${nameless!.filename})\n[two](/memos/${milk!.id}) \`[no](:/${"2".repeat(32)})\``,
        "<https://a.example/page>",
        "#Work-Life/Plans #to-do",
      ].join("\n\n"),
      createdMs: Date.parse("2019-05-06T07:08:09.010Z"),
      updatedMs: Date.parse("2019-05-07T07:08:09.010Z"),
      location: { placeholder: "", latitude: 48.85, longitude: 2.35 },
    });
    expect(milk).toMatchObject({ content: "- [x] Buy milk (2020-05-06 08:00)", location: null });
    expect((await imported(profile, path)).counts).toMatchObject({ new: 0, same: 2 });
  });
});
