import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { alice, serveHere } from "./in-process-server.ts";

const bob = { username: "bob", password: "battery staple" };

interface Setting extends AsyncDisposable {
  /**
   * Calls the API as a user, by default as Alice, the administrator. Rejects unless the status is 2xx.
   */
  call(method: string, path: string, body: unknown, as?: typeof bob): Promise<unknown>;
  /** Opens Alice's device and connects it. */
  device(): Promise<Host>;
}

async function open(): Promise<Setting> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-follow-"));
  const server = await serveHere(join(dir, "server"));
  const hosts: Host[] = [];
  const tokens = new Map<string, string>();

  async function post(path: string, method: string, body: unknown, token: string | null) {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (token !== null) headers["authorization"] = `Bearer ${token}`;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  }

  async function token(user: typeof bob): Promise<string> {
    const known = tokens.get(user.username);
    if (known !== undefined) return known;
    const body = { passwordCredentials: user };
    const signed = await post("api/v1/auth/signin", "POST", body, null);
    const { accessToken } = signed as { accessToken: string };
    tokens.set(user.username, accessToken);
    return accessToken;
  }

  const setting: Setting = {
    call: async (method, path, body, as = alice) =>
      post(`api/v1/${path}`, method, body, await token(as)),
    async device() {
      const folder = join(dir, "desk");
      mkdirSync(folder);
      const host = await openHost({ dir: folder });
      hosts.push(host);
      const connected = await host.app.connect({ url: server.url, ...alice });
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
  await setting.call("POST", "users", { ...bob, role: "USER" });
  await setting.call("POST", "spaces?spaceId=garden", { title: "Garden" });
  await setting.call("POST", "spaces/garden/members", { user: "users/bob", role: "ADMIN" });
  // Alice created the space and is its first member.
  await setting.call("DELETE", "spaces/garden/members/alice", undefined);
  return setting;
}

async function shown(host: Host, view: "timeline" | "explore" = "timeline"): Promise<string[]> {
  const input = { view, search: "", tag: null, pinned: null, pageSize: 50 } as const;
  const page = await host.app.listMemos(input);
  if (!page.ok) throw new Error(page.error.message);
  return page.value.memos.map(({ author, content }) => `${author ?? "me"}: ${content}`).toSorted();
}

describe("R15 · a device and the spaces of its user", () => {
  test("a joined space and its memos arrive immediately", async () => {
    await using setting = await open();
    const inGarden = { visibility: "SPACE", space: "spaces/garden" };
    await setting.call("POST", "memos", { content: "roses", ...inGarden }, bob);
    await setting.call("POST", "memos", { content: "for all", visibility: "PUBLIC" }, bob);
    const desk = await setting.device();
    await desk.app.createMemo({ content: "mine" });
    expect(await shown(desk)).toEqual(["me: mine"]);
    await vi.waitFor(async () => expect((await desk.app.syncStatus()).state).toBe("synced"));

    await setting.call("POST", "spaces/garden/members", { user: "users/alice", role: "USER" });
    await vi.waitFor(async () => expect(await shown(desk)).toEqual(["bob: roses", "me: mine"]));
    await setting.call("POST", "memos", { content: "tulips", ...inGarden }, bob);
    const all = ["bob: roses", "bob: tulips", "me: mine"];
    await vi.waitFor(async () => expect(await shown(desk)).toEqual(all));
    expect(await desk.app.syncTools.following()).toEqual({
      spaces: [{ name: "spaces/garden", title: "Garden" }],
      isPublic: false,
      isPublicComing: false,
    });

    const titles = async () => {
      const input = { view: "timeline", search: "", tag: null, pinned: null, pageSize: 9 } as const;
      const page = await desk.app.listMemos(input);
      const memos = page.ok ? page.value.memos : [];
      return new Set(memos.map(({ author, spaceTitle }) => `${author}: ${spaceTitle}`));
    };
    expect(await titles()).toEqual(new Set(["bob: Garden", "null: null"]));
    const bobs = { title: "Rose garden" };
    await setting.call("PATCH", "spaces/garden?updateMask=title", bobs);
    await desk.app.syncNow();
    expect(await titles()).toEqual(new Set(["bob: Rose garden", "null: null"]));
    expect((await desk.app.syncTools.following()).spaces).toEqual([
      { name: "spaces/garden", title: "Rose garden" },
    ]);

    await desk.app.syncTools.setFollowPublic(true);
    await desk.app.syncNow();
    expect(await shown(desk, "explore")).toEqual(["bob: for all"]);
    expect(await shown(desk)).toEqual(all);
    await desk.app.setPaused(true);
    await desk.app.syncTools.setFollowPublic(false);
    expect(await shown(desk, "explore")).toEqual([]);
    expect(await shown(desk)).toEqual(all);
  });
});

test("A7 · a memo is created in a space, moved out and into another in one operation each", async () => {
  await using setting = await open();
  await setting.call("POST", "spaces?spaceId=cellar", { title: "Cellar" });
  for (const space of ["garden", "cellar"]) {
    await setting.call("POST", `spaces/${space}/members`, { user: "users/alice" });
  }
  const desk = await setting.device();
  const made = await desk.app.createMemo({
    content: "roses",
    visibility: "SPACE",
    space: "spaces/garden",
  });
  if (!made.ok) throw new Error(made.error.message);
  expect(made.value).toMatchObject({ visibility: "SPACE", spaceTitle: "Garden" });
  const { id } = made.value;
  await desk.app.syncNow();
  const onServer = () => setting.call("GET", `memos/${id}`, undefined, bob);
  expect(await onServer()).toMatchObject({ visibility: "SPACE", space: "spaces/garden" });

  await desk.app.updateMemo(id, { visibility: "PRIVATE" });
  await desk.app.syncNow();
  await expect(onServer()).rejects.toThrow("NOT_FOUND");

  await desk.app.setPaused(true);
  const back = { visibility: "SPACE", space: "spaces/cellar" } as const;
  expect(await desk.app.updateMemo(id, back)).toMatchObject({ ok: true, value: back });
  expect(await desk.app.syncTools.waiting()).toHaveLength(1);

  const elsewhere = { visibility: "SPACE", space: "spaces/attic" } as const;
  const refusal = { code: "NOT_FOUND", fields: [{ field: "space" }] };
  const refused = { ok: false, error: refusal };
  expect(await desk.app.createMemo({ content: "x", ...elsewhere })).toMatchObject(refused);
  expect(await desk.app.updateMemo(id, elsewhere)).toMatchObject(refused);
  expect(await desk.app.getMemo(id)).toMatchObject({ ok: true, value: back });
});

test("A7 · a memo written offline in a space that its author has left is rejected", async () => {
  await using setting = await open();
  await setting.call("POST", "spaces/garden/members", { user: "users/alice", role: "USER" });
  const desk = await setting.device();
  await desk.app.setPaused(true);
  const inGarden = { visibility: "SPACE", space: "spaces/garden" } as const;
  await desk.app.createMemo({ content: "late roses", ...inGarden });
  await setting.call("DELETE", "spaces/garden/members/alice", undefined);
  await desk.app.setPaused(false);
  await desk.app.syncNow();
  await vi.waitFor(async () =>
    expect(await desk.app.syncTools.rejected()).toMatchObject([
      { what: { code: "memo" }, why: "not-in-space", text: "late roses" },
    ]),
  );
  // It stays in sight, and is sent once it is moved out of the space.
  const listed = await desk.app.listMemos({
    view: "timeline",
    search: "",
    tag: null,
    pinned: null,
    pageSize: 9,
  });
  if (!listed.ok) throw new Error(listed.error.message);
  expect(listed.value.memos).toMatchObject([
    { content: "late roses", unsent: { why: "not-in-space", isOnServer: false } },
  ]);
  await desk.app.updateMemo(listed.value.memos[0]?.id ?? "", {
    visibility: "PRIVATE",
    space: null,
  });
  await desk.app.syncNow();
  await vi.waitFor(async () => expect(await desk.app.syncTools.rejected()).toEqual([]));
  expect((await desk.app.syncTools.following()).spaces).toEqual([]);
});
