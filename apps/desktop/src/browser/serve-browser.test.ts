import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createTRPCClient,
  httpBatchLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
} from "@trpc/client";
import type { AppRouter } from "@tidemark/core/router";
import { EventSource } from "eventsource";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createMemoryApp } from "@tidemark/replica/testing";
import { z } from "zod";
import { keepPageSecret, provePage } from "../renderer/page-secret.ts";
import { openSessions } from "./kept-sessions.ts";
import * as peerUser from "./peer-user.ts";
import { serveBrowser } from "./serve-browser.ts";
import { createSessionKeys } from "./session-key.ts";

async function start(port = 0, folder?: string) {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), "tidemark-data-")));
  if (folder === undefined) {
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  }
  const pageDir = await mkdtemp(join(tmpdir(), "tidemark-page-"));
  onTestFinished(() => rm(pageDir, { recursive: true, force: true }));
  await mkdir(join(pageDir, "assets"));
  await writeFile(join(pageDir, "index.html"), "<!doctype html><title>Tidemark</title>");
  await writeFile(join(pageDir, "assets", "index-abc123.js"), "export {};");
  await writeFile(join(pageDir, ".sources"), "hidden");
  const app = createMemoryApp();
  const faults: string[] = [];
  const server = await serveBrowser({
    app,
    files: async () => ({ status: 404, headers: {}, body: null }),
    pageDir,
    port,
    sessions: await openSessions(join(dataDir, "browser-sessions.json")),
    onFault: (error) => faults.push(error.message),
  });
  onTestFinished(() => server.close());
  const origin = `http://127.0.0.1:${server.port}`;
  const key = new URLSearchParams(new URL(server.url).hash.slice(1)).get("key") ?? "";
  return { app, faults, server, origin, key, dataDir };
}

/** Returns the globals of a page at an origin, with its storage. */
function pageAt(origin: string) {
  const stored = new Map<string, string>();
  return {
    location: new URL(origin),
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
    },
  };
}

