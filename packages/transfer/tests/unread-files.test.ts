import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { imported } from "./imported.ts";
import { joplinFiles, joplinId, joplinItem } from "./joplin-export.ts";
import { madeFolder } from "./made-folder.ts";
import { zipFile } from "./made-zip.ts";
import { openProfile } from "./open-profile.ts";

// What cannot be read of a source is named, whatever wrote it, and keeps nothing else from coming.

const keepNote = JSON.stringify({
  textContent: "whole",
  isTrashed: false,
  isPinned: false,
  isArchived: false,
});

/** Sources of each kind whose first file is whole, and the file that is not. */
const sources: readonly (readonly [
  format: string,
  files: Readonly<Record<string, string>>,
  spoilt: string,
])[] = [
  ["markdown", { "a.md": "whole" }, "b.md"],
  ["obsidian", { ".obsidian/app.json": "{}", "a.md": "whole" }, "b.md"],
  ["keep", { "a.json": keepNote }, "b.json"],
  [
    "joplin",
    { [`${joplinId("1")}.md`]: joplinItem(1, joplinId("1"), "whole") },
    `${joplinId("2")}.md`,
  ],
];

test.each(sources)(
  "%s: a damaged file is named, and the rest comes",
  async (_format, files, spoilt) => {
    const whole = Object.entries(files).map(([name, content]) => ({ name, content }));
    const damaged = { name: spoilt, content: "spoilt", saidBytes: 9 };
    const profile = await openProfile();
    const file = await zipFile([...whole, damaged]);
    const { rows } = await imported(profile, file);
    expect(rows.filter(({ outcome }) => outcome === "problem")).toEqual([
      expect.objectContaining({ path: spoilt, code: "broken" }),
    ]);
    expect((await profile.all()).map(({ content }) => content)).toEqual([
      expect.stringContaining("whole"),
    ]);
  },
);

test.each([
  ["keep", { "a.json": keepNote }],
  ["joplin", joplinFiles],
  ["markdown", { "a.md": "whole" }],
])("%s: what a folder leaves out is named", async (_format, files) => {
  const dir = await madeFolder(files);
  await symlink("/etc/hostname", join(dir, "outside.md"));
  const { rows } = await imported(await openProfile(), dir);
  expect(rows).toContainEqual(
    expect.objectContaining({ outcome: "problem", path: "outside.md", code: "link" }),
  );
});

test("an archive within an archive that is damaged is named", async () => {
  const file = await zipFile([{ name: "inner.zip", content: "no archive" }]);
  await expect(imported(await openProfile(), file)).rejects.toThrow(/^inner\.zip: /);
});
