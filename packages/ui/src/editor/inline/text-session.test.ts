import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { fromBase64, toBase64 } from "@tidemark/core/text";
import { TRPCClientError } from "@trpc/client";
import type { TidemarkClient } from "../../data/client.tsx";
import {
  openTextSession,
  type TextDocument,
  type TextSessionEvents,
  type TextTransport,
} from "./text-session.ts";
import { saverApart } from "./use-text-session.ts";

/** Host with one document, which can be made to fail. */
function fakeHost(content: string) {
  const doc = new Y.Doc();
  doc.getText("content").insert(0, content);
  const watchers = new Set<(document: TextDocument) => void>();
  const host = {
    doc,
    gen: 1,
    pushes: [] as string[],
    isDown: false,
    state: (): TextDocument => ({
      gen: host.gen,
      state: toBase64(Y.encodeStateAsUpdate(doc)),
    }),
    notify: () => watchers.forEach((watcher) => watcher(host.state())),
    content: () => doc.getText("content").toString(),
    watcherCount: () => watchers.size,
  };
  const transport: TextTransport = {
    open: () => Promise.resolve(host.state()),
    push({ gen, update }) {
      if (host.isDown || gen !== host.gen) return Promise.reject(new Error("down"));
      host.pushes.push(update);
      Y.applyUpdate(doc, fromBase64(update));
      return Promise.resolve();
    },
    saveApart: () => Promise.resolve(false),
    moveCaret: () => undefined,
    watch(_has, onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
  return { host, transport };
}

const quiet: TextSessionEvents = {
  onRemoteEdit: () => undefined,
  onReplaced: () => undefined,
  onSendFailed: () => undefined,
};
/** Origin of edits, tracked by the undo manager like that of the editor's binding. */
const editor = { name: "editor" };

test("the text of a memo that was deleted elsewhere becomes one new memo, and follows the typing", async () => {
  const create = vi.fn(async (_memo: unknown) => ({ id: "new" }));
  const update = vi.fn(async (_patch: unknown) => ({}));
  const memos = { create: { mutate: create }, update: { mutate: update } };
  const save = saverApart({ memos } as unknown as TidemarkClient);
  const gone = refusal("NOT_FOUND");
  expect(await save("Hello", refusal("FAILED_PRECONDITION"))).toBe(false);
  expect(await save(" ", gone)).toBe(true);
  expect(create).not.toHaveBeenCalled();
  expect(await save("Hello", gone)).toBe(true);
  expect(await save("Hello there", gone)).toBe(true);
  expect(create).toHaveBeenCalledExactlyOnceWith({ content: "Hello" });
  expect(update).toHaveBeenCalledExactlyOnceWith({
    id: "new",
    patch: { content: "Hello there" },
  });
});

function refusal(code: string): Error {
  const app = { type: "app-error", code, message: "refused", fields: [] };
  return TRPCClientError.from({
    error: { message: "refused", code: -32600, data: { app } },
  } as unknown as Error);
}

describe("a text session", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("saves its text apart once the memo was deleted elsewhere, also what is typed then", async () => {
    const { host, transport } = fakeHost("Hello");
    const apart: string[] = [];
    const failed = vi.fn();
    const session = await openTextSession(
      {
        ...transport,
        saveApart: async (content) => {
          apart.push(content);
          return true;
        },
      },
      { ...quiet, onSendFailed: failed },
    );
    host.isDown = true;
    session.text.insert(5, " there");
    await session.flush();
    expect(session.kept.state).toBe("kept");
    session.text.insert(11, ", and on");
    expect(await session.close()).toBe("Hello there, and on");
    expect(apart).toEqual(["Hello there", "Hello there, and on"]);
    expect(failed).not.toHaveBeenCalled();
  });

  test("shows the document's text", async () => {
    const { transport } = fakeHost("Hello");
    const session = await openTextSession(transport, quiet);
    expect(session.text.toString()).toBe("Hello");
  });

  test("sends the edits of 250 ms as one batch", async () => {
    const { host, transport } = fakeHost("Hello");
    const { text } = await openTextSession(transport, quiet);
    text.insert(5, ",");
    await vi.advanceTimersByTimeAsync(100);
    text.insert(6, " tide");
    expect(host.pushes).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(150);
    expect(host.pushes).toHaveLength(1);
    expect(host.content()).toBe("Hello, tide");
  });

  test("sends pending edits when it is closed, and ignores later changes", async () => {
    const { host, transport } = fakeHost("Hello");
    const session = await openTextSession(transport, quiet);
    session.text.insert(5, "!");
    expect(await session.close()).toBe("Hello!");
    expect(host.content()).toBe("Hello!");
    expect(host.watcherCount()).toBe(0);
  });

  test("keeps edits that failed, and sends them with later ones", async () => {
    const { host, transport } = fakeHost("");
    const onSendFailed = vi.fn();
    const { text } = await openTextSession(transport, { ...quiet, onSendFailed });
    host.isDown = true;
    text.insert(0, "one");
    await vi.advanceTimersByTimeAsync(250);
    expect(onSendFailed).toHaveBeenCalledOnce();
    text.insert(3, " two");
    host.isDown = false;
    await vi.advanceTimersByTimeAsync(2000);
    expect(host.content()).toBe("one two");
    expect(host.pushes).toHaveLength(1);
  });

  test("merges remote edits, reports them, and does not send them back", async () => {
    const { host, transport } = fakeHost("Hello");
    const onRemoteEdit = vi.fn();
    const { text } = await openTextSession(transport, { ...quiet, onRemoteEdit });
    host.doc.getText("content").insert(0, "Oh. ");
    host.notify();
    await vi.advanceTimersByTimeAsync(1000);
    expect(text.toString()).toBe("Oh. Hello");
    expect(onRemoteEdit).toHaveBeenCalledOnce();
    expect(host.pushes).toHaveLength(0);
  });

  test("ignores its own edits when they are sent back", async () => {
    const { host, transport } = fakeHost("Hello");
    const onRemoteEdit = vi.fn();
    const { text } = await openTextSession(transport, { ...quiet, onRemoteEdit });
    text.insert(5, "!");
    await vi.advanceTimersByTimeAsync(250);
    host.notify();
    expect(text.toString()).toBe("Hello!");
    expect(onRemoteEdit).not.toHaveBeenCalled();
  });

  test("undoes local edits and keeps those of others", async () => {
    const { host, transport } = fakeHost("Hello");
    const { text, undoManager } = await openTextSession(transport, quiet);
    undoManager.addTrackedOrigin(editor);
    text.doc?.transact(() => text.insert(5, " mine"), editor);
    host.doc.getText("content").insert(0, "Theirs. ");
    host.notify();
    undoManager.undo();
    expect(text.toString()).toBe("Theirs. Hello");
    undoManager.undo();
    expect(text.toString()).toBe("Theirs. Hello");
  });

  test("ends on a new generation, and reports it once", async () => {
    const { host, transport } = fakeHost("Hello");
    const onReplaced = vi.fn();
    const onSendFailed = vi.fn();
    const { text } = await openTextSession(transport, { ...quiet, onReplaced, onSendFailed });
    text.insert(5, " late");
    host.gen = 2;
    host.notify();
    host.notify();
    await vi.advanceTimersByTimeAsync(5000);
    expect(onReplaced).toHaveBeenCalledOnce();
    expect(onSendFailed).not.toHaveBeenCalled();
    expect(text.toString()).toBe("Hello late");
  });
});

test("round-trips bytes through base64, even many of them", () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 31) % 256);
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  expect(fromBase64(toBase64(new Uint8Array()))).toEqual(new Uint8Array());
});
