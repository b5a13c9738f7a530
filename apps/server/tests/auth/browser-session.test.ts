import fastifyCookie from "@fastify/cookie";
import { fastify } from "fastify";
import type { SyncRouter } from "@tidemark/core/router";
import { createTRPCClient, httpLink } from "@trpc/client";
import { describe, expect, test } from "vitest";
import {
  browserClient,
  endBrowserSession,
  startBrowserSession,
} from "../../src/http/guards/browser-session.ts";
import { password, startHttpServer, type HttpServer, type Reply } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";
import { codeOf, deviceOf, syncCalls } from "../sync-calls.ts";
import { addUser } from "../two-users.ts";

const day = 24 * 3600 * 1000;
const sessionEnded = [401, "UNAUTHENTICATED"];

/** Server with the accounts alice and bob. */
async function start(...options: Parameters<typeof startHttpServer>): Promise<HttpServer> {
  const server = await startHttpServer(...options);
  await server.alice();
  await addUser(server, "bob");
  return server;
}

const shared = shareServer(start);

/** Signs the app in, as a sign-in form does. Returns the secret for its cookie. */
async function signIn({ services }: HttpServer, username = "alice") {
  const client = { kind: "browser", address: "192.0.2.1", info: "Firefox on Linux" } as const;
  const signedIn = await services.auth.signIn({ username, password }, client);
  if (!signedIn.ok) throw new Error(signedIn.error.message);
  const { secret, id } = signedIn.value.session;
  return { secret, id, cookie: `tidemark_browser=${secret}` };
}

type Headers = Record<string, string>;

/** Returns a client of the sync calls with the given headers. */
function callsWith(server: HttpServer, headers: Headers) {
  return createTRPCClient<SyncRouter>({
    links: [httpLink({ url: `${server.url}/sync`, headers })],
  });
}

async function browserOf(server: HttpServer, username = "alice") {
  const session = await signIn(server, username);
  const headers = { cookie: session.cookie, "tidemark-session": session.id };
  return { ...session, headers, calls: callsWith(server, headers) };
}

/** Asks for a file that doesn't exist: 404 if the credential is accepted. */
function fileWith(server: HttpServer, headers: Headers): Promise<Reply> {
  return server.ask("GET", "/file/attachments/nothing/a.txt", { headers });
}

function upload(server: HttpServer, headers: Headers): Promise<Reply> {
  const tus = { "tus-resumable": "1.0.0", "upload-length": "1" };
  return server.ask("POST", "/sync/blobs", { headers: { ...tus, ...headers } });
}

