import { describe, expect, test } from "vitest";
import { cookieOf, password, startHttpServer, type HttpServer } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";

const hour = 3600 * 1000;
const day = 24 * hour;

function signIn(server: HttpServer, body: unknown = { username: "alice", password }) {
  return server.ask("POST", "/api/v1/auth/signin", { body });
}

/** Server with the administrator alice. */
const shared = shareServer(async () => {
  const server = await startHttpServer();
  await server.alice();
  return server;
});

describe("set-up", () => {
  /** Server without an administrator. */
  const unused = shareServer(startHttpServer);

  test("accepts the printed code once, and signs in the new administrator", async () => {
    await using server = await startHttpServer();
    const code = (await server.services.auth.setupCode()) ?? "";
    const body = { code, username: "alice", password };
    const wrong = await server.ask("POST", "/api/v1/setup", { body: { ...body, code: "AAAA" } });
    expect(wrong.status).toBe(403);
    const made = await server.ask("POST", "/api/v1/setup", {
      body: { ...body, code: ` ${code.toLowerCase()}` },
    });
    expect(made).toMatchObject({
      status: 200,
      body: { user: { name: "users/alice", role: "ADMIN" } },
    });
    const me = await server.ask("GET", "/api/v1/auth/me", { cookie: cookieOf(made) });
    expect(me.body).toMatchObject({ user: { username: "alice" } });
    const again = await server.ask("POST", "/api/v1/setup", {
      body: { ...body, username: "mallory" },
    });
    expect(again).toMatchObject({ status: 403, body: { code: 7 } });
    expect(await server.services.auth.setupCode()).toBeNull();
  });

  test.each([
    ["a short password", { password: "seven77" }, "password"],
    ["a reserved name", { username: "local" }, "username"],
    ["a name of digits", { username: "123" }, "username"],
  ])("rejects %s, and the code stays valid", async (_, change, field) => {
    const server = unused();
    const code = await server.services.auth.setupCode();
    const refused = await server.ask("POST", "/api/v1/setup", {
      body: { code, username: "alice", password, ...change },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field }] }] },
    });
    expect(await server.services.auth.setupCode()).toBe(code);
  });

  test("creates one administrator from two concurrent requests", async () => {
    await using server = await startHttpServer();
    const code = await server.services.auth.setupCode();
    const replies = await Promise.all(
      ["alice", "bob"].map((username) =>
        server.ask("POST", "/api/v1/setup", { body: { code, username, password } }),
      ),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 403]));
  });
});