function postKey(origin: string, key: string): Promise<Response> {
  return fetch(`${origin}/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key }),
  });
}

async function signIn(origin: string, key: string): Promise<string> {
  const response = await postKey(origin, key);
  return response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
}

function createClient(origin: string, cookie: string): TRPCClient<AppRouter> {
  const url = `${origin}/trpc`;
  const withCookie: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("cookie", cookie);
    return fetch(input, { ...init, headers });
  };
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (op) => op.type === "subscription",
        true: httpSubscriptionLink({
          url,
          EventSource,
          eventSourceOptions: () => ({ fetch: withCookie as never }),
        }),
        false: httpBatchLink({ url, headers: { cookie } }),
      }),
    ],
  });
}

/** Sends a request with node:http, since fetch doesn't allow setting the Host header. */
function get(
  origin: string,
  path: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}${path}`, { headers, method }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (body += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

describe("the page", () => {
  test("is public and never cached", async () => {
    const { origin } = await start();
    const page = await fetch(`${origin}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Tidemark");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("can't be framed, and only frames pages made for that", async () => {
    const { origin } = await start();
    const framed = await get(origin, "/frames/remote-image", { "sec-fetch-dest": "iframe" });
    expect(framed.status).toBe(200);
    const policy = String(framed.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; img-src https:; script-src 'sha256-");
    expect(policy).toContain("sandbox allow-scripts");
    expect(policy).not.toMatch(/(?:img|script|connect)-src[^;]*(?:'self'|http:|\*)/);
    expect(framed.headers["x-frame-options"]).toBe("SAMEORIGIN");
    const diagram = await get(origin, "/frames/diagram", { "sec-fetch-dest": "iframe" });
    const diagrams = String(diagram.headers["content-security-policy"]);
    expect(diagrams).toMatch(/^default-src 'none'; script-src 'sha256-[^ ]+ blob:; style-src /);
    expect(diagrams).toContain("sandbox allow-scripts");
    expect(diagrams).not.toMatch(/(?:img|connect|font|frame|media)-src|https?:|\*/);
    for (const path of ["/", "/m/abc", "/trpc/changes", "/session", "/frames/other"]) {
      for (const dest of ["iframe", "object", "embed"]) {
        const other = await get(origin, path, { "sec-fetch-dest": dest });
        expect(other.status, `${path} as ${dest}`).toBe(403);
      }
    }
    expect((await get(origin, "/frames/other", {})).status).toBe(404);
    const page = await get(origin, "/", { "sec-fetch-dest": "document" });
    expect(page.headers["content-security-policy"]).toContain("img-src 'self' data: blob:;");
    expect(page.headers["x-frame-options"]).toBe("DENY");
  });

  test("caches its assets forever, since their names contain a hash", async () => {
    const { origin } = await start();
    const asset = await fetch(`${origin}/assets/index-abc123.js`);
    expect(asset.headers.get("content-type")).toContain("javascript");
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  test("serves the page for its own routes, and 404 for missing files", async () => {
    const { origin } = await start();
    const route = await get(origin, "/m/abc", { accept: "text/html,*/*" });
    expect(route.status).toBe(200);
    expect(route.body).toContain("Tidemark");
    expect(route.headers["cache-control"]).toBe("no-store");
    expect((await get(origin, "/m/abc", { accept: "*/*" })).status).toBe(404);
    expect((await get(origin, "/assets/gone.js", { accept: "text/html" })).status).toBe(404);
  });

  test.each(["/../package.json", "/%2e%2e/package.json", "/.sources"])(
    "serves no hidden files and nothing outside its folder: %s",
    async (path) => {
      const { origin } = await start();
      expect((await get(origin, path, {})).status).toBe(404);
    },
  );
});

describe("the key", () => {
  test("is exchanged for an HttpOnly, strict cookie that doesn't reveal it", async () => {
    const { origin, key } = await start();
    expect(key.length).toBeGreaterThanOrEqual(43);
    const response = await postKey(origin, key);
    expect(response.status).toBe(204);
    const cookie = response.headers.getSetCookie()[0] ?? "";
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).not.toContain(key);
  });

  test.each([
    ["a wrong key", JSON.stringify({ key: "x".repeat(43) }), 401],
    ["an empty key", JSON.stringify({ key: "" }), 401],
    ["no key", "{}", 400],
    ["a key of another type", JSON.stringify({ key: 7 }), 400],
    ["no JSON", "key", 400],
  ])("is refused without a cookie: %s", async (_name, body, status) => {
    const { origin } = await start();
    const response = await fetch(`${origin}/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("works once, even for two requests at the same time", async () => {
    const { origin, key } = await start();
    const answers = await Promise.all([postKey(origin, key), postKey(origin, key)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401]);
    const late = await postKey(origin, key);
    expect(late.status).toBe(401);
    expect(late.headers.getSetCookie()).toEqual([]);
    expect(await late.json()).toEqual({ error: expect.stringMatching(/used already/) });
  });

  test("can be sent again by a page that has the cookie", async () => {
    const { origin, key } = await start();
    const cookie = await signIn(origin, key);
    const again = await fetch(`${origin}/session`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify({ key }),
    });
    expect(again.status).toBe(204);
    expect((await get(origin, "/trpc/profile.get", { cookie })).status).toBe(200);
  });

  test("is only issued over the channel", async () => {
    const { origin, key } = await start();
    const cookie = await signIn(origin, key);
    for (const headers of [{}, { cookie }, { authorization: "Bearer undefined" }]) {
      expect((await get(origin, "/session/keys", headers, "POST")).status).toBe(404);
    }
  });

  test("differs on each start", async () => {
    const [one, two] = [await start(), await start()];
    expect(one.key).not.toBe(two.key);
    expect((await postKey(two.origin, one.key)).status).toBe(401);
  });
});

test("only the newest eight unused keys are valid", () => {
  const keys = createSessionKeys();
  const issued = Array.from({ length: 10 }, () => keys.issue());
  expect(issued.map((key) => keys.take(key))).toEqual([
    ...Array<boolean>(2).fill(false),
    ...Array<boolean>(8).fill(true),
  ]);
  expect(issued.map((key) => keys.take(key))).toEqual(Array<boolean>(10).fill(false));
});

describe("the router", () => {
  test("returns 401 without the cookie, whether the path exists or not", async () => {
    const { origin, key, app } = await start();
    await app.createMemo({ content: "secret text" });
    for (const path of [
      "/trpc/memos.list",
      "/%74rpc/memos.list",
      "/trpc/absent",
      "/trpc/changes",
      "/trpc",
      "/trpc/",
      "/trpc/a/b",
    ]) {
      for (const cookie of ["", `tidemark-${new URL(origin).port}=${key}`, "tidemark=1"]) {
        const response = await get(origin, path, { cookie });
        expect([path, response.status]).toEqual([path, 401]);
        expect(response.body).not.toContain("secret");
      }
    }
    const write = await fetch(`${origin}/trpc/memos.create`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ content: "planted" }),
    });
    expect(write.status).toBe(401);
    await expect(app.counts()).resolves.toMatchObject({ normal: 1 });
  });

  test("reports to the page's client that it isn't signed in", async () => {
    const { origin } = await start();
    await expect(createClient(origin, "").profile.get.query()).rejects.toMatchObject({
      data: { code: "UNAUTHORIZED", app: null },
    });
  });

  test("answers calls and subscriptions with the cookie", async () => {
    const { origin, key, app } = await start();
    const client = createClient(origin, await signIn(origin, key));
    const changes: unknown[] = [];
    const subscription = client.changes.subscribe(undefined, {
      onData: (change) => changes.push(change),
    });
    await vi.waitFor(() => expect(changes).toEqual([{ memos: null, sync: true }]));
    const memo = await client.memos.create.mutate({ content: "from the page" });
    await vi.waitFor(() => expect(changes[1]).toEqual({ memos: [memo.id], sync: false }));
    subscription.unsubscribe();
    await vi.waitFor(() => expect(app.watchers.size).toBe(0));
  });

  test("returns the app's errors and reports only unexpected ones", async () => {
    const { origin, key, app, faults } = await start();
    const client = createClient(origin, await signIn(origin, key));
    await expect(client.memos.get.query({ id: "absent" })).rejects.toMatchObject({
      data: { app: { code: "NOT_FOUND" } },
    });
    expect(faults).toEqual([]);
    app.tags = () => Promise.reject(new Error("broken"));
    await expect(client.memos.tags.query()).rejects.toThrow("broken");
    expect(faults).toEqual(["broken"]);
  });

  test("rejects arrays that are too long, and stops at the first invalid element", async () => {
    const { origin, key } = await start();
    const cookie = await signIn(origin, key);
    const wrong = Array.from({ length: 200_000 }, () => 7);
    const bodies: readonly (readonly [string, object])[] = [
      ["memos.purge", { ids: wrong }],
      ["memos.purge", { ids: [7, 7, 7] }],
      ["memos.retag", { ids: wrong, add: wrong, remove: wrong }],
      ["memos.undoRetag", { memos: wrong }],
      ["memos.undoRetag", { memos: [{ id: "a", seenIn: "", steps: wrong }] }],
      ["bulk.update", { memos: wrong }],
      ["inbox.mark", { ids: wrong, isRead: true }],
    ];
    for (const [path, body] of bodies) {
      const answer = await fetch(`${origin}/trpc/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie },
        body: JSON.stringify(body),
      });
      expect([path, answer.status]).toEqual([path, 400]);
      expect((await answer.text()).length).toBeLessThan(5000);
    }
  });

  test("accepts a search of 8 KiB in the URL and a text of 2 MB", async () => {
    const { origin, key } = await start();
    const client = createClient(origin, await signIn(origin, key));
    await client.memos.create.mutate({ content: "é".repeat(1_000_000) });
    const page = await client.memos.list.query({ search: "é".repeat(8192) });
    expect(page.memos).toHaveLength(1);
  });
});

describe("a foreign request", () => {
  const paths = ["/", "/assets/index-abc123.js", "/absent", "/trpc/profile.get", "/session"];
  const foreign: [string, (port: number) => Record<string, string>][] = [
    ["host", () => ({ host: "evil.example" })],
    ["host with our port", (port) => ({ host: `evil.example:${port}` })],
    ["host without a port", () => ({ host: "127.0.0.1" })],
    ["host with another port", () => ({ host: "127.0.0.1:1" })],
    ["host of the other family", (port) => ({ host: `[::1]:${port}` })],
    ["origin", () => ({ origin: "https://evil.example" })],
    ["origin of another local port", () => ({ origin: "http://127.0.0.1:1" })],
    ["opaque origin", () => ({ origin: "null" })],
    ["origin of another scheme", (port) => ({ origin: `https://127.0.0.1:${port}` })],
    ["site", () => ({ "sec-fetch-site": "cross-site" })],
    ["page on another port", () => ({ "sec-fetch-site": "same-site" })],
  ];
  test.each(foreign)("is refused everywhere: %s", async (_name, headers) => {
    const { origin, key, server } = await start();
    const cookie = await signIn(origin, key);
    for (const path of paths) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const response = await get(origin, path, { cookie, ...headers(server.port) }, method);
        expect([path, method, response.status]).toEqual([path, method, 403]);
        expect(response.headers["access-control-allow-origin"]).toBeUndefined();
      }
    }
  });

  test("is distinguished from the page's own, under both host names", async () => {
    const { origin, key, server } = await start();
    const cookie = await signIn(origin, key);
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`]) {
      const response = await get(origin, "/trpc/profile.get", {
        cookie,
        host,
        origin: `http://${host}`,
        "sec-fetch-site": "same-origin",
      });
      expect(response.status).toBe(200);
    }
    expect((await get(origin, "/", { "sec-fetch-site": "none" })).status).toBe(200);
  });
});

