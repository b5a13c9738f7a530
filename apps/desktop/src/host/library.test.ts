import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import type { LibraryKind } from "@tidemark/core/router";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openHost } from "./open-host.ts";

async function start() {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-library-"));
  const { app, files, close } = await openHost({ dir });
  onTestFinished(async () => {
    await close();
    await rm(dir, { recursive: true, force: true });
  });
  return {
    app,
    async upload(filename: string, type = "text/plain", content = filename): Promise<string> {
      const body = async function* () {
        yield Buffer.from(content);
      };
      const url = `/files?filename=${filename}&type=${type}&size=${Buffer.byteLength(content)}`;
      const reply = await files({ method: "POST", url, headers: {}, body: body() });
      const bytes = await Array.fromAsync(reply.body ?? []);
      return parseJson(z.looseObject({ id: z.string() }), Buffer.concat(bytes).toString()).id;
    },
    /** Returns the file names on all pages of a kind. */
    async names(kind: LibraryKind, { name = "", pageSize = 2 } = {}): Promise<string[]> {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof app.library.list>> = await app.library.list({
          kind,
          name,
          order: "time",
          pageSize,
          cursor,
        });
        if (!page.ok) throw new Error(page.error.message);
        found.push(...page.value.files.map(({ filename }) => filename));
        cursor = page.value.nextCursor;
      } while (cursor !== null);
      return found;
    },
  };
}

function value<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe("the library", () => {
  test("lists the files of each kind, newest first, with the memo of each", async () => {
    const { app, upload, names } = await start();
    const ids = [
      await upload("a.txt"),
      await upload("b.txt"),
      await upload("c.txt"),
      await upload("tide.ogg", "audio/ogg"),
    ];
    const memo = value(await app.createMemo({ content: "All of them", attachments: ids }));
    expect(await names("documents")).toEqual(["c.txt", "b.txt", "a.txt"]);
    expect(await names("documents", { name: "B.T" })).toEqual(["b.txt"]);
    expect(await names("audio")).toEqual(["tide.ogg"]);
    expect(await names("media")).toEqual([]);
    expect(await app.library.sizes()).toEqual({
      media: { count: 0, bytes: 0 },
      audio: { count: 1, bytes: 8 },
      documents: { count: 3, bytes: 15 },
      unused: { count: 0, bytes: 0, isMore: false },
      hereBytes: null,
    });
    const asked = { kind: "audio", order: "size", name: "", pageSize: 1 } as const;
    const first = (): Promise<unknown> =>
      app.library.list(asked).then((page) => value(page).files[0]?.memo);
    expect(await first()).toEqual({
      id: memo.id,
      line: "All of them",
      tags: [],
      state: "NORMAL",
      isTrashed: false,
    });
    await app.trashMemos([memo.id]);
    expect(await first()).toMatchObject({ isTrashed: true });
  });

  test("counts files as unused if no memo, draft or text refers to them", async () => {
    const { app, upload, names } = await start();
    const used = await upload("used.txt");
    const inTrash = await upload("trash.txt");
    const waits = await upload("draft.txt");
    const inText = await upload("text.txt");
    const inDraft = await upload("draft-text.txt");
    const loose = [await upload("one.txt"), await upload("two.txt"), await upload("three.txt")];
    value(await app.createMemo({ content: "used", attachments: [used] }));
    const trashed = value(await app.createMemo({ content: "trash", attachments: [inTrash] }));
    await app.trashMemos([trashed.id]);
    await app.attachments.setDraft("", [waits]);
    await app.setDraft("x", `![it](/file/attachments/${inDraft}/draft-text.txt)`);
    const text = `[it](/file/attachments/${inText}/text.txt)`;
    const naming = value(await app.createMemo({ content: text }));
    expect(await names("unused", { pageSize: 1 })).toEqual(["three.txt", "two.txt", "one.txt"]);
    expect(await app.library.unused()).toEqual({
      ids: loose.toReversed(),
      bytes: 23,
      isMore: false,
    });
    await app.trashMemos([naming.id]);
    await app.purgeMemos([naming.id]);
    await app.setDraft("x", "");
    await app.attachments.setDraft("", []);
    expect((await names("unused")).toSorted()).toEqual([
      "draft-text.txt",
      "draft.txt",
      "one.txt",
      "text.txt",
      "three.txt",
      "two.txt",
    ]);
  });

  test("removes files that are still unused, and keeps those attached meanwhile", async () => {
    const { app, upload, names } = await start();
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await upload(`f${n}.txt`));
    value(await app.createMemo({ content: "in time", attachments: [ids[2]!] }));
    expect(value(await app.library.removeUnused([...ids, "gone"]))).toBe(4);
    expect(await names("unused")).toEqual([]);
    expect(await names("documents")).toEqual(["f2.txt"]);
  });

  test("doesn't remove a file that is attached at the same time", async () => {
    const { app, upload, names } = await start();
    for (let n = 0; n < 10; n += 1) {
      const id = await upload(`f${n}.txt`);
      const [removed, used] = await Promise.all([
        app.library.removeUnused([id]),
        app.createMemo({ content: "in time", attachments: [id] }),
      ]);
      // Either call may win. If the memo was created, it has its file.
      expect([value(removed), used.ok]).toEqual(used.ok ? [0, true] : [1, false]);
      expect(await names("documents", { name: `f${n}.` })).toHaveLength(used.ok ? 1 : 0);
    }
  });
});
