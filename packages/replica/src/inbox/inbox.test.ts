import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noteServerLimits, serverHasOthers } from "@tidemark/core/sync/device";
import type { NotificationsAnswer, WireNotification } from "@tidemark/core/sync/protocol";
import { openDatabase } from "@tidemark/db/node";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Inbox, type InboxServer } from "./inbox.ts";
import { emptyInbox, restorableMs } from "./kept-inbox.ts";

const closing: (() => Promise<void>)[] = [];

// Only the test triggers requests.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) await close();
});

function notification(id: string, changes: Partial<WireNotification> = {}): WireNotification {
  return {
    id,
    sender: "users/bob",
    type: "MEMO_COMMENT",
    memo: `c-${id}`,
    relatedMemo: "m",
    status: "UNREAD",
    createdMs: 1,
    snippet: `says ${id}`,
    ...changes,
  };
}

/** A server with notifications, controlled by the test. */
function fakeServer(ids: readonly string[]) {
  const state = {
    rows: new Map(ids.map((id) => [id, notification(id)])),
    calls: [] as string[],
    isDown: false,
    before: async () => {},
  };
  const asked = async (call: string): Promise<void> => {
    state.calls.push(call);
    await state.before();
    if (state.isDown) throw new Error("it cannot be reached");
  };
  const server: InboxServer = {
    async notifications(): Promise<NotificationsAnswer> {
      await asked("list");
      return { notifications: [...state.rows.values()], hasOthers: true };
    },
    async markNotifications(marked, isRead) {
      await asked(`${isRead ? "read" : "unread"} ${marked.join()}`);
      for (const id of marked) {
        const row = state.rows.get(id);
        if (row !== undefined)
          state.rows.set(id, { ...row, status: isRead ? "ARCHIVED" : "UNREAD" });
      }
    },
    async removeNotifications(removed) {
      await asked(`remove ${removed.join()}`);
      for (const id of removed) state.rows.delete(id);
    },
  };
  return { state, server };
}