test("close ends open streams and the app's subscriptions", async () => {
  const { app, origin, key, server } = await start();
  const cookie = await signIn(origin, key);
  const stream = await fetch(`${origin}/trpc/changes`, {
    headers: { cookie, accept: "text/event-stream" },
  });
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  await vi.waitFor(() => expect(app.watchers.size).toBe(1));
  const ended = stream.text().catch(() => "cut");
  await server.close();
  await ended;
  await vi.waitFor(() => expect(app.watchers.size).toBe(0));
  await expect(fetch(origin)).rejects.toThrow("fetch failed");
});

test("a taken port is an EADDRINUSE error", async () => {
  const { server } = await start();
  await expect(start(server.port)).rejects.toMatchObject({ code: "EADDRINUSE" });
});

describe("a page whose host was killed and restarted", () => {
  test("W5 · keeps its session, on the same folder and port", async () => {
    const { origin, key, server, dataDir } = await start();
    const cookie = await signIn(origin, key);
    await server.close();
    const again = await start(server.port, dataDir);
    expect(await createClient(again.origin, cookie).profile.get.query()).toMatchObject({
      user: "users/local",
    });
  });

  test("proves itself if the system reports no users, which invalidates the old cookie", async () => {
    vi.spyOn(peerUser, "namesUsers").mockResolvedValue(false);
    onTestFinished(() => void vi.restoreAllMocks());
    const { origin, key, server, dataDir } = await start();
    const { port } = server;
    const { location, localStorage } = pageAt(origin);
    vi.stubGlobal("location", location);
    vi.stubGlobal("localStorage", localStorage);
    onTestFinished(() => void vi.unstubAllGlobals());
    const cookie = await signIn(origin, key);
    await keepPageSecret(key);
    expect((await fetch(`${origin}/session`, { headers: { cookie } })).status).toBe(204);
    await server.close();

    await start(port, dataDir);
    const asked = await fetch(`${origin}/session`, { headers: { cookie } });
    expect(asked.status).toBe(401);
    const { challenge } = z.object({ challenge: z.string() }).parse(await asked.json());
    const prove = (proof: string | null, headers: Record<string, string>) =>
      fetch(`${origin}/session`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ proof }),
      });
    const proof = await provePage(challenge);
    expect((await prove(await provePage("of another start"), { cookie })).status).toBe(401);
    expect((await prove(proof, {})).status).toBe(401);
    const resumed = await prove(proof, { cookie });
    expect(resumed.status).toBe(204);
    const fresh = resumed.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    expect((await get(origin, "/trpc/profile.get", { cookie: fresh })).status).toBe(200);
    expect((await get(origin, "/trpc/profile.get", { cookie })).status).toBe(401);
    expect((await prove(proof, { cookie })).status).toBe(401);
  });

  test("has no session on another folder", async () => {
    const { origin, key, server } = await start();
    const cookie = await signIn(origin, key);
    await server.close();
    const other = await start(server.port);
    await expect(createClient(other.origin, cookie).profile.get.query()).rejects.toMatchObject({
      data: { httpStatus: 401 },
    });
  });

  test("checks by GET /session if its session is valid", async () => {
    const { origin, key } = await start();
    const cookie = await signIn(origin, key);
    expect((await fetch(`${origin}/session`, { headers: { cookie } })).status).toBe(204);
    expect((await fetch(`${origin}/session`)).status).toBe(401);
    const wrong = { cookie: `${cookie}x` };
    expect((await fetch(`${origin}/session`, { headers: wrong })).status).toBe(401);
  });
});
