import { expect, onTestFinished, test, vi } from "vitest";
import { createTabs, type Tab } from "../../tests/tabs.ts";
import { databaseLock, helloChannel, lineName, randomId } from "./names.ts";

// Pages have it; they ask before they are closed while a file is sent.
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("removeEventListener", () => undefined);

/** Ends tabs with the test. */
function ending(...tabs: Tab[]): void {
  onTestFinished(() => tabs.forEach((tab) => tab[Symbol.dispose]()));
}

/** Opens tabs one after the other; the first one gets the database. */
async function openTabs<Names extends readonly string[]>(...names: Names) {
  const tabs = createTabs();
  const opened: Tab[] = [];
  for (const name of names) {
    const tab = tabs.open(name);
    ending(tab);
    await tab.client.memos.counts.query();
    opened.push(tab);
  }
  return { ...tabs, opened: opened as { readonly [At in keyof Names]: Tab } };
}

const contents = async ({ client }: Tab): Promise<string[]> =>
  (await client.memos.list.query({ pageSize: 50, search: "" })).memos.map(({ content }) => content);

test("A41 · tabs share the worker of the first one: calls, changes and files", async () => {
  const { opened, disk } = await openTabs("first", "second", "third");
  const [first, second, third] = opened;
  const seen = vi.fn();
  const watching = second.client.changes.subscribe(undefined, { onData: seen });
  await vi.waitFor(() => expect(seen).toHaveBeenCalledOnce());
  const { id } = await third.client.memos.create.mutate({ content: "by the third" });
  await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith({ memos: [id], sync: false }));
  watching.unsubscribe();
  await vi.waitFor(() => expect(disk.app.watchers.size).toBe(0));
  expect(await contents(first)).toEqual(["by the third"]);

  const progress = vi.fn();
  const file = new File(["12345"], "five.txt");
  const query = new URLSearchParams({ filename: "five.txt" });
  const { signal } = new AbortController();
  const answer = await second.sendFile(query, file, { onProgress: progress, signal });
  expect(answer).toEqual({ status: 200, body: { url: "/files?filename=five.txt", size: 5 } });
  expect(progress).toHaveBeenLastCalledWith(1);
  expect([disk.owner, disk.opened]).toEqual(["first", 1]);
});

test("A41b · when the owner is gone, the next tab opens the database, and all go on", async () => {
  const { opened, disk } = await openTabs("first", "second", "third");
  const [first, second, third] = opened;
  const seen = vi.fn();
  third.client.changes.subscribe(undefined, { onData: seen });
  await vi.waitFor(() => expect(seen).toHaveBeenCalledOnce());
  first[Symbol.dispose]();
  const { id } = await vi.waitFor(() => third.client.memos.create.mutate({ content: "after" }));
  expect(disk.owner).toBe("second");
  expect(id).toBe("memo-1");
  // The change feed begins with everything to read again.
  await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(2));
  expect(seen).toHaveBeenLastCalledWith({ memos: null, sync: true });
  expect(await contents(second)).toEqual(["after"]);
});

test("A41b · typed words in flight are sent again after a crash, others fail, and both are known", async () => {
  const { opened, disk } = await openTabs("first", "second");
  const [first, second] = opened;
  const stuck = new Promise<never>(() => {});
  const { setDraft, trashMemos } = disk.app;
  const isAsked = vi.fn();
  disk.app.setDraft = (...given) => {
    isAsked(...given);
    return stuck;
  };
  disk.app.trashMemos = () => stuck;
  const words = second.client.drafts.set.mutate({ key: "new", content: "typed" });
  const trashing = second.client.memos.trash.mutate({ ids: ["a"] }).catch((error) => error);
  await vi.waitFor(() => expect(isAsked).toHaveBeenCalled());
  Object.assign(disk.app, { setDraft, trashMemos });
  first.crashWorker();
  await words;
  expect(await disk.app.getDraft("new")).toBe("typed");
  expect(String(await trashing)).toContain("was closed");
});

