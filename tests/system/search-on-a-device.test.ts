import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SearchScope } from "@tidemark/core/router";
import { expect, test } from "vitest";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";

test("F8 · a search covers its scope, counts its hits, and is stored on the device", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-search-"));
  let host = await openHost({ dir });
  try {
    const write = async (content: string, parent?: string): Promise<string> => {
      const made = await host.app.createMemo({
        content,
        ...(parent === undefined ? {} : { parent }),
      });
      if (!made.ok) throw new Error(made.error.message);
      return made.value.id;
    };
    const open = await write("fog on the river #sea");
    const archived = await write("fog in the archive");
    const trashed = await write("fog in the trash");
    await write("a tag alone #sea");
    const comment = await write("more fog below", open);
    const inner = await write("fog under fog", comment);
    await write("fog on what is trashed", trashed);
    await host.app.updateMemo(archived, { state: "ARCHIVED" });
    await host.app.trashMemos([trashed]);

    const ask = { view: "timeline", search: "fog", tag: "sea", pinned: null, pageSize: 2 } as const;
    const found = async (scope: SearchScope, search = "fog"): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page = await host.app.listMemos({ ...ask, scope, search, cursor });
        if (!page.ok) throw new Error(page.error.message);
        ids.push(...page.value.memos.map(({ id }) => id));
        cursor = page.value.nextCursor;
      }
      const count = await host.app.countMemos({ ...ask, scope, search });
      expect(count, scope).toEqual({ ok: true, value: { count: ids.length, isMore: false } });
      return ids;
    };
    expect(await found("view")).toEqual([open]);
    expect(await found("all")).toEqual([inner, comment, archived, open]);
    expect(await found("all", "fog #sea")).toEqual([open]);
    expect(await found("archive")).toEqual([archived]);
    expect(await found("trash")).toEqual([trashed]);
    expect(await found("comments")).toEqual([inner, comment]);
    expect(await found("all", "fog has:banana")).toEqual(await found("all"));
    const page = await host.app.listMemos({ ...ask, scope: "comments" });
    expect(page).toMatchObject({
      value: {
        parents: expect.arrayContaining([
          { id: open, snippet: "fog on the river #sea", tags: ["sea"] },
        ]),
      },
    });
    expect(await host.app.countMemos({ ...ask, scope: "all", search: "= tag" })).toMatchObject({
      ok: false,
    });

    const { searches } = host.app;
    await searches.keep("leek", null);
    await searches.keep("leek soup", "leek");
    for (let n = 0; n < 10; n += 1) await searches.keep(`word ${n}`, null);
    await searches.keep("WORD 3 ", null);
    await host.close();
    host = await openHost({ dir });
    const kept = await host.app.searches.list();
    expect(kept).toEqual(["WORD 3", ...[9, 8, 7, 6, 5, 4, 2, 1, 0].map((n) => `word ${n}`)]);
    await host.app.searches.remove("word 9");
    expect(await host.app.searches.list()).toEqual(kept.toSpliced(1, 1));
    await host.app.searches.remove(null);
    expect(await host.app.searches.list()).toEqual([]);
  } finally {
    await host.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
