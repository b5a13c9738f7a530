import type { AppRouter } from "@tidemark/core/router";
import type { HostLine } from "@tidemark/replica/rpc/page";
import type { Operation } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { expect, test } from "vitest";
import type { Pages } from "./pages.ts";
import { openUnsentWords, type Page, type UnsentWords } from "./unsent-words.ts";

const alice = "users/alice https://notes.example";

/** Knows pages that have all ended. */
const ended = (id: string): Pages => ({
  id,
  knowsOthers: true,
  isAlive: async () => false,
  afterEnd: (_id, work) => work(),
});

let lastPage = 0;

/** Opens words over storage in memory. The page can be closed, and learns that another one has stored something. */
function wordsOver(storage: Map<string, string>, knowledge: Partial<Pages> = {}) {
  const listeners: (() => void)[] = [];
  const onStored: ((event: { readonly key: string }) => void)[] = [];
  const page = {
    addEventListener(type: string, listener: () => void) {
      (type === "storage" ? onStored : listeners).push(listener);
    },
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
      key: (n: number) => [...storage.keys()][n] ?? null,
      get length() {
        return storage.size;
      },
    },
  } as unknown as Page;
  lastPage += 1;
  return {
    words: openUnsentWords(page, { ...ended(String(lastPage)), ...knowledge }),
    close: () => listeners.forEach((listener) => listener()),
    stored: (key: string) => onStored.forEach((listener) => listener({ key })),
  };
}

/** Opens a page whose words are alice's. */
async function openPage(storage = new Map<string, string>()) {
  const { words, close } = wordsOver(storage);
  const again = await sentAgain(words);
  return { words, again, storage, close };
}

/** A line whose calls are answered on request. */
function openLine(words: UnsentWords) {
  const answers: (() => void)[] = [];
  const line: HostLine<AppRouter> = {
    send: () =>
      observable((observer) => {
        answers.push(() => observer.next({ result: { type: "data", data: null } }));
      }),
    reach: async () => "up",
    judge: () => "up",
  };
  const kept = words.keeping(line);
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

async function sentAgain(words: UnsentWords, account: string | null = alice): Promise<unknown[]> {
  const calls: unknown[] = [];
  await words.sendAgain(account, async (path, input) => void calls.push([path, input]));
  return calls;
}

test("words that a closed page had sent without an answer are sent again, in order and once", async () => {
  const { words, storage, close } = await openPage();
  const { send, answers } = openLine(words);
  send("text.push", { id: "a", update: "answered" });
  send("text.push", { id: "a", update: "first" });
  send("drafts.set", { key: "new", content: "second" });
  answers[0]?.();
  close();
  const expected = [
    ["text.push", { id: "a", update: "first" }],
    ["drafts.set", { key: "new", content: "second" }],
  ];
  expect((await openPage(storage)).again).toEqual(expected);
  expect((await openPage(storage)).again).toEqual([]);
});

test("a page that was only hidden stores nothing once it got its answers", async () => {
  const { words, storage, close } = await openPage();
  const { send, answers } = openLine(words);
  send("text.push", { id: "a" });
  close();
  expect(storage.size).toBe(1);
  answers[0]?.();
  expect(storage.size).toBe(0);
});

test("other calls, and creations without an id, aren't repeated", async () => {
  const { words, storage, close } = await openPage();
  const { send } = openLine(words);
  send("memos.create", { content: "twice" });
  send("memos.trash", { ids: ["a"] });
  send("text.push", { id: "a" }, "query");
  send("memos.create", { id: "b", content: "once" });
  close();
  const expected = [["memos.create", { id: "b", content: "once" }]];
  expect((await openPage(storage)).again).toEqual(expected);
});

test("a call that is refused doesn't keep the next one, and odd storage is ignored", async () => {
  const { words, storage, close } = await openPage();
  const { send } = openLine(words);
  send("text.push", { id: "gone" });
  send("text.push", { id: "there" });
  close();
  const calls: unknown[] = [];
  const { words: next } = wordsOver(storage);
  await next.sendAgain(alice, async (_path, input) => {
    calls.push(input);
    throw new Error("no such memo");
  });
  expect(calls).toEqual([{ id: "gone" }, { id: "there" }]);
  for (const odd of [
    "{",
    "null",
    "[5]",
    `{"account":"${alice}","calls":[null, {"path":"memos.trash"}, 5]}`,
  ]) {
    storage.set("tidemark.unsent.odd", odd);
    expect(await sentAgain(next)).toEqual([]);
    expect(storage.size).toBe(0);
  }
});

test("A42h · words of one account are deleted, and never sent, when another one is signed in", async () => {
  const { words, storage, close } = await openPage();
  openLine(words).send("drafts.set", { key: "new", content: "only alice's" });
  close();
  const { words: next } = wordsOver(storage);
  // Before the account is known they stay.
  expect([await sentAgain(next, null), storage.size]).toEqual([[], 1]);
  expect(await sentAgain(next, "users/bob https://notes.example")).toEqual([]);
  expect(storage.size).toBe(0);
});

test("A41j · the words of a page that lives are left to it, and sent by others once it has ended", async () => {
  const storage = new Map<string, string>();
  const first = await openPage(storage);
  openLine(first.words).send("text.push", { id: "a" });
  const end = Promise.withResolvers<void>();
  const { words, stored } = wordsOver(storage, {
    isAlive: async () => true,
    afterEnd: (_id, work) => end.promise.then(work),
  });
  const sent: unknown[] = [];
  await words.sendAgain(alice, async (path) => void sent.push(path));
  first.close();
  for (const key of [...storage.keys(), "tidemark.theme"]) stored(key);
  expect([sent, storage.size]).toEqual([[], 1]);
  end.resolve();
  await expect.poll(() => storage.size).toBe(0);
  expect(sent).toEqual(["text.push"]);
});

test("A41e · A42f · a page that has signed out stores no words", async () => {
  const { words, storage, close } = await openPage();
  openLine(words).send("drafts.set", { key: "new", content: "too late" });
  close();
  expect(storage.size).toBe(1);
  words.stop();
  close();
  expect(storage.size).toBe(0);
});