test("A41c · a hand-over loses no call and runs none twice", async () => {
  const { opened, disk, open } = await openTabs("first", "second");
  const [first, second] = opened;
  const { createMemo } = disk.app;
  const isAsked = vi.fn();
  const goOn = Promise.withResolvers<void>();
  disk.app.createMemo = async (input) => {
    isAsked();
    await goOn.promise;
    return createMemo(input);
  };
  const create = ({ client }: Tab, content: string) => client.memos.create.mutate({ content });
  const made = [create(first, "in flight"), create(second, "in flight")];
  await vi.waitFor(() => expect(isAsked).toHaveBeenCalledTimes(2));
  second.setHidden(true);
  first.setHidden(true);
  const third = open("third", { isSuspendedSilently: true });
  ending(third);
  await vi.waitFor(() => expect(disk.paused).toBe(1));
  made.push(create(second, "held"), create(first, "held"));
  goOn.resolve();
  await Promise.all(made);
  await vi.waitFor(() => expect(disk.owner).toBe("third"));
  expect((await contents(third)).toSorted()).toEqual(["held", "held", "in flight", "in flight"]);
});

test("A41c · a file that is being stored during a hand-over is stored by the next worker", async () => {
  const { open, disk } = createTabs();
  const first = open("first", { isTouch: true });
  await first.client.memos.counts.query();
  const second = open("second");
  ending(first, second);
  const { files } = disk;
  const isAsked = vi.fn();
  const goOn = Promise.withResolvers<void>();
  disk.files = async (request) => {
    for await (const bytes of request.body ?? []) {
      isAsked(bytes);
      await goOn.promise;
    }
    throw new Error("it was read to its end");
  };
  const { signal } = new AbortController();
  const file = new File(["1".repeat(500_000)], "long.txt");
  const sent = second.sendFile(new URLSearchParams(), file, { onProgress: () => {}, signal });
  await vi.waitFor(() => expect(isAsked).toHaveBeenCalled());
  disk.files = files;
  first.setHidden(true);
  await vi.waitFor(() => expect(disk.paused).toBe(1));
  goOn.resolve();
  expect(await sent).toMatchObject({ status: 200, body: { size: 500_000 } });
  expect(disk.owner).toBe("second");
});

test("A41d · on a touch device, a hidden owner lets the next tab have the database, and comes back", async () => {
  const { open, disk } = createTabs();
  const first = open("first", { isTouch: true });
  await first.client.memos.create.mutate({ content: "before" });
  const second = open("second", { isTouch: true });
  ending(first, second);
  first.setHidden(true);
  await vi.waitFor(() => expect(disk.owner).toBe("second"));
  expect(await contents(second)).toEqual(["before"]);
  first.setHidden(false);
  expect(await contents(first)).toEqual(["before"]);
  expect(disk.owner).toBe("second");
  second.setHidden(true);
  await vi.waitFor(() => expect(disk.owner).toBe("first"));
});

test("A41d · the only tab of a touch device closes the database while it is hidden", async () => {
  const { open, disk } = createTabs();
  const tab = open("only", { isTouch: true });
  ending(tab);
  await tab.client.memos.create.mutate({ content: "before" });
  tab.setHidden(true);
  await vi.waitFor(() => expect(disk.owner).toBeNull());
  const held = tab.client.memos.create.mutate({ content: "typed last" });
  tab.setHidden(false);
  await held;
  expect(await contents(tab)).toEqual(["typed last", "before"]);
});

test("A41d · a touch device's tab that is hidden while it opens doesn't keep the database", async () => {
  const { open, disk, version } = createTabs();
  const opening = Promise.withResolvers<void>();
  disk.mayOpen = opening.promise;
  const tab = open("only", { isTouch: true });
  ending(tab);
  await vi.waitFor(async () => {
    const { held = [] } = await navigator.locks.query();
    expect(held.map(({ name }) => name)).toContain(databaseLock(version));
  });
  tab.setHidden(true);
  opening.resolve();
  await vi.waitFor(() => expect(disk.paused).toBe(1));
  await vi.waitFor(() => expect(disk.owner).toBeNull());
});

test("A41d · elsewhere a hidden owner keeps the database while it answers", async () => {
  const { opened, disk } = await openTabs("first", "second");
  const [first, second] = opened;
  first.setHidden(true);
  second.setHidden(true);
  second.setHidden(false);
  await second.client.memos.create.mutate({ content: "by a hidden owner" });
  expect([disk.owner, disk.opened]).toEqual(["first", 1]);
});

test("A41d · where hidden tabs are suspended without notice, the visible tab gets the database", async () => {
  const { open, disk } = createTabs();
  const first = open("first", { isSuspendedSilently: true });
  await first.client.memos.counts.query();
  const second = open("second", { isSuspendedSilently: true });
  ending(first, second);
  await second.client.memos.counts.query();
  expect(disk.owner).toBe("first");
  first.setHidden(true);
  second.setHidden(false);
  await vi.waitFor(() => expect(disk.owner).toBe("second"));
  second.setHidden(true);
  first.setHidden(false);
  await vi.waitFor(() => expect(disk.owner).toBe("first"));
});

