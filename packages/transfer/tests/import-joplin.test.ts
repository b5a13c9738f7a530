import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as tar from "tar-stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { importedChosen } from "./chosen.ts";
import { imported } from "./imported.ts";
import { joplinFiles, joplinItem } from "./joplin-export.ts";
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

const notebook = joplinItem(2, "1".repeat(32), "Harbour log");
const inNotebook = { parent_id: "1".repeat(32) };

describe("Joplin", () => {
  test("reports an item whose encoding isn't certain", async () => {
    const ids = ["1".repeat(32), "2".repeat(32)] as const;
    const latin = (kind: number, id: string, text: string): Buffer =>
      Buffer.from(joplinItem(kind, id, text, inNotebook), "latin1");
    const dir = await madeFolder({
      [`${ids[0]}.md`]: latin(2, ids[0], "klu\u00E8e"),
      [`${ids[1]}.md`]: latin(1, ids[1], "Title\n\nklu\u00E8e"),
    });
    const { rows } = await imported(await openProfile(), dir);
    const doubts = rows.filter(({ code }) => code === "encoding");
    expect(doubts.map(({ path }) => path)).toEqual(ids.map((id) => `${id}.md`));
  });

  test("says when a to-do is due in the reader's zone, with its offset", async () => {
    const due = { ...inNotebook, is_todo: 1, todo_due: 1715050800000 };
    const dir = await madeFolder({
      [`${"1".repeat(32)}.md`]: notebook,
      [`${"2".repeat(32)}.md`]: joplinItem(1, "2".repeat(32), "Order paint\n\ntwo tins", due),
    });
    const before = process.env["TZ"];
    process.env["TZ"] = "America/New_York";
    onTestFinished(() => {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    });
    const profile = await openProfile();
    await imported(profile, dir);
    const [memo] = await profile.all();
    expect(memo!.content).toBe(
      "- [ ] Order paint (2024-05-06 23:00 -04:00)\n\ntwo tins\n\n#Harbour-log",
    );
  });

  test("brings files that a note shows by HTML, and names those that are missing", async () => {
    const [film, gone] = ["9".repeat(32), "8".repeat(32)];
    const body = `watch <video src=":/${film}"></video> ![](:/${gone}) ![](:/${gone})`;
    const dir = await madeFolder({
      [`${"1".repeat(32)}.md`]: notebook,
      [`${film}.md`]: joplinItem(4, film, "clip.mp4", { mime: "video/mp4" }),
      [`resources/${film}.mp4`]: "film",
      [`${"2".repeat(32)}.md`]: joplinItem(1, "2".repeat(32), `Film\n\n${body}`, inNotebook),
    });
    const profile = await openProfile();
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 1, same: 0, skipped: 0, problems: 1 });
    const [memo] = await profile.all();
    const [file] = await profile.filesOf(memo!.id);
    expect(file!.filename).toBe("clip.mp4");
    expect(memo!.content).toContain(`/file/attachments/${file!.id}/clip.mp4)`);
  });

  test.each<[string, () => Promise<string>, typeof importedChosen]>([
    ["as RAW, a folder", () => madeFolder(joplinFiles), imported],
    ["as JEX, a tar", () => packed(joplinFiles, ""), imported],
    ["as JEX that was packed again", () => packed(joplinFiles, "export/"), imported],
    ["as JEX in a browser", () => packed(joplinFiles, ""), importedChosen],
  ])(
    "%s, yields notebooks and tags, files, tasks, locations and times",
    async (_how, make, bring) => {
      const profile = await openProfile();
      const path = await make();
      const report = await bring(profile, path);
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
      expect(milk).toMatchObject({
        content: expect.stringMatching(
          /^- \[x\] Buy milk \(2020-05-0\d \d\d:\d\d [+-]\d\d:\d\d\)$/,
        ),
        location: null,
      });
      expect((await bring(profile, path)).counts).toMatchObject({ new: 0, same: 2 });
    },
  );
});