describe("signing in", () => {
  test("takes both bodies and answers user, token and a guarded cookie", async () => {
    const server = shared();
    for (const body of [
      { username: "alice", password },
      { passwordCredentials: { username: "ALICE", password } },
      { password_credentials: { username: "alice", password } },
    ]) {
      const reply = await signIn(server, body);
      expect(reply).toMatchObject({
        status: 200,
        body: { user: { name: "users/alice", state: "NORMAL" } },
      });
      expect(Object.keys(reply.body).toSorted()).toEqual([
        "accessToken",
        "accessTokenExpiresAt",
        "user",
      ]);
      expect(reply.headers.get("set-cookie")).toMatch(
        /^tidemark_session=[0-9A-Za-z]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      const bearer = String(reply.body["accessToken"]);
      const status = await server.ask("GET", "/api/v1/auth/status", { bearer });
      expect(status.body).toMatchObject({ user: { id: 1, name: "users/1", role: "HOST" } });
    }
  });

  test("marks the cookie Secure if the public URL is https", async () => {
    await using server = await startHttpServer({ publicUrl: "https://memos.example" });
    await server.alice();
    expect((await signIn(server)).headers.get("set-cookie")).toContain("; Secure");
  });

  test("returns the same message for an unknown name and a wrong password", async () => {
    const server = shared();
    const wrong = await signIn(server, { username: "alice", password: "wrong password" });
    const unknown = await signIn(server, { username: "nobody", password: "wrong password" });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.headers.get("set-cookie")).toBeNull();
  });

  test("is throttled after ten failures per name and address, for a while", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const bad = { username: "alice", password: "wrong password" };
    for (let i = 0; i < 10; i += 1) expect((await signIn(server, bad)).status).toBe(401);
    const throttled = await signIn(server);
    expect(throttled).toMatchObject({ status: 429, body: { code: 8 } });
    expect(Number(throttled.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await signIn(server, { ...bad, username: "other" })).status).toBe(401);
    server.clock.nowMs += 15 * 60 * 1000 + 1;
    expect((await signIn(server)).status).toBe(200);
  });

  test("counts concurrent attempts before checking them", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const replies = await Promise.all(
      Array.from({ length: 14 }, () =>
        signIn(server, { username: "alice", password: "wrong one" }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(4);
  });

  test("works while the cookie of an ended session is still set", async () => {
    const server = shared();
    const reply = await server.ask("POST", "/api/v1/auth/signin", {
      cookie: "ended",
      body: { username: "alice", password },
    });
    expect(reply.status).toBe(200);
  });

  test("sign-up is closed", async () => {
    const server = shared();
    const reply = await server.ask("POST", "/api/v1/auth/signup", {
      body: { username: "bob", password },
    });
    expect(reply).toMatchObject({ status: 403, body: { code: 7 } });
  });
});

describe("a session", () => {
  test("ends at once for cookie and token when it is signed out of", async () => {
    const server = shared();
    const signedIn = await signIn(server);
    const cookie = cookieOf(signedIn);
    const bearer = String(signedIn.body["accessToken"]);
    const out = await server.ask("POST", "/api/v1/auth/signout", { cookie });
    expect(out).toMatchObject({ status: 200, body: {} });
    expect(out.headers.get("set-cookie")).toMatch(/tidemark_session=;.*Expires=Thu, 01 Jan 1970/);
    expect((await server.ask("GET", "/api/v1/auth/me", { cookie })).status).toBe(401);
    expect((await server.ask("GET", "/api/v1/auth/me", { bearer })).status).toBe(401);
  });

  test("expires thirty days after its last use", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const cookie = cookieOf(await signIn(server));
    const me = () => server.ask("GET", "/api/v1/auth/me", { cookie });
    server.clock.nowMs += 29 * day;
    const used = await me();
    expect(used.status).toBe(200);
    expect(cookieOf(used)).toBe(cookie);
    server.clock.nowMs += 29 * day;
    expect((await me()).status).toBe(200);
    server.clock.nowMs += 30 * day + 1;
    expect(await me()).toMatchObject({
      status: 401,
      body: { code: 16, details: [{ reason: "TOKEN_EXPIRED" }] },
    });
  });

  test("of a browser expires after ninety days, even if it is used", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const openedMs = server.clock.nowMs;
    const cookie = cookieOf(await signIn(server));
    const me = () => server.ask("GET", "/api/v1/auth/me", { cookie });
    for (let days = 20; days <= 80; days += 20) {
      server.clock.nowMs = openedMs + days * day;
      expect((await me()).status).toBe(200);
    }
    const refreshed = await server.ask("POST", "/api/v1/auth/refresh", { cookie });
    expect(refreshed.status).toBe(200);
    server.clock.nowMs = openedMs + 90 * day - 1;
    expect((await me()).status).toBe(200);
    const late = await server.ask("POST", "/api/v1/auth/refresh", { cookie });
    const bearer = String(late.body["accessToken"]);
    server.clock.nowMs += 1;
    for (const credential of [{ cookie }, { bearer }]) {
      expect(await server.ask("GET", "/api/v1/auth/me", credential)).toMatchObject({
        status: 401,
        body: { details: [{ reason: "TOKEN_EXPIRED" }] },
      });
    }
  });

  test("of a browser from an earlier version without a limit expires after ninety days too", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const cookie = cookieOf(await signIn(server));
    await server.services.database.write(async ({ sessions }) => {
      const createdMs = server.clock.nowMs - 90 * day;
      for (const session of await sessions.listByUser("users/alice")) {
        await sessions.update({ ...session, createdMs, expiresMs: server.clock.nowMs + day });
      }
    });
    expect((await server.ask("GET", "/api/v1/auth/me", { cookie })).status).toBe(401);
  });

  test("of a device lasts for as long as it is used", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const client = { kind: "device", address: "203.0.113.7", info: "laptop" } as const;
    const opened = await server.services.auth.signIn({ username: "alice", password }, client);
    if (!opened.ok) throw new Error(opened.error.message);
    const bearer = opened.value.session.secret;
    for (let days = 0; days < 200; days += 25) {
      server.clock.nowMs += 25 * day;
      expect((await server.ask("GET", "/api/v1/auth/me", { bearer })).status).toBe(200);
    }
  });

  test("can't be refreshed with a token of any kind", async () => {
    const server = shared();
    const ofSession = await server.alice();
    const made = await server.ask("POST", "/api/v1/access-tokens", {
      bearer: ofSession,
      body: { name: "script" },
    });
    const client = { kind: "device", address: "203.0.113.7", info: "laptop" } as const;
    const device = await server.services.auth.signIn({ username: "alice", password }, client);
    const bearers = [
      ofSession,
      String(made.body["accessToken"]),
      device.ok ? device.value.session.secret : "",
    ];
    for (const bearer of bearers) {
      expect(await server.ask("POST", "/api/v1/auth/refresh", { bearer })).toMatchObject({
        status: 400,
        body: { code: 9, message: expect.stringMatching(/cookie/) as string },
      });
      expect((await server.ask("GET", "/api/v1/auth/me", { bearer })).status).toBe(200);
    }
  });

  test("issues tokens that expire after an hour, and refreshes them", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const signedIn = await signIn(server);
    const first = String(signedIn.body["accessToken"]);
    server.clock.nowMs += hour + 1;
    expect(await server.ask("GET", "/api/v1/auth/status", { bearer: first })).toMatchObject({
      status: 401,
      body: { error: { code: "TOKEN_EXPIRED" } },
    });
    const cookie = cookieOf(signedIn);
    const refreshed = await server.ask("POST", "/api/v1/auth/refresh", { cookie });
    const second = String(refreshed.body["accessToken"]);
    expect((await server.ask("GET", "/api/v1/auth/me", { bearer: second })).status).toBe(200);
  });

  test("rejects its cookie's value as a bearer token", async () => {
    const server = shared();
    const bearer = cookieOf(await signIn(server));
    expect((await server.ask("GET", "/api/v1/auth/me", { bearer })).status).toBe(401);
  });

  test("stores no secret in the database", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const cookie = cookieOf(await signIn(server));
    const sessions = await server.services.database.read((stores) =>
      stores.sessions.listByUser("users/alice"),
    );
    expect(sessions).toHaveLength(2);
    expect(JSON.stringify(sessions)).not.toContain(cookie);
  });
});

