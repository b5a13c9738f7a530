import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "@tidemark/core/router";
import { describe, expect, test } from "vitest";
import { openHost } from "./open-host.ts";

async function withApp(act: (app: App) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-tasks-"));
  const host = await openHost({ dir });
  try {
    await act(host.app);
  } finally {
    await host.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function write(app: App, content: string): Promise<string> {
  const made = await app.createMemo({ content });
  if (!made.ok) throw new Error(made.error.message);
  return made.value.id;
}

/** Returns the groups of all pages, each with its tag and the first lines of its memos. */
async function groupsOf(app: App, pageSize: number, search = "") {
  const groups: { tag: string | null; memos: string[] }[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<App["tasks"]["byTag"]>> = await app.tasks.byTag({
      search,
      pageSize,
      cursor,
    });
    if (!page.ok) throw new Error(page.error.message);
    for (const { tag, memos } of page.value.groups) {
      const texts = memos.map(({ content }) => content.split("\n", 1)[0] ?? "");
      const last = groups.at(-1);
      if (last?.tag === tag) last.memos.push(...texts);
      else groups.push({ tag, memos: texts });
    }
    cursor = page.value.nextCursor;
  } while (cursor !== null);
  return groups;
}

describe("A19 · tasks by tag", () => {
  test("are grouped by each task's tag, untagged ones last, with any page size", async () => {
    await withApp(async (app) => {
      await write(app, "one #boat #winter\n\n- [ ] crane\n- [ ] sails #loft");
      await write(app, "two #boat\n\n- [ ] engine");
      await write(app, "three #boat\n\n- [x] done");
      await write(app, "four\n\n- [ ] loose\n- [ ] tied #boat");
      await write(app, "five #away\n\n- [ ] gone");
      const all = await groupsOf(app, 50);
      expect(all).toEqual([
        { tag: "away", memos: ["five #away"] },
        { tag: "boat", memos: ["four", "two #boat", "one #boat #winter"] },
        { tag: "loft", memos: ["one #boat #winter"] },
        { tag: null, memos: ["four"] },
      ]);
      for (const pageSize of [1, 2, 3]) expect(await groupsOf(app, pageSize)).toEqual(all);
      expect(await groupsOf(app, 50, "engine")).toEqual([{ tag: "boat", memos: ["two #boat"] }]);
      expect(await app.counts()).toMatchObject({ openTasks: 6, openTaskMemos: 4 });
      expect(await app.tasks.byTag({ search: "", pageSize: 5, cursor: "nowhere" })).toMatchObject({
        error: { code: "INVALID_ARGUMENT" },
      });
    });
  });
});

describe("A20 · emptying the trash", () => {
  test("purges everything in it, in batches, and nothing else", async () => {
    await withApp(async (app) => {
      const kept = await write(app, "kept");
      const ids: string[] = [];
      for (let n = 0; n < 120; n += 1) ids.push(await write(app, `thrown away ${n}`));
      await app.trashMemos(ids);
      expect(await app.emptyTrash()).toEqual({ ok: true, value: 120 });
      expect(await app.counts()).toMatchObject({ normal: 1, trashed: 0 });
      expect(await app.getMemo(ids[7] ?? "")).toMatchObject({ error: { code: "NOT_FOUND" } });
      expect(await app.getMemo(kept)).toMatchObject({ value: { content: "kept" } });
      expect(await app.emptyTrash()).toEqual({ ok: true, value: 0 });
    });
  });

  test("F33 · lists the most recently trashed memo first", async () => {
    await withApp(async (app) => {
      const [first, second] = [await write(app, "first"), await write(app, "second")];
      await app.trashMemos([second]);
      const thenMs = Date.now();
      await expect.poll(() => Date.now()).toBeGreaterThan(thenMs);
      await app.trashMemos([first]);
      const listed = await app.listMemos({
        view: "trash",
        search: "",
        tag: null,
        pinned: null,
        pageSize: 10,
      });
      expect(listed.ok && listed.value.memos.map(({ id }) => id)).toEqual([first, second]);
    });
  });
});
