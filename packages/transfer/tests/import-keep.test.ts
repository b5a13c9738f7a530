import { describe, expect, test } from "vitest";
import { imported } from "./imported.ts";
import { madeFolder } from "./made-folder.ts";
import { zipFile } from "./made-zip.ts";
import { openProfile } from "./open-profile.ts";
import { keepNotes } from "./samples/keep-notes.ts";
import { realSamples } from "./samples/real-samples.ts";

const usual = { isTrashed: false, isPinned: false, isArchived: false, color: "DEFAULT" };
const note = (fields: object): string => JSON.stringify({ ...usual, ...fields });

describe("Google Keep", () => {
  test("yields lists as tasks, labels as tags, files, states and times, and reports losses", async () => {
    const folder = "Takeout/Google Notizen";
    const dir = await madeFolder({
      [`${folder}/List.json`]: note({
        title: "Two\nlines",
        listContent: [
          { text: "one", isChecked: true },
          { text: "two\nlines", isChecked: false },
        ],
        labels: [{ name: "to buy" }, { name: "Zuhause" }],
        isPinned: true,
        color: "RED",
        createdTimestampUsec: 1690372692755000,
        userEditedTimestampUsec: 1690866308447000,
      }),
      [`${folder}/List.html`]: "<html>the same</html>",
      [`${folder}/Labels.txt`]: "to buy",
      [`${folder}/Photo.json`]: note({
        textContent: "see https://a.example/x",
        attachments: [
          { filePath: "p.jpeg", mimetype: "image/jpeg" },
          { filePath: "gone.png", mimetype: "image/png" },
        ],
        annotations: [
          { url: "https://a.example/x", title: "known" },
          { url: "https://b.example/y", title: "a [page]" },
        ],
        isArchived: true,
        userEditedTimestampUsec: 1600000000000000,
      }),
      [`${folder}/p.jpg`]: "picture",
      [`${folder}/Bin.json`]: note({ textContent: "gone", isTrashed: true }),
      [`${folder}/Broken.json`]: '{"title":',
      [`${folder}/stray.pdf`]: "pdf",
      "Takeout/Other/settings.json": "{}",
    });
    const profile = await openProfile();
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 2, same: 0, skipped: 3, problems: 2 });
    const [photo, list] = await profile.all();
    expect(list).toMatchObject({
      content: "# Two lines\n\n- [x] one\n- [ ] two lines\n\n#to-buy #Zuhause",
      pinned: true,
      createdMs: 1690372692755,
      updatedMs: 1690866308447,
    });
    expect(photo).toMatchObject({
      content: "see https://a.example/x\n\n[a \\[page\\]](<https://b.example/y>)",
      state: "ARCHIVED",
      createdMs: 1600000000000,
    });
    const [file] = await profile.filesOf(photo!.id);
    expect(file).toMatchObject({ filename: "p.jpg", type: "image/jpeg" });
    expect((await imported(profile, dir)).counts).toMatchObject({ new: 0, same: 2 });
  });

  test("keeps formatted text, and shows plain text as it was written", async () => {
    const dir = await madeFolder({
      "Takeout/Keep/a.json": note({
        title: "Formatted",
        textContent: "Bold word and a slanted one\nHeading line",
        textContentHtml:
          '<p dir="ltr"><b>Bold</b> word and a <span style="font-style:italic">slanted</span> one</p><h1 dir="ltr">Heading line</h1>',
        createdTimestampUsec: 1,
      }),
      "Takeout/Keep/b.json": note({
        textContent: "# of eggs: 12\n1986. A great year\n$5 or $6$",
        textContentHtml: "<p>other words</p>",
        createdTimestampUsec: 2000,
      }),
    });
    const profile = await openProfile();
    await imported(profile, dir);
    expect((await profile.all()).map(({ content }) => content)).toEqual([
      "# Formatted\n\n**Bold** word and a *slanted* one\n\n# Heading line",
      "\\# of eggs: 12\n1986\\. A great year\n\\$5 or \\$6\\$",
    ]);
  });

  test("finds files of one stem by their kind", async () => {
    const dir = await madeFolder({
      "Takeout/Keep/a.json": note({
        textContent: "both",
        attachments: [
          { filePath: "77cd.jpeg", mimetype: "image/jpeg" },
          { filePath: "77cd.3gp", mimetype: "audio/3gp" },
        ],
      }),
      "Takeout/Keep/77cd.jpg": "picture",
      "Takeout/Keep/77cd.m4a": "sound",
    });
    const profile = await openProfile();
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 1, same: 0, skipped: 0, problems: 0 });
    const [memo] = await profile.all();
    const files = await profile.filesOf(memo!.id);
    expect(files.map(({ filename }) => filename)).toEqual(["77cd.jpg", "77cd.m4a"]);
  });

  test("reports each unreadable note, and imports the others", async () => {
    const spoilt = note({ textContent: "spoilt" });
    const file = await zipFile([
      { name: "Takeout/Keep/Good.json", content: note({ textContent: "whole" }) },
      { name: "Takeout/Keep/Broken.json", content: '{"title":' },
      { name: "Takeout/Keep/Other.json", content: '{"title":"no note"}' },
      { name: "Takeout/Keep/Spoilt.json", content: spoilt, declaredBytes: spoilt.length + 1 },
    ]);
    const profile = await openProfile();
    const { rows } = await imported(profile, file);
    expect(rows.filter(({ outcome }) => outcome === "problem")).toEqual([
      expect.objectContaining({ path: "Keep/Broken.json", code: "broken" }),
      expect.objectContaining({ path: "Keep/Other.json", code: "broken" }),
      expect.objectContaining({ path: "Keep/Spoilt.json", code: "broken" }),
    ]);
    expect((await profile.all()).map(({ content }) => content)).toEqual(["whole"]);
  });

  test("without any note is rejected with a list of its files", async () => {
    const dir = await madeFolder({ "Keep/Broken.json": '{"title":', "Keep/Other.json": "[]" });
    const profile = await openProfile();
    await expect(imported(profile, dir)).rejects.toThrow(
      /: Keep\/Broken\.json, Keep\/Other\.json$/,
    );
  });

  const exports = [
    {
      name: "of our own",
      open: () => madeFolder(keepNotes),
      counts: { new: 11, binned: 1, broken: 1, missing: 3 },
    },
    ...realSamples("import-samples/google-keep").map((path) => ({
      name: "of others",
      open: async () => path,
      counts: { new: 13, binned: 1, broken: 1, missing: 5 },
    })),
  ];

  test.each(exports)(
    "exports $name are imported in full, and broken notes and missing pictures are reported",
    async ({ open, counts }) => {
      const profile = await openProfile();
      const report = await imported(profile, await open());
      expect(report.counts).toMatchObject({ new: counts.new, same: 0 });
      const codes = report.rows.map(({ code }) => code).filter((code) => code !== "");
      expect(codes.filter((code) => code === "binned")).toHaveLength(counts.binned);
      expect(codes.filter((code) => code === "broken")).toHaveLength(counts.broken);
      expect(codes.filter((code) => code === "no-file")).toHaveLength(counts.missing);
      const labelled = (await profile.all()).find(({ content }) =>
        content.startsWith("# Labelled"),
      );
      expect(labelled!.tags).toEqual(
        expect.arrayContaining([
          "label",
          "hyphenated-label",
          "Underscored_Label",
          "label-with-spaces",
        ]),
      );
      const texts = (await profile.all()).map(({ content }) => content);
      expect(texts).toContainEqual(expect.stringContaining("- [ ] Second sub-item"));
    },
  );
});