test("A41d · a suspended tab neither keeps the database nor a place in the queue, and reconnects", async () => {
  const { opened, disk } = await openTabs("first", "second", "third");
  const [first, second, third] = opened;
  second.suspend();
  first.suspend();
  await vi.waitFor(() => expect(disk.owner).toBe("third"));
  await third.client.memos.create.mutate({ content: "meanwhile" });
  first.resume();
  first.resume();
  second.resume();
  expect([await contents(first), await contents(second)]).toEqual([["meanwhile"], ["meanwhile"]]);
  expect(disk.owner).toBe("third");
});

test("A41f · a worker that crashes is started again, at most three times a minute", async () => {
  const { opened, disk } = await openTabs("only");
  const [tab] = opened;
  for (let n = 1; n <= 3; n += 1) {
    tab.crashWorker();
    await tab.client.memos.counts.query();
    expect(disk.opened).toBe(n + 1);
  }
  tab.crashWorker();
  expect(tab.refusals).toEqual([
    { reason: "failed", message: "The database stopped several times in a row." },
  ]);
});

test("A41f · a tab that can't open the database leaves it to the next", async () => {
  const { open, disk } = createTabs();
  disk.refused = "first";
  const first = open("first");
  await vi.waitFor(() => expect(first.refusals).toHaveLength(1));
  const second = open("second");
  ending(first, second);
  await second.client.memos.counts.query();
  expect(disk.owner).toBe("second");
});

test("A41f · a worker waits for files that the worker before it still has", async () => {
  const { open, disk } = createTabs();
  disk.owner = "a worker that has just ended";
  const tab = open("only");
  ending(tab);
  await vi.waitFor(() => expect(tab.refusals).toHaveLength(1));
  expect(tab.refusals).toMatchObject([{ reason: "failed" }]);
});

test("A41g · a tab of another version says so, and opens once that one is gone", async () => {
  const { opened, disk, open } = await openTabs("first");
  const newer = open("newer", { version: randomId().slice(16) });
  ending(newer);
  await vi.waitFor(() => expect(newer.refusals).toMatchObject([{ reason: "elsewhere" }]));
  opened[0][Symbol.dispose]();
  await newer.client.memos.counts.query();
  expect(disk.owner).toBe("newer");
});

test("A41h · a database in memory is each tab's own, also where there are no locks", async () => {
  for (const locks of [navigator.locks, null]) {
    const { open, disk } = createTabs();
    disk.isPersistent = false;
    const [first, second] = [open("first", { locks }), open("second", { locks })];
    ending(first, second);
    await first.client.memos.counts.query();
    await second.client.memos.counts.query();
    expect(disk.opened).toBe(2);
    first.suspend();
    first.setHidden(true);
    await first.client.memos.counts.query();
    expect(disk.opened).toBe(2);
  }
});

test("A41i · a worker serves 64 lines, and none for a message that isn't valid", async () => {
  const { opened, version } = await openTabs("first");
  const hello = new BroadcastChannel(helloChannel(version));
  onTestFinished(() => hello.close());
  const accepted = vi.fn();
  const announce = (line: string): void => {
    const channel = new BroadcastChannel(lineName(version, line));
    onTestFinished(() => channel.close());
    channel.addEventListener("message", accepted);
    void navigator.locks.request(lineName(version, line), () => ended.promise);
    hello.postMessage({ line });
  };
  const ended = Promise.withResolvers<void>();
  for (const odd of [
    null,
    5,
    "line",
    {},
    { line: 5 },
    { line: "../x" },
    { line: "" },
    { here: 1 },
  ]) {
    hello.postMessage(odd);
  }
  for (let n = 0; n < 70; n += 1) announce(randomId());
  await vi.waitFor(() => expect(accepted).toHaveBeenCalledTimes(64));
  await opened[0].client.memos.counts.query();
  expect(accepted).toHaveBeenCalledTimes(64);
  ended.resolve();
  // Lines whose tabs are gone make room.
  await vi.waitFor(() => {
    announce(randomId());
    expect(accepted.mock.calls.length).toBeGreaterThan(64);
  });
});
