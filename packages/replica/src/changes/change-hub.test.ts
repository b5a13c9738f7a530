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

test("subscribers receive the changes of one turn combined", async () => {
  const hub = new ChangeHub({ pause: () => setImmediate() });
  const watched = hub.watch(undefined);
  // The first value requests a full reload.
  await watched.next();
  const next = watched.next();
  hub.written({ memos: ["a"], own: false });
  // Several commits in one turn of the event loop.
  await Promise.resolve();
  hub.written({ memos: ["b"], own: true });
  await Promise.resolve();
  hub.sync();
  expect((await next).value).toEqual({ memos: ["a", "b"], sync: true, own: true });
});

test("announces the first of many synced memos immediately, and the others twice a second", async () => {
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

test("announces a few synced memos immediately, even while many others are pending", async () => {
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

describe("a closing host", () => {
  test("W4 · notifies the pages and waits until each has left", async () => {
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

  test("doesn't wait without pages, and accepts no new one", async () => {
    const hub = new ChangeHub({ pause: () => setImmediate() });
    await hub.close();
    expect((await hub.watchAsPage(undefined).next()).done).toBe(true);
  });

  test("stops waiting for a page that doesn't respond", async () => {
    const hub = new ChangeHub({ pause: () => setImmediate() });
    await hub.watchAsPage(undefined).next();
    const closing = hub.close();
    await vi.advanceTimersByTimeAsync(1000);
    await closing;
  });
});
