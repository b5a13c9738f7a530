import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { apiClient } from "./api-client.ts";
import { alice, serveHere } from "./in-process-server.ts";

const bob = { username: "bob", password: "battery staple" };
type Call = (...request: Parameters<ReturnType<typeof apiClient>["send"]>) => Promise<unknown>;

interface Setting extends AsyncDisposable {
  readonly url: string;
  readonly alice: Call;
  readonly bob: Call;
  /** Opens a device in its own folder, connected unless `user` is null. */
  device(name: string, user?: typeof bob | null): Promise<Host>;
}

async function open(): Promise<Setting> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-explore-"));
  const server = await serveHere(join(dir, "server"));
  const hosts: Host[] = [];
  const callAs = async (user: typeof bob): Promise<Call> => {
    const signedIn = await apiClient(server.url, null).send("POST", "/auth/signin", user);
    const api = apiClient(server.url, signedIn.body.accessToken);
    return async (...[method, path, body]) => {
      const answer = await api.send(method, path, body);
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status}`);
      return answer.body;
    };
  };
  const asAlice = await callAs(alice);
  await asAlice("POST", "/users", { ...bob, role: "USER" });
  return {
    url: server.url,
    alice: asAlice,
    bob: await callAs(bob),
    async device(name, user = alice) {
      const folder = join(dir, name);
      mkdirSync(folder);
      const host = await openHost({ dir: folder });
      hosts.push(host);
      if (user === null) return host;
      const connected = await host.app.connect({ url: server.url, ...user });
      if (!connected.ok) throw new Error(connected.error.message);
      await host.app.syncNow();
      return host;
    },
    async [Symbol.asyncDispose]() {
      for (const host of hosts) await host.close();
      await server[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function listed(host: Host, view: "timeline" | "explore", more = {}): Promise<string[]> {
  const input = { view, search: "", tag: null, pinned: null, pageSize: 50, ...more } as const;
  const page = await host.app.listMemos(input);
  if (!page.ok) throw new Error(page.error.message);
  return page.value.memos.map(({ content }) => content).toSorted();
}

async function messages(host: Host): Promise<string[]> {
  const { items } = await host.app.inbox.list();
  return items.map(({ sender, type, snippet, isRead, isHere }) =>
    [sender, type, snippet, isRead ? "read" : "unread", ...(isHere ? [] : ["elsewhere"])].join(),
  );
}

describe("F35, F36 · memos that others share", () => {
  test("are in Explore and not in the timeline while followed, and removed when unfollowed", async () => {
    await using setting = await open();
    await setting.bob("POST", "/memos", { content: "to all #sea", visibility: "PUBLIC" });
    await setting.bob("POST", "/memos", { content: "to members", visibility: "PROTECTED" });
    await setting.bob("POST", "/memos", { content: "to nobody" });
    const desk = await setting.device("desk");
    await desk.app.createMemo({ content: "mine #sea" });
    await desk.app.createMemo({ content: "mine, shown", visibility: "PUBLIC" });
    expect(await listed(desk, "explore")).toEqual(["mine, shown"]);

    await desk.app.syncTools.setFollowPublic(true);
    await vi.waitFor(async () => {
      expect(await listed(desk, "explore")).toEqual(["mine, shown", "to all #sea", "to members"]);
    });
    expect(await desk.app.syncTools.following()).toMatchObject({
      isPublic: true,
      isPublicComing: false,
    });
    const own = ["mine #sea", "mine, shown"];
    expect(await listed(desk, "timeline")).toEqual(own);
    expect(await listed(desk, "timeline", { tag: "sea" })).toEqual(["mine #sea"]);
    expect(await listed(desk, "explore", { tag: "sea" })).toEqual(["to all #sea"]);
    const search = { search: "to" };
    expect(await listed(desk, "timeline", search)).toEqual([]);
    expect(await listed(desk, "explore", search)).toEqual(["to all #sea", "to members"]);
    expect(await listed(desk, "timeline", { ...search, scope: "all" })).toHaveLength(2);
    expect(await listed(desk, "timeline", { ...search, withOthers: true })).toHaveLength(2);
    for (const [view, count] of [
      ["timeline", 2],
      ["explore", 3],
    ] as const) {
      expect(await desk.app.countMemos({ view, search: "", tag: null })).toMatchObject({
        value: { count, isMore: false },
      });
    }
    expect(await listed(desk, "explore", { author: "bob" })).toEqual(["to all #sea", "to members"]);
    expect(await listed(desk, "explore", { author: "bob", ...search, tag: "sea" })).toHaveLength(1);
    expect(await listed(desk, "explore", { author: "carol" })).toEqual([]);
    expect(await desk.app.personFacts("bob")).toMatchObject({
      value: { count: 2, isMore: false, sinceMs: expect.any(Number) },
    });
    expect(await desk.app.personFacts(alice.username)).toMatchObject({ value: { count: 1 } });
    expect(await desk.app.personFacts("carol")).toEqual({
      ok: true,
      value: { count: 0, isMore: false, sinceMs: null },
    });
    const found = await desk.app.finder.find("");
    expect(found.ok && found.value.map(({ snippet }) => snippet).toSorted()).toEqual(own);

    await desk.app.syncTools.setFollowPublic(false);
    await vi.waitFor(async () => {
      expect(await listed(desk, "explore")).toEqual(["mine, shown"]);
    });
    expect(await listed(desk, "timeline")).toEqual(own);
  });

  test("F35a · saved views match everyone's memos, task lists only the user's own", async () => {
    await using setting = await open();
    const task = "- [ ] a task #sea";
    await setting.bob("POST", "/memos", { content: `his\n\n${task}`, visibility: "PUBLIC" });
    const desk = await setting.device("desk");
    await desk.app.createMemo({ content: `mine\n\n${task}` });
    await desk.app.syncTools.setFollowPublic(true);
    await vi.waitFor(async () => expect(await listed(desk, "explore")).toHaveLength(1));
    const made = await desk.app.own.createView({
      title: "Sea",
      filter: '"sea" in tags',
      icon: null,
    });
    const saved = made.ok ? made.value.id : "";
    // Count shown in the app while the user writes the filter.
    const asked = { view: "timeline", search: '="sea" in tags', tag: null } as const;
    expect(await desk.app.countMemos({ ...asked, withOthers: true })).toMatchObject({
      value: { count: 2 },
    });
    expect(await desk.app.countMemos(asked)).toMatchObject({ value: { count: 1 } });
    expect(await listed(desk, "timeline", { saved })).toHaveLength(2);
    expect(await desk.app.countMemos({ view: "timeline", search: "", tag: null, saved })).toEqual({
      ok: true,
      value: { count: 2, isMore: false },
    });
    const byTag = await desk.app.tasks.byTag({ search: "", pageSize: 10 });
    expect(byTag.ok && byTag.value.groups).toMatchObject([
      { tag: "sea", memos: [{ content: `mine\n\n${task}` }] },
    ]);
    expect((await desk.app.counts()).openTasks).toBe(1);
  });
});

describe("A23, A24 · the inbox of an account", () => {
  test("is the same on all of its devices, and empty on one that disconnected", async () => {
    await using setting = await open();
    const desk = await setting.device("desk");
    const laptop = await setting.device("laptop");
    const made = await desk.app.createMemo({ content: "look", visibility: "PUBLIC" });
    const id = made.ok ? made.value.id : "";
    await desk.app.syncNow();
    await setting.bob("POST", `/memos/${id}/comments`, { content: "nice" });
    await setting.bob("POST", "/memos", { content: "hear, @alice", visibility: "PUBLIC" });
    const both = ["bob,MEMO_MENTION,hear, @alice,unread,elsewhere", "bob,MEMO_COMMENT,nice,unread"];
    for (const host of [desk, laptop]) {
      await vi.waitFor(async () => expect(await messages(host)).toEqual(both));
      expect(await host.app.profile()).toMatchObject({ hasOthers: true });
    }
    const [mention, comment] = (await desk.app.inbox.list()).items;
    expect(comment).toMatchObject({ memo: id, about: "look" });
    await desk.app.inbox.mark([comment?.id ?? ""], true);
    await vi.waitFor(async () => expect(await laptop.app.inbox.unread()).toBe(1));

    await laptop.app.setPaused(true);
    await laptop.app.inbox.mark([mention?.id ?? ""], true);
    expect(await laptop.app.inbox.unread()).toBe(0);
    expect(await desk.app.inbox.unread()).toBe(1);
    await laptop.app.setPaused(false);
    await vi.waitFor(async () => expect(await desk.app.inbox.unread()).toBe(0));

    await laptop.app.disconnect();
    expect(await laptop.app.inbox.list()).toEqual({ items: [], loadedMs: null });
    expect(await laptop.app.profile()).toMatchObject({ hasOthers: false });
    const other = await laptop.app.connect({ url: setting.url, ...bob });
    expect(other.ok).toBe(true);
    await laptop.app.syncNow();
    await vi.waitFor(async () => {
      expect((await laptop.app.inbox.list()).loadedMs).not.toBeNull();
    });
    expect(await messages(laptop)).toEqual([]);
  });

  test("is cleared when the device is bound to another account", async () => {
    await using setting = await open();
    await setting.bob("POST", "/memos", { content: "hear, @alice", visibility: "PUBLIC" });
    const desk = await setting.device("desk");
    await vi.waitFor(async () => expect(await desk.app.inbox.unread()).toBe(1));
    const connected = await desk.app.connect({ url: setting.url, ...bob });
    expect(connected.ok).toBe(true);
    expect(await desk.app.inbox.unread()).toBe(0);
  });
});
