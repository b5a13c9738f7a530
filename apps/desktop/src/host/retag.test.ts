import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appRouter } from "@tidemark/core/router";
import { fromBase64, textUpdateTo, toBase64 } from "@tidemark/core/text";
import { describe, expect, onTestFinished, test } from "vitest";
import { openHost } from "./open-host.ts";

/** Opens the app router over a real profile, as the page calls it. */
async function openApp() {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-retag-"));
  const host = await openHost({ dir });
  onTestFinished(async () => {
    await host.close();
    await rm(dir, { recursive: true });
  });
  return appRouter.createCaller({ app: host.app });
}

const appCode = (code: string) => ({ cause: { error: { code } } });

type Retagged = Awaited<ReturnType<Awaited<ReturnType<typeof openApp>>["memos"]["retag"]>>;

const asDone = (done: Retagged) => ({
  memos: done.map(({ memo, steps }) => ({ id: memo.id, seenIn: memo.content, steps })),
});

describe("A18 · the tags of memos", () => {
  test("are changed in all memos at once, and changed back", async () => {
    const { memos } = await openApp();
    const texts = ["Sail", "Wind\n\n#sea\n", "the #sea #boat"];
    const made = await Promise.all(texts.map((content) => memos.create({ content })));
    const ids = made.map(({ id }) => id);
    const done = await memos.retag({ ids, add: ["#boat"], remove: ["sea"] });
    expect(done.map(({ memo }) => [memo.content, memo.tags])).toEqual([
      ["Sail\n\n#boat", ["boat"]],
      ["Wind\n\n#boat\n", ["boat"]],
      ["the sea #boat", ["boat"]],
    ]);
    expect(await memos.tags()).toMatchObject([{ tag: "boat", count: 3 }]);
    const back = await memos.undoRetag(asDone(done));
    expect(back.map(({ content }) => content)).toEqual(texts);
    expect(await memos.tags()).toMatchObject([
      { tag: "sea", count: 2 },
      { tag: "boat", count: 1 },
    ]);
  });

  test("A18a · merge with text typed meanwhile in an open editor", async () => {
    const { memos, text } = await openApp();
    const { id } = await memos.create({ content: "Sail\n\n#sea" });
    const { gen, state, content } = await text.open({ id });
    const update = textUpdateTo(
      { memo: id, content, text: { gen, state: fromBase64(state) } },
      "Mend the sail\n\n#sea",
      77,
    );
    const done = await memos.retag({ ids: [id], add: ["boat"], remove: [] });
    await text.push({ id, gen, update: toBase64(update!), session: 77 });
    expect((await memos.get({ id })).content).toBe("Mend the sail\n\n#sea #boat");
    const [back] = await memos.undoRetag(asDone(done));
    expect(back?.content).toBe("Mend the sail\n\n#sea");
  });

  test("are updated in an open editor", async () => {
    const { memos, text } = await openApp();
    const { id } = await memos.create({ content: "Sail" });
    const { gen } = await text.open({ id });
    const changes = (await text.watch({ id, session: 77 }))[Symbol.asyncIterator]();
    await changes.next();
    await memos.retag({ ids: [id], add: ["boat"], remove: [] });
    const { value } = await changes.next();
    expect(value).toMatchObject({ gen });
    await changes.return?.(undefined);
  });

  test("are all left unchanged if one memo can't be changed", async () => {
    const { memos } = await openApp();
    const one = await memos.create({ content: "Sail" });
    const trashed = await memos.create({ content: "Wind" });
    await memos.trash({ ids: [trashed.id] });
    const change = { ids: [one.id, trashed.id], add: ["boat"], remove: [] };
    await expect(memos.retag(change)).rejects.toMatchObject(appCode("NOT_FOUND"));
    expect((await memos.get({ id: one.id })).content).toBe("Sail");
    expect(await memos.tags()).toEqual([]);
  });

  test("are validated, and adding an existing tag writes nothing", async () => {
    const { memos } = await openApp();
    const { id } = await memos.create({ content: "Sail #boat" });
    const add = (tag: string) => memos.retag({ ids: [id], add: [tag], remove: [] });
    await expect(add("the boat")).rejects.toMatchObject(appCode("INVALID_ARGUMENT"));
    const before = await memos.get({ id });
    const [done] = await add("boat");
    expect(done).toEqual({ memo: before, steps: [] });
  });

  test("are changed in an archived memo, like its text", async () => {
    const { memos } = await openApp();
    const { id } = await memos.create({ content: "Sail" });
    await memos.update({ id, patch: { state: "ARCHIVED" } });
    const [done] = await memos.retag({ ids: [id], add: ["boat"], remove: [] });
    expect(done?.memo).toMatchObject({ content: "Sail\n\n#boat", state: "ARCHIVED" });
  });
});
