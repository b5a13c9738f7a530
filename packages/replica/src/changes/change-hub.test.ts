import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChangeHub } from "./change-hub.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ids = (from: number): string[] => Array.from({ length: 50 }, (_, n) => `m${from + n}`);

test("who watches is told of the changes of one turn together", async () => {
  const hub = new ChangeHub({ pause: () => setImmediate() });
  const watched = hub.watch(undefined);
  // What is read before anything is told of.
  await watched.next();
  const next = watched.next();
  hub.written({ memos: ["a"], own: false });
  // Several commits are made without any turn of the event loop between them.
  await Promise.resolve();
  hub.written({ memos: ["b"], own: true });
  await Promise.resolve();
  hub.sync();
  expect((await next).value).toEqual({ memos: ["a", "b"], sync: true, own: true });
});

test("of many synced memos the first are told at once, and the others twice a second", async () => {
  const hub = new ChangeHub({ pause: () => setImmediate() });
  const heard: (readonly string[] | null)[] = [];
  hub.listen(({ memos }) => heard.push(memos));
  for (let from = 0; from < 1000; from += 50) {
    hub.synced(ids(from));
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard[0]).toEqual(ids(0));
  expect(heard.length).toBeLessThanOrEqual(4);
  expect(heard.flatMap((memos) => memos ?? [])).toHaveLength(1000);
});

test("a few synced memos are told at once, also while many others wait", async () => {
  const hub = new ChangeHub({ pause: () => setImmediate() });
  const heard: (readonly string[] | null)[] = [];
  hub.listen(({ memos }) => heard.push(memos));
  hub.synced(ids(0));
  hub.synced(null);
  await vi.advanceTimersByTimeAsync(1);
  hub.synced(["one"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual([ids(0), ["one"]]);
  await vi.advanceTimersByTimeAsync(500);
  expect(heard.at(-1)).toBeNull();
});

describe("a host that ends", () => {
  test("W4 · tells the pages so, and waits until each has left", async () => {
    const hub = new ChangeHub({ pause: () => setImmediate() });
    const left = new AbortController();
    const page = hub.watchAsPage(left.signal);
    await page.next();
    const closing = hub.close();
    const said: string[] = [];
    void closing.then(() => said.push("closed"));
    expect((await page.next()).value).toEqual({ memos: [], sync: false, closing: true });
    said.push("last words");
    left.abort();
    expect((await page.next()).done).toBe(true);
    await closing;
    expect(said).toEqual(["last words", "closed"]);
  });

  test("waits for nobody when no page is there, and takes no new one", async () => {
    const hub = new ChangeHub({ pause: () => setImmediate() });
    await hub.close();
    expect((await hub.watchAsPage(undefined).next()).done).toBe(true);
  });

  test("gives up on a page that does not answer", async () => {
    const hub = new ChangeHub({ pause: () => setImmediate() });
    await hub.watchAsPage(undefined).next();
    const closing = hub.close();
    await vi.advanceTimersByTimeAsync(1000);
    await closing;
  });
});