describe("A38 · the session of the app in a browser", () => {
  test("is a device with a name, for sync, files and its stream", async () => {
    const server = shared();
    const { calls, headers, id } = await browserOf(server);
    expect(await calls.hello.query()).toMatchObject({ user: { name: "users/alice" }, session: id });
    const mine = (await calls.devices.query()).find((device) => device.isCurrent);
    expect(mine).toMatchObject({ id, name: "Firefox on Linux" });
    expect((await fileWith(server, headers)).status).toBe(404);
    expect((await upload(server, headers)).status).not.toBe(401);
    const stream = await fetch(`${server.url}/sync/poke`, {
      headers: { cookie: headers.cookie, accept: "text/event-stream" },
    });
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    // It can add another device, as a desktop does.
    expect(await calls.pairing.begin.mutate()).toMatchObject({ code: expect.any(String) });
  });

  test("ends 30 days after its last use, and each use sends the cookie again", async () => {
    await using server = await start();
    const { headers, cookie } = await browserOf(server);
    const hello = () => server.ask("GET", "/sync/hello", { headers });
    expect((await hello()).headers.get("set-cookie")).toBeNull();
    for (let month = 0; month < 5; month += 1) {
      server.clock.nowMs += 29 * day;
      const reply = await hello();
      expect(reply.status).toBe(200);
      const set = reply.headers.get("set-cookie") ?? "";
      expect(set).toContain(`${cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`);
      expect(set).not.toContain("Secure");
    }
    server.clock.nowMs += 31 * day;
    const ended = await hello();
    expect([ended.status, ended.headers.get("set-cookie")]).toEqual([401, null]);
  });

  test("A42 · on a shared computer no use makes the cookie outlive the browser", async () => {
    await using server = await start();
    const { headers, cookie } = await browserOf(server);
    server.clock.nowMs += 2 * day;
    const shared = { ...headers, cookie: `${cookie}; tidemark_shared=yes` };
    const reply = await server.ask("GET", "/sync/hello", { headers: shared });
    const set = reply.headers.getSetCookie();
    expect(set).toHaveLength(2);
    expect(set.join("\n")).not.toMatch(/Max-Age|Expires/);
  });

  test("A42g · the mark of a copy is kept for as long as the session", async () => {
    await using server = await start();
    const { headers, cookie } = await browserOf(server);
    server.clock.nowMs += 2 * day;
    const marked = { ...headers, cookie: `${cookie}; tidemark_copy=yes` };
    const reply = await server.ask("GET", "/sync/hello", { headers: marked });
    expect(reply.headers.getSetCookie()[1]).toBe(
      "tidemark_copy=yes; Max-Age=2592000; Path=/; SameSite=Lax",
    );
  });

  test("has a Secure cookie over https, that sign-in sets and sign-out deletes", async () => {
    const server = shared();
    const { auth } = server.services;
    const app = fastify({ trustProxy: true });
    await app.register(fastifyCookie);
    app.post("/in", async (request, reply) => {
      const signedIn = await auth.signIn({ username: "alice", password }, browserClient(request));
      if (!signedIn.ok) return reply.code(401).send();
      await startBrowserSession(request, reply, signedIn.value, { auth, publicUrl: null });
      return { id: signedIn.value.session.id };
    });
    app.post("/out", async (request, reply) => {
      await endBrowserSession(request, reply, { auth, wipes: true });
      return {};
    });
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
    const post = (url: string, cookie = "") =>
      app.inject({
        method: "POST",
        url,
        headers: { "x-forwarded-proto": "https", "user-agent": agent, cookie },
      });
    const first = await post("/in");
    const set = String(first.headers["set-cookie"]);
    expect(set).toMatch(/^tidemark_browser=tidemark_browser_\w{43}; .*HttpOnly; Secure;/);
    const cookie = /^[^;]*/.exec(set)?.[0] ?? "";
    const calls = callsWith(server, { cookie });
    const before = await calls.hello.query();
    const names = (await calls.devices.query()).filter(({ id }) => id === before.session);
    expect(names).toMatchObject([{ name: "Firefox on Linux" }]);
    // A second sign-in ends the session before: its cookie is gone.
    const second = await post("/in", cookie);
    expect(await codeOf(calls.hello.query())).toEqual(sessionEnded);
    const later = /^[^;]*/.exec(String(second.headers["set-cookie"]))?.[0] ?? "";
    expect((await callsWith(server, { cookie: later }).hello.query()).session).toBe(
      second.json<{ id: string }>().id,
    );
    const out = await post("/out", later);
    expect(out.headers["set-cookie"]).toContain("tidemark_browser=; Max-Age=0; Path=/");
    expect(out.headers["clear-site-data"]).toBe('"cache", "storage"');
    expect(await codeOf(callsWith(server, { cookie: later }).hello.query())).toEqual(sessionEnded);
    await app.close();
  });

  test("is reported as revoked after another device ended it, and keeps its cookie", async () => {
    const server = shared();
    const { calls, headers, id } = await browserOf(server);
    const desk = (await deviceOf(server, "alice")).calls;
    await desk.revokeDevice.mutate({ id });
    const file = await fileWith(server, headers);
    expect([file.status, file.headers.get("set-cookie")]).toEqual([401, null]);
    expect(await codeOf(calls.hello.query())).toEqual([401, "TOKEN_REVOKED"]);
  });
});

describe("A38a · a secret is valid in one carrier", () => {
  test("an app's cookie isn't a bearer, nor a cookie of the memos API", async () => {
    const server = shared();
    const { secret, cookie } = await browserOf(server);
    const headers = { cookie };
    expect(await codeOf(syncCalls(server, secret).hello.query())).toEqual(sessionEnded);
    const me = "/api/v1/auth/me";
    expect((await server.ask("GET", me, { bearer: secret })).status).toBe(401);
    expect((await server.ask("GET", me, { cookie: secret })).status).toBe(401);
    expect((await server.ask("GET", me, { headers })).status).toBe(401);
    expect((await server.ask("POST", "/api/v1/auth/refresh", { headers })).status).toBe(401);
  });

  test("a bearer and a cookie of the memos API aren't an app's cookie", async () => {
    const server = shared();
    const { token } = await deviceOf(server, "alice");
    const client = { kind: "web", address: "192.0.2.1", info: "" } as const;
    const web = await server.services.auth.signIn({ username: "alice", password }, client);
    const { secret, accessToken } = web.ok
      ? web.value.session
      : { secret: "missing", accessToken: "missing" };
    for (const value of [token, secret, accessToken, "tidemark_browser_", "%00"]) {
      const cookie = `tidemark_browser=${value}`;
      expect(await codeOf(callsWith(server, { cookie }).hello.query())).toEqual(sessionEnded);
      expect((await fileWith(server, { cookie })).status).toBe(401);
    }
  });

  test("the cookie of the memos API stays what it was beside the app's", async () => {
    const server = shared();
    const { cookie } = await browserOf(server, "bob");
    const client = { kind: "web", address: "192.0.2.1", info: "" } as const;
    const web = await server.services.auth.signIn({ username: "alice", password }, client);
    const both = `tidemark_session=${web.ok ? web.value.session.secret : ""}; ${cookie}`;
    const me = await server.ask("GET", "/api/v1/auth/me", { headers: { cookie: both } });
    expect(me.body).toMatchObject({ user: { username: "alice" } });
    const hello = await callsWith(server, { cookie: both }).hello.query();
    expect(hello.user.name).toBe("users/bob");
  });

  test("the API reads the app's cookie, and no other, if a request names its session", async () => {
    const server = shared();
    const client = { kind: "web", address: "192.0.2.1", info: "" } as const;
    const web = await server.services.auth.signIn({ username: "alice", password }, client);
    const ofApi = `tidemark_session=${web.ok ? web.value.session.secret : ""}`;
    const bob = await browserOf(server, "bob");
    const me = async (headers: Headers) => {
      const reply = await server.ask("GET", "/api/v1/auth/me", { headers });
      const { username } = (reply.body["user"] ?? {}) as { readonly username?: string };
      return [reply.status, username];
    };
    const named = { "tidemark-session": bob.id };
    expect(await me({ ...named, cookie: `${ofApi}; ${bob.cookie}` })).toEqual([200, "bob"]);
    // Signed out meanwhile, or signed in as another user.
    expect(await me({ ...named, cookie: ofApi })).toEqual([401, undefined]);
    const other = await browserOf(server, "alice");
    expect(await me({ ...named, cookie: other.cookie })).toEqual([401, undefined]);
    expect(await me({ cookie: `${ofApi}; ${bob.cookie}` })).toEqual([200, "alice"]);
  });
});

