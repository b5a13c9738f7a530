import { accountKey } from "@tidemark/core/sync/device";
import { expect, test } from "vitest";
import { imported } from "./imported.ts";
import { madeFolder } from "./made-folder.ts";
import { openProfile } from "./open-profile.ts";

test("A26 · memos imported into a profile with an account are queued, files before their memos", async () => {
  const profile = await openProfile();
  await profile.database.write(({ meta }) => meta.set(accountKey, profile.owner.name));
  const dir = await madeFolder({
    "a.md": "one [b](b.md)",
    "b.md": "two ![](p.bin)",
    "p.bin": "bytes",
  });
  expect((await imported(profile, dir)).counts).toMatchObject({ new: 2, problems: 0 });
  const waiting = await profile.database.read(async ({ outbox, blobUploads }) => ({
    kinds: (await outbox.pending(100)).map(({ op }) => op.kind),
    uploads: (await blobUploads.list(10)).length,
  }));
  expect(waiting.uploads).toBe(1);
  expect(waiting.kinds.filter((kind) => kind === "memo.put")).toHaveLength(2);
  // The link to a later memo is queued as its own reference, or as part of a pending operation.
  const [one] = (await profile.all()).filter(({ content }) => content.startsWith("# a"));
  const elements = await profile.database.read(({ memos }) => memos.elements([one!.id]));
  expect(elements.get(one!.id)).toHaveLength(1);
});

test("a file that is too large is reported once, by the plan", async () => {
  const profile = await openProfile({ uploadBytes: 10 });
  const dir = await madeFolder({ "a.md": "![](large.bin)", "large.bin": "x".repeat(20) });
  const report = await imported(profile, dir);
  expect(report.rows.filter(({ code }) => code === "file")).toEqual([
    expect.objectContaining({
      words: 'its file "large.bin" was skipped: it is 20 bytes, and a file has at most 10',
    }),
  ]);
  expect(report.counts).toMatchObject({ new: 1, problems: 1 });
});
