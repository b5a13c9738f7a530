import type { AppRouter } from "@tidemark/core/router";
import type { HostLine } from "@tidemark/replica/rpc/page";
import type { Operation } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { expect, test } from "vitest";
import { keepingWords, type Page, sendAgain } from "./unsent-words.ts";

/** A page over storage in memory, which can be closed. */
function openPage(storage = new Map<string, string>()) {
  const listeners: (() => void)[] = [];
  const addEventListener = (_type: string, listener: () => void) => void listeners.push(listener);
  const page = {
    addEventListener,
    document: { addEventListener },
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  } as unknown as Page;
  return { page, storage, close: () => listeners.forEach((listener) => listener()) };
}

/** A line whose calls are answered on request. */
function openLine(page: Page) {
  const answers: (() => void)[] = [];
  const line: HostLine<AppRouter> = {
    send: () =>
      observable((observer) => {
        answers.push(() => observer.next({ result: { type: "data", data: null } }));
      }),
    reach: async () => "up",
    judge: () => "up",
  };
  const kept = keepingWords(line, page);
  let lastId = 0;
  return {
    answers,
    send(path: string, input: unknown, type: Operation["type"] = "mutation") {
      lastId += 1;
      const op = { id: lastId, type, path, input, context: {}, signal: null } as Operation;
      kept.send(op).subscribe({});
    },
  };
}

async function sentAgain(page: Page): Promise<unknown[]> {
  const calls: unknown[] = [];
  await sendAgain(page, async (path, input) => void calls.push([path, input]));
  return calls;
}

test("words that a closed page had sent without an answer are sent again, in order and once", async () => {
  const { page, close } = openPage();
  const { send, answers } = openLine(page);
  send("text.push", { id: "a", update: "answered" });
  send("text.push", { id: "a", update: "first" });
  send("drafts.set", { key: "new", content: "second" });
  answers[0]?.();
  close();
  const expected = [
    ["text.push", { id: "a", update: "first" }],
    ["drafts.set", { key: "new", content: "second" }],
  ];
  expect(await sentAgain(page)).toEqual(expected);
  expect(await sentAgain(page)).toEqual([]);
});

test("a page that was only hidden stores nothing once it got its answers", async () => {
  const { page, storage, close } = openPage();
  const { send, answers } = openLine(page);
  send("text.push", { id: "a" });
  close();
  expect(storage.size).toBe(1);
  answers[0]?.();
  expect(storage.size).toBe(0);
});

test("other calls, and creations without an id, aren't repeated", async () => {
  const { page, close } = openPage();
  const { send } = openLine(page);
  send("memos.create", { content: "twice" });
  send("memos.trash", { ids: ["a"] });
  send("text.push", { id: "a" }, "query");
  send("memos.create", { id: "b", content: "once" });
  close();
  expect(await sentAgain(page)).toEqual([["memos.create", { id: "b", content: "once" }]]);
});

test("a call that is refused doesn't keep the next one, and odd storage is ignored", async () => {
  const { page, storage, close } = openPage();
  const { send } = openLine(page);
  send("text.push", { id: "gone" });
  send("text.push", { id: "there" });
  close();
  const calls: unknown[] = [];
  await sendAgain(page, async (_path, input) => {
    calls.push(input);
    throw new Error("no such memo");
  });
  expect(calls).toEqual([{ id: "gone" }, { id: "there" }]);
  for (const odd of ["{", "null", '[null, {"path": "memos.trash"}, 5]']) {
    storage.set("tidemark.unsent", odd);
    expect(await sentAgain(page)).toEqual([]);
    expect(storage.size).toBe(0);
  }
});
