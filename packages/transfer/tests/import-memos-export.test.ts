import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openImport } from "../src/node/index.ts";
import { imported } from "./imported.ts";
import { madeFolder, scratchFolder } from "./made-folder.ts";
import { zipOf } from "./made-zip.ts";
import { openProfile, type Profile } from "./open-profile.ts";

// Generated archives in the documented "Memos Export Format" of memos 0.31.

const manifest = {
  format: "memos-export",
  formatVersion: "1.0",
  generator: { name: "memos", version: "0.31.0" },
  exportTime: "2026-09-16T08:30:00Z",
  scope: { kind: "USER", user: { username: "ann", displayName: "Ann" } },
  counts: { memos: 3, attachments: 2 },
};

const record = (uid: string, more: object = {}): string =>
  JSON.stringify({
    uid,
    creator: "ann",
    createTime: "2026-03-02T14:05:11Z",
    updateTime: "2026-03-02T14:20:47.5Z",
    state: "NORMAL",
    visibility: "PRIVATE",
    pinned: false,
    contentPath: `memos/${uid}.md`,
    ...more,
  });

const file = (uid: string, more: object): object => ({
  ...{
    uid,
    filename: "boat: one.png",
    type: "image/png",
    size: 4,
    createTime: "2026-03-02T14:05:30Z",
  },
  ...more,
});

const picture = "attachments/pic01/boat_ one.png";

const whole: Readonly<Record<string, string>> = {
  "manifest.json": JSON.stringify(manifest),
  "memos/reply.json": record("reply", { parent: "zfirst", visibility: "PUBLIC" }),
  "memos/reply.md": "a comment on [it](/memos/zfirst)",
  "memos/zfirst.json": record("zfirst", {
    pinned: true,
    visibility: "PUBLIC",
    tags: ["harbour/north", "harbour"],
    location: { placeholder: "Pier", latitude: 52.5 },
    relations: [
      { type: "REFERENCE", memo: "old" },
      { type: "NEWER", memo: "reply" },
    ],
    attachments: [
      file("pic01", { path: picture, sha256: "0".repeat(64) }),
      file("far01", { filename: "far.pdf", externalLink: "https://files.example/far.pdf" }),
    ],
    reactions: [
      { reactionType: "👍", creator: "ann" },
      { reactionType: "🎉", creator: "bob" },
    ],
  }),
  "memos/zfirst.md": "Boats at #harbour/north\r\n![boat](/file/attachments/pic01)",
  [picture]: "boat",
  "memos/old.json": record("old", {
    state: "ARCHIVED",
    visibility: "SPACE",
    space: { uid: "crew" },
  }),
  "memos/old.md": "of the crew",
};

async function reactionsOf({ memos, owner }: Profile, id: string): Promise<string[]> {
  const all = await memos.listReactions(owner, id, { pageSize: 9, pageToken: "" });
  return all.ok ? all.value.items.map(({ reactionType }) => reactionType) : [];
}

