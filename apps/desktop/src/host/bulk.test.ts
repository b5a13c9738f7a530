import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appRouter } from "@tidemark/core/router";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "./open-host.ts";

/** Opens the app router over a real profile, as the page calls it. */
async function openApp() {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-bulk-"));
  const host = await openHost({ dir });
  onTestFinished(async () => {
    await host.close();
    await rm(dir, { recursive: true });
  });
  return appRouter.createCaller({ app: host.app });
}

type Placed = Awaited<ReturnType<Awaited<ReturnType<typeof openApp>>["bulk"]["update"]>>;
type Placing = Parameters<Awaited<ReturnType<typeof openApp>>["bulk"]["update"]>[0]["memos"][0];

/** Returns the update that undoes another, as the page sends it. */
const undoOf = ({ done }: Placed, set: Placing["set"]) => ({
  memos: done.map(({ id, before }) => ({ id, set: before, ifNow: set })),
});

test("changes many memos at once, and restores each to its previous values", async () => {
  const { memos, bulk } = await openApp();
  const pinned = await memos.create({ content: "One", pinned: true });
  const open = await memos.create({ content: "Two", visibility: "PROTECTED" });
  const plain = await memos.create({ content: "Three" });
  const ids = [pinned.id, open.id, plain.id];
  const set = { visibility: "PUBLIC", pinned: true } as const;
  const placed = await bulk.update({ memos: ids.map((id) => ({ id, set })) });
  expect(placed).toEqual({
    done: [
      { id: pinned.id, before: { visibility: "PRIVATE" } },
      { id: open.id, before: { visibility: "PROTECTED", pinned: false } },
      { id: plain.id, before: { visibility: "PRIVATE", pinned: false } },
    ],
    left: [],
  });
  await bulk.update({
    memos: placed.done.map(({ id, before }) => ({ id, set: before })),
  });
  for (const memo of [pinned, open, plain]) {
    expect(await memos.get({ id: memo.id })).toMatchObject({
      pinned: memo.pinned,
      visibility: memo.visibility,
    });
  }
});

test("undo keeps later changes, and skips purged memos", async () => {
  const { memos, bulk } = await openApp();
  const made = [];
  for (const content of ["Read", "Chosen again", "Written on", "Purged"]) {
    made.push(await memos.create({ content }));
  }
  const [read, chosen, written, purged] = made.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ];
  const set = { visibility: "PUBLIC" } as const;
  const placed = await bulk.update({ memos: made.map(({ id }) => ({ id, set })) });
  await memos.update({ id: chosen, patch: { visibility: "PROTECTED" } });
  await memos.update({ id: written, patch: { content: "Written on, and on" } });
  await memos.trash({ ids: [purged] });
  await memos.purge({ ids: [purged] });
  const back = await bulk.update(undoOf(placed, set));
  expect(back.done.map(({ id }) => id)).toEqual([read, written]);
  expect(back.left.map(({ id, error }) => [id, error.code])).toEqual([
    [chosen, "FAILED_PRECONDITION"],
    [purged, "NOT_FOUND"],
  ]);
  expect((await memos.get({ id: chosen })).visibility).toBe("PROTECTED");
  expect(await memos.get({ id: written })).toMatchObject({
    content: "Written on, and on",
    visibility: "PRIVATE",
  });
});

test("a comment can't be archived, but can be trashed", async () => {
  const { memos, bulk } = await openApp();
  const parent = await memos.create({ content: "Above" });
  const { id } = await memos.create({ content: "Below", parent: parent.id });
  const archived = await bulk.update({
    memos: [parent.id, id].map((each) => ({ id: each, set: { state: "ARCHIVED" } })),
  });
  expect(archived.done).toEqual([{ id: parent.id, before: { state: "NORMAL" } }]);
  expect(archived.left).toMatchObject([{ id, error: { code: "FAILED_PRECONDITION" } }]);
  const trashed = await bulk.update({ memos: [{ id, set: { isTrashed: true } }] });
  expect(trashed.done).toEqual([{ id, before: { isTrashed: false } }]);
});

test("a memo can't be trashed and changed otherwise in one update", async () => {
  const { memos, bulk } = await openApp();
  const { id } = await memos.create({ content: "One" });
  const { done, left } = await bulk.update({
    memos: [{ id, set: { isTrashed: true, pinned: true } }],
  });
  expect([done, left]).toMatchObject([[], [{ id, error: { code: "INVALID_ARGUMENT" } }]]);
  expect(await memos.get({ id })).toMatchObject({ pinned: false, deletedMs: null });
});

test("a thousand memos are trashed and restored without blocking other calls", async () => {
  const { memos, bulk } = await openApp();
  const ids: string[] = [];
  for (let n = 0; n < 1000; n += 1) ids.push((await memos.create({ content: `Memo ${n}` })).id);
  const other = await memos.create({ content: "Typed in meanwhile" });
  let isOver = false;
  const running = bulk
    .update({ memos: ids.map((id) => ({ id, set: { isTrashed: true } })) })
    .finally(() => (isOver = true));
  let typed = 0;
  while (!isOver) {
    await memos.update({ id: other.id, patch: { content: `Typed ${(typed += 1)}` } });
  }
  const { done, left } = await running;
  expect([done.length, left.length]).toEqual([1000, 0]);
  expect(typed).toBeGreaterThan(5);
  expect(await memos.counts()).toMatchObject({ normal: 1, trashed: 1000 });
  await bulk.update(undoOf({ done, left }, { isTrashed: true }));
  expect(await memos.counts()).toMatchObject({ normal: 1001, trashed: 0 });
});
