import { QueryClient } from "@tanstack/react-query";
import type { MemoView } from "@tidemark/core/router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import type { TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { setUi } from "../../state/ui-state.ts";
import { offerTrash } from "./offer-trash.ts";

beforeEach(() => useFeedback.setState({ snackbars: [], undoable: [] }));
afterEach(() => setUi({ editingId: null }));

async function leave(more: Partial<MemoView>, before = "Buy bread") {
  const memo = memoView({ id: "m1", content: " \n", ...more });
  const get = vi.fn(async () => memo);
  const update = vi.fn(async () => memo);
  const trash = vi.fn();
  const client = {
    memos: { get: { query: get }, update: { mutate: update } },
  } as unknown as TidemarkClient;
  await offerTrash(client, new QueryClient(), { id: "m1", before }, trash);
  return { get, update, trash };
}

const messages = () => useFeedback.getState().snackbars;

test("a memo that was left without text offers the trash, and `z` restores the text", async () => {
  const { trash, update } = await leave({});
  expect(messages()).toMatchObject([
    { text: "This memo is now empty.", undoLabel: "Move to trash" },
  ]);
  expect(trash).not.toHaveBeenCalled();
  useFeedback.getState().undo();
  await vi.waitFor(() =>
    expect(update).toHaveBeenCalledWith({ id: "m1", patch: { content: "Buy bread" } }),
  );
  expect(trash).not.toHaveBeenCalled();
  useFeedback.getState().undo(messages()[0]?.id);
  expect(trash).toHaveBeenCalledWith("m1");
});

test("a text that was written since isn't replaced by undo", async () => {
  const { get, update } = await leave({});
  get.mockResolvedValue(memoView({ id: "m1", content: "Written elsewhere" }));
  useFeedback.getState().undo();
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(2));
  expect(update).not.toHaveBeenCalled();
});

test("a memo that was empty before has no text to restore", async () => {
  await leave({}, "");
  expect(messages()).toHaveLength(1);
  expect(useFeedback.getState().undoable).toEqual([]);
});

const file = { id: "f1", filename: "quay.png" } as MemoView["attachments"][number];

test.each([
  ["has a text", { content: "Buy milk" }],
  ["has files", { attachments: [file] }],
  ["is in the trash", { deletedMs: 1 }],
  ["is somebody else's", { author: "bea" }],
])("nothing is offered for a memo that %s", async (_, more) => {
  await leave(more);
  expect(messages()).toEqual([]);
});

test("nothing is offered while the memo is edited again", async () => {
  setUi({ editingId: "m1" });
  await leave({});
  expect(messages()).toEqual([]);
});