describe("an export of memos 0.31", () => {
  test.each(["zip", "folder"])("as a %s yields complete memos, each once", async (kind) => {
    const dir = await madeFolder(whole);
    const zip = join(await scratchFolder(), "memos-export-ann.zip");
    await writeFile(
      zip,
      zipOf(Object.entries(whole).map(([name, content]) => ({ name, content }))),
    );
    const [path, other] = kind === "zip" ? [zip, dir] : [dir, zip];
    const profile = await openProfile();
    const report = await imported(profile, path);
    expect(report.counts).toMatchObject({ new: 3 });
    expect(report.rows.filter(({ outcome }) => outcome !== "new").map(({ code }) => code)).toEqual([
      "others-reactions",
      "spaces",
    ]);
    const all = await profile.all();
    const first = all.find(({ pinned }) => pinned)!;
    const [shown, far] = await profile.filesOf(first.id);
    expect(first).toMatchObject({
      content: `Boats at #harbour/north\n![boat](/file/attachments/${shown!.id}/boat%3A%20one.png)`,
      createdMs: Date.UTC(2026, 2, 2, 14, 5, 11),
      updatedMs: Date.UTC(2026, 2, 2, 14, 20, 47, 500),
      visibility: "PUBLIC",
      location: { placeholder: "Pier", latitude: 52.5, longitude: 0 },
    });
    expect(String(await profile.bytesOf(shown!))).toBe("boat");
    expect(far).toMatchObject({
      filename: "far.pdf",
      externalLink: "https://files.example/far.pdf",
    });
    expect(await reactionsOf(profile, first.id)).toEqual(["👍"]);
    expect(all.find(({ parent }) => parent !== null)).toMatchObject({
      content: `a comment on [it](/memos/${first.id})`,
      parent: first.id,
    });
    const old = all.find(({ state }) => state === "ARCHIVED")!;
    expect(old).toMatchObject({ content: "of the crew", visibility: "PRIVATE" });
    const elements = await profile.database.read(({ memos }) => memos.elements([first.id]));
    expect((elements.get(first.id) ?? []).map(({ key }) => key)).toContain(old.id);
    expect((await imported(profile, other)).counts).toMatchObject({ new: 0, same: 3 });
  });

  test("reports damaged or missing parts, and yields the rest", async () => {
    const dir = await madeFolder({
      ...whole,
      "manifest.json": JSON.stringify({ ...manifest, counts: { memos: 11 } }),
      "memos/broken.json": "{",
      "memos/timeless.json": record("timeless", { createTime: "yesterday" }),
      "memos/textless.json": record("textless"),
      "memos/garbled.json": record("garbled"),
      "memos/garbled.md": new Uint8Array([0xff, 0xfe, 0x41]),
      "memos/theirs.json": record("theirs", { creator: "bob" }),
      "memos/theirs.md": "bob's",
      "memos/newer.json": record("newer", {
        state: "FROZEN",
        visibility: "FRIENDS",
        attachments: [
          file("gone", { path: "attachments/gone/x.png" }),
          file("cut", { path: picture, size: 5 }),
          file("up", { path: "../../secret" }),
          file("web", { externalLink: "http://files.example/x" }),
        ],
      }),
      "memos/newer.md": "of a version to come",
      "more/unknown.txt": "?",
    });
    const profile = await openProfile();
    const report = await imported(profile, dir, "Ann");
    expect(report.counts).toMatchObject({ new: 4 });
    const said = report.rows
      .filter(({ outcome }) => outcome !== "new")
      .map(({ code, path }) => `${code} ${path.replace(dir, "")}`);
    expect(said).toEqual([
      "broken memos/broken.json",
      "broken memos/timeless.json",
      "broken memos/garbled.json",
      ...Array<string>(4).fill("file memos/newer"),
      "broken memos/textless.json",
      "others-reactions memos/zfirst",
      "incomplete manifest.json",
      "others Notes",
      "spaces Notes",
      "no-note more/unknown.txt",
    ]);
    const newer = (await profile.all()).find(({ content }) => content === "of a version to come");
    expect(newer).toMatchObject({ state: "NORMAL", visibility: "PRIVATE" });
  });

  test("is rejected for another user, or with an unknown version", async () => {
    const dir = await madeFolder(whole);
    await expect(openImport(dir, { user: "bob" })).rejects.toThrow(
      "it has no user named bob; there is: ann",
    );
    for (const change of [
      { formatVersion: "2.0" },
      { scope: { kind: "INSTANCE" } },
      { scope: { kind: "SPACE", user: { username: "ann" } } },
    ]) {
      const other = await madeFolder({
        ...whole,
        "manifest.json": JSON.stringify({ ...manifest, ...change }),
      });
      await expect(openImport(other, { user: null })).rejects.toThrow(
        "manifest.json: it isn't one person's memos export",
      );
    }
    // Another program's manifest beside notes is ignored.
    const notes = await madeFolder({ "manifest.json": `{"name":"app"}`, "a.md": "a note" });
    expect((await imported(await openProfile(), notes)).counts).toMatchObject({ new: 1 });
  });
});