describe("A38b · requests from another site", () => {
  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["no origin in a sandboxed frame", { origin: "null" }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a sibling host", { "sec-fetch-site": "same-site" }],
  ])("can't write with the app's cookie: %s", async (_, foreign) => {
    const server = shared();
    const { headers, calls } = await browserOf(server);
    for (const path of ["/sync/signOut", "/sync/push", "/sync/pairing.begin"]) {
      const reply = await server.ask("POST", path, {
        headers: { ...headers, ...foreign },
        body: {},
      });
      expect(reply.status).toBe(403);
    }
    expect((await upload(server, { ...headers, ...foreign })).status).toBe(403);
    const ofApi = { headers: { ...headers, ...foreign }, body: { displayName: "A." } };
    expect((await server.ask("PATCH", "/api/v1/users/alice", ofApi)).status).toBe(403);
    expect((await calls.hello.query()).user.name).toBe("users/alice");
  });

  test("can't write with it from a listed origin either", async () => {
    const origin = "https://reader.example";
    await using server = await start({ corsOrigins: [origin] });
    const { headers } = await browserOf(server);
    const reply = await server.ask("POST", "/sync/signOut", { headers: { ...headers, origin } });
    expect([reply.status, reply.headers.get("access-control-allow-credentials")]).toEqual([
      403,
      null,
    ]);
  });
});

describe("A38c · a request names its session", () => {
  test("and is refused once another account has signed in in the same browser", async () => {
    const server = shared();
    const alice = await browserOf(server);
    const bob = await browserOf(server, "bob");
    // The browser replaced the cookie under alice's app.
    const headers = { cookie: bob.cookie, "tidemark-session": alice.id };
    const mixed = callsWith(server, headers);
    const { epoch } = await alice.calls.hello.query();
    expect(await codeOf(mixed.hello.query())).toEqual(sessionEnded);
    const push = { epoch, streamId: "s", ops: [] };
    expect(await codeOf(mixed.push.mutate(push as never))).toEqual(sessionEnded);
    expect(await codeOf(mixed.pull.mutate({ epoch, cursors: {} } as never))).toEqual(sessionEnded);
    expect((await upload(server, headers)).status).toBe(401);
    expect((await fileWith(server, headers)).status).toBe(401);
    expect(await codeOf(mixed.signOut.mutate())).toEqual(sessionEnded);
    expect((await bob.calls.hello.query()).user.name).toBe("users/bob");
    expect((await alice.calls.hello.query()).user.name).toBe("users/alice");
  });

  test("in every write; only reads may leave it out", async () => {
    const server = shared();
    const { cookie, calls, id } = await browserOf(server);
    const unnamed = callsWith(server, { cookie });
    expect((await unnamed.hello.query()).session).toBe(id);
    expect(await codeOf(unnamed.signOut.mutate())).toEqual(sessionEnded);
    expect((await upload(server, { cookie })).status).toBe(401);
    expect((await calls.hello.query()).session).toBe(id);
  });

  test("and signing out ends that session alone, and deletes the cookie", async () => {
    const server = shared();
    const { headers, calls } = await browserOf(server);
    const other = await browserOf(server);
    const reply = await server.ask("POST", "/sync/signOut", { headers, body: {} });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("set-cookie")).toContain("tidemark_browser=; Max-Age=0");
    expect(await codeOf(calls.hello.query())).toEqual(sessionEnded);
    expect((await other.calls.hello.query()).user.name).toBe("users/alice");
  });
});