describe("a bad credential", () => {
  test.each([
    ["GET", "/api/v1/memos", "current"],
    ["GET", "/api/v1/instance/profile", "current"],
    ["GET", "/api/v1/no/such/path", "current"],
    ["PUT", "/api/v1/memos", "current"],
    ["GET", "/api/v1/system/info", "older"],
    ["GET", "/api/v1/access-tokens", "older"],
  ])("is 401 on %s %s", async (method, path, form) => {
    const server = shared();
    for (const credential of [
      { bearer: "memos_pat_unknown" },
      { bearer: "x" },
      { cookie: "x" },
      { headers: { authorization: "Bearer" } },
      { headers: { authorization: "bearer a b" } },
      { headers: { authorization: "Basic eDp5" }, cookie: "x" },
    ]) {
      const reply = await server.ask(method, path, credential);
      expect(reply.status).toBe(401);
      expect(reply.body).toMatchObject(
        form === "older" ? { error: { code: "UNAUTHENTICATED" } } : { code: 16 },
      );
    }
  });

  test("is not made good by a cookie beside it", async () => {
    const server = shared();
    const cookie = cookieOf(await signIn(server));
    expect((await server.ask("GET", "/api/v1/auth/me", { cookie, bearer: "x" })).status).toBe(401);
  });

  test("isn't read from Basic credentials for a proxy in front of the server", async () => {
    const server = shared();
    const cookie = cookieOf(await signIn(server));
    for (const authorization of ["Basic eDp5", "Negotiate YII=", 'Digest username="x"', "x"]) {
      const headers = { authorization };
      const me = await server.ask("GET", "/api/v1/auth/me", { headers, cookie });
      expect(me.body, authorization).toMatchObject({ user: { username: "alice" } });
      const profile = await server.ask("GET", "/api/v1/instance/profile", { headers });
      expect(profile.status, authorization).toBe(200);
      const memos = await server.ask("GET", "/api/v1/memos", { headers });
      expect(memos, authorization).toMatchObject({ status: 401, body: { code: 16 } });
      // Browsers send this credential automatically, so the cookie needs the same cross-site check as alone.
      const crossSite = await server.ask("POST", "/api/v1/memos", {
        headers: { ...headers, origin: "https://elsewhere.example" },
        cookie,
        body: { content: "x" },
      });
      expect(crossSite.status, authorization).toBe(403);
    }
    const sync = await fetch(`${server.url}/sync/hello`, {
      headers: { authorization: "Basic eDp5", cookie: `tidemark_session=${cookie}` },
    });
    expect(sync.status).toBe(200);
  });

  test("is 401 and not anonymous when there is none", async () => {
    const server = shared();
    const reply = await server.ask("GET", "/api/v1/memos");
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({
      code: 16,
      message: "sign in, or send an access token",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason: "UNAUTHENTICATED",
          domain: "tidemark",
        },
      ],
    });
  });
});

describe("a write that another site makes a browser send", () => {
  const memo = { content: "x" };
  test.each([
    ["another origin", { origin: "https://evil.example" }, 403],
    ["an opaque origin", { origin: "null" }, 403],
    ["Sec-Fetch-Site: cross-site", { "sec-fetch-site": "cross-site" }, 403],
    ["Sec-Fetch-Site: same-origin", { "sec-fetch-site": "same-origin" }, 200],
    ["neither header", {}, 200],
  ])("with a cookie and %s", async (_, headers, status) => {
    const server = shared();
    const cookie = cookieOf(await signIn(server));
    const reply = await server.ask("POST", "/api/v1/memos", { cookie, headers, body: memo });
    expect(reply.status).toBe(status);
  });

  test("is accepted from the server's own origin, and from any origin with a bearer token", async () => {
    const server = shared();
    const bearer = await server.alice();
    const cookie = cookieOf(await signIn(server));
    const own = { origin: server.url };
    const other = { origin: "https://evil.example" };
    const write = (ask: object) => server.ask("POST", "/api/v1/memos", { body: memo, ...ask });
    expect((await write({ cookie, headers: own })).status).toBe(200);
    expect((await write({ bearer, headers: other })).status).toBe(200);
    expect((await server.ask("GET", "/api/v1/memos", { cookie, headers: other })).status).toBe(200);
  });

  test("can't sign in a user either", async () => {
    const server = shared();
    const reply = await server.ask("POST", "/api/v1/auth/signin", {
      headers: { origin: "https://evil.example" },
      body: { username: "alice", password },
    });
    expect(reply.status).toBe(403);
  });
});