async function open(ids: readonly string[]) {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-inbox-"));
  const opened = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" });
  const { database } = opened;
  const hello = (said: { readonly hasOthers?: boolean }): Promise<void> => {
    const limits = { contentBytes: 1_000_000, pushOps: 500 };
    const user = { name: "users/alice", role: "USER" } as const;
    return database.write((stores) => noteServerLimits(stores, { limits, user, ...said }));
  };
  await hello({ hasOthers: true });
  const seen = { changes: 0, others: 0, log: [] as string[], nowMs: 1_000_000 };
  const caller = {
    name: "users/alice",
    role: "USER",
    spaces: [],
    scope: null,
    device: "",
  } as const;
  const inbox = new Inbox({
    database,
    caller: async () => caller,
    nowMs: () => seen.nowMs,
    onChange: () => (seen.changes += 1),
    onOthers: () => (seen.others += 1),
    log: (line) => seen.log.push(line),
  });
  closing.push(async () => {
    await inbox.close();
    await opened.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const { state, server } = fakeServer(ids);
  const shown = async (): Promise<string[]> => {
    const { items } = await inbox.app.list();
    return items.map(({ id, isRead }) => `${id} ${isRead ? "read" : "unread"}`);
  };
  return { database, inbox, hello, seen, server, state, shown };
}

describe("A24 · stored notifications", () => {
  test("are the server's, with the time, and include the senders", async () => {
    const { database, inbox, seen, server, shown } = await open(["a", "b"]);
    expect(await inbox.app.list()).toEqual({ items: [], loadedMs: null });
    inbox.use(server);
    await inbox.exchange();
    const { items, loadedMs } = await inbox.app.list();
    expect(loadedMs).toBe(1_000_000);
    expect(items[0]).toEqual({
      id: "a",
      sender: "bob",
      type: "MEMO_COMMENT",
      memo: "m",
      comment: "c-a",
      snippet: "says a",
      about: null,
      createdMs: 1,
      isRead: false,
      isHere: false,
      tags: [],
    });
    expect(await shown()).toEqual(["a unread", "b unread"]);
    expect(await inbox.app.unread()).toBe(2);
    expect(await database.read(serverHasOthers)).toBe(true);
    expect([seen.changes, seen.others]).toEqual([1, 1]);
  });

  test("A24a · is marked without a server, and sent with the next exchange", async () => {
    const { inbox, server, state, shown } = await open(["a", "b", "c"]);
    inbox.use(server);
    await inbox.exchange();
    inbox.use(null);
    await inbox.app.mark(["a", "nowhere"], true);
    expect(await inbox.app.markAll()).toEqual(["b", "c"]);
    await inbox.app.mark(["c"], false);
    expect(await shown()).toEqual(["a read", "b read", "c unread"]);
    state.calls = [];
    await inbox.exchange();
    expect(state.calls).toEqual([]);
    inbox.use(server);
    await inbox.exchange();
    expect(state.calls).toEqual(["read a,b", "unread c", "list"]);
    expect(await shown()).toEqual(["a read", "b read", "c unread"]);
    await inbox.exchange();
    expect(state.calls.at(-1)).toBe("list");
    expect(state.calls).toHaveLength(4);
  });

  test("follow the server once the marks were sent", async () => {
    const { inbox, server, state, shown } = await open(["a", "b"]);
    inbox.use(server);
    await inbox.exchange();
    await inbox.app.mark(["a"], true);
    await inbox.exchange();
    await server.markNotifications(["a"], false);
    state.rows.delete("b");
    await inbox.exchange();
    expect(await shown()).toEqual(["a unread"]);
  });

  test("keep their marks while the server can't be reached, and stay visible", async () => {
    const { inbox, seen, server, state, shown } = await open(["a"]);
    inbox.use(server);
    await inbox.exchange();
    await inbox.app.mark(["a"], true);
    state.isDown = true;
    await inbox.exchange();
    expect(await shown()).toEqual(["a read"]);
    expect(seen.log).toEqual(["inbox: it cannot be reached"]);
    state.isDown = false;
    await inbox.exchange();
    expect(state.rows.get("a")?.status).toBe("ARCHIVED");
  });

  test("A24b · is asked for again a minute after that failed, and a quarter of an hour after it went well", async () => {
    const { inbox, seen, server, state } = await open(["a"]);
    const isDueAfter = (ms: number): boolean => {
      seen.nowMs += ms;
      inbox.use(server);
      return vi.getTimerCount() > 0;
    };
    const exchanged = async (): Promise<void> => {
      vi.runOnlyPendingTimers();
      await inbox.exchange();
    };
    state.isDown = true;
    expect(isDueAfter(0)).toBe(true);
    await exchanged();
    expect(isDueAfter(59_999)).toBe(false);
    expect(isDueAfter(1)).toBe(true);
    state.isDown = false;
    await exchanged();
    expect(isDueAfter(14 * 60_000)).toBe(false);
    expect(isDueAfter(60_000)).toBe(true);
  });

  test("A24a · is taken away at once, brought back for a while, and removed after that", async () => {
    const { inbox, seen, server, state, shown } = await open(["a", "b"]);
    inbox.use(server);
    await inbox.exchange();
    await inbox.app.mark(["a"], true);
    await inbox.app.remove(["a", "b"]);
    expect(await shown()).toEqual([]);
    await inbox.exchange();
    expect(await shown()).toEqual([]);
    expect([...state.rows.keys()]).toEqual(["a", "b"]);
    expect(await inbox.app.restore(["a"])).toBe(true);
    expect(await shown()).toEqual(["a read"]);
    seen.nowMs += restorableMs;
    await inbox.exchange();
    expect([...state.rows.keys()]).toEqual(["a"]);
    expect(state.rows.get("a")?.status).toBe("ARCHIVED");
    expect(await inbox.app.restore(["b"])).toBe(false);
    expect(await shown()).toEqual(["a read"]);
  });

  test("keep a mark made during an exchange, and send it with the next", async () => {
    const { inbox, server, state, shown } = await open(["a"]);
    inbox.use(server);
    await inbox.exchange();
    await inbox.app.mark(["a"], true);
    state.before = async () => {
      state.before = async () => {};
      await inbox.app.mark(["a"], false);
    };
    await inbox.exchange();
    expect(await shown()).toEqual(["a unread"]);
    await inbox.exchange();
    expect(state.rows.get("a")?.status).toBe("UNREAD");
  });

  test("aren't changed by an answer that arrives after leaving the server", async () => {
    const { database, inbox, server, state, shown } = await open(["a"]);
    state.before = async () => {
      inbox.use(null);
      await database.write(({ meta }) => emptyInbox(meta));
    };
    inbox.use(server);
    await inbox.exchange();
    expect(await shown()).toEqual([]);
    expect((await inbox.app.list()).loadedMs).toBeNull();
  });

  test("aren't requested from a server that is too old, but are after its upgrade", async () => {
    const { inbox, server, state, hello } = await open([]);
    await hello({});
    inbox.use(server);
    await inbox.exchange();
    inbox.heard(["n:alice"]);
    await inbox.exchange();
    expect(state.calls).toEqual([]);
    await hello({ hasOthers: false });
    await inbox.exchange();
    expect(state.calls).toEqual(["list"]);
  });
});
