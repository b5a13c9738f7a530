import { describe, expect, test } from "vitest";
import { cookieOf, password, startHttpServer } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";

const listed = "https://app.example";
const other = "https://other.example";
const preflight = (origin: string) => ({
  headers: {
    origin,
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "authorization, content-type",
  },
});

/** Returns the names of the CORS headers of a response. */
function opened(headers: Headers): string[] {
  return [...headers.keys()].filter((name) => name.startsWith("access-control-"));
}

describe("without a listed origin", () => {
  test("no response has CORS headers, and preflights fail", async () => {
    await using server = await startHttpServer();
    const bearer = await server.alice();
    for (const origin of [other, "null", server.url]) {
      const reply = await server.ask("GET", "/api/v1/memos", { bearer, headers: { origin } });
      expect(reply.status).toBe(200);
      expect(opened(reply.headers), origin).toEqual([]);
      const asked = await server.ask("OPTIONS", "/api/v1/memos", preflight(origin));
      expect(asked.status).toBe(405);
      expect(opened(asked.headers)).toEqual([]);
    }
  });
});

describe("a listed origin", () => {
  const config = { corsOrigins: [listed, "http://localhost:3000"], rateLimit: 50 };
  const shared = shareServer(async () => {
    const server = await startHttpServer(config);
    return Object.assign(server, { bearer: await server.alice() });
  });

  test("may read responses and their rate headers, but never with cookies", async () => {
    const server = shared();
    const { bearer } = server;
    const reply = await server.ask("GET", "/api/v1/memos", { bearer, headers: { origin: listed } });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("access-control-allow-origin")).toBe(listed);
    expect(reply.headers.get("access-control-allow-credentials")).toBeNull();
    expect(reply.headers.get("vary")).toMatch(/\bOrigin\b/i);
    const exposed = reply.headers.get("access-control-expose-headers")?.split(", ");
    expect(exposed).toEqual(
      expect.arrayContaining(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]),
    );
    expect(reply.headers.get("x-ratelimit-limit")).toBe("50");
  });

  test.each(["app://obsidian.md", "capacitor://localhost", "chrome-extension://abcdefghijklmnop"])(
    "may be an app's own, such as %s",
    async (origin) => {
      await using server = await startHttpServer({ corsOrigins: [origin] });
      const bearer = await server.alice();
      const reply = await server.ask("GET", "/api/v1/memos", { bearer, headers: { origin } });
      expect(reply.headers.get("access-control-allow-origin")).toBe(origin);
      const asked = await server.ask("OPTIONS", "/api/v1/memos", preflight(origin));
      expect(asked.status).toBe(204);
      const signedIn = await server.ask("POST", "/api/v1/auth/signin", {
        headers: { origin, "sec-fetch-site": "cross-site" },
        body: { username: "alice", password },
      });
      expect(signedIn.status).toBe(200);
      const foreign = await server.ask("GET", "/api/v1/memos", {
        bearer,
        headers: { origin: `${origin}.evil` },
      });
      expect(opened(foreign.headers)).toEqual([]);
    },
  );

  test("may read errors too", async () => {
    await using server = await startHttpServer({ ...config, rateLimitAnonymous: 1 });
    for (const status of [401, 429]) {
      const reply = await server.ask("GET", "/api/v1/memos", { headers: { origin: listed } });
      expect(reply.status).toBe(status);
      expect(reply.headers.get("access-control-allow-origin")).toBe(listed);
    }
  });

  test("may send preflights without a credential for every path, which aren't counted", async () => {
    await using server = await startHttpServer({ ...config, rateLimitAnonymous: 1 });
    for (const path of ["/api/v1/memos", "/api/v1/memos/x", "/file/attachments/x/y.png"]) {
      const reply = await server.ask("OPTIONS", path, preflight(listed));
      expect(reply.status, path).toBe(204);
      expect(reply.headers.get("access-control-allow-origin")).toBe(listed);
      expect(reply.headers.get("access-control-allow-methods")).toContain("PATCH");
      expect(reply.headers.get("access-control-allow-headers")).toContain("authorization");
      expect(reply.headers.get("access-control-allow-credentials")).toBeNull();
      expect(reply.headers.get("access-control-max-age")).toBe("600");
    }
    const wrong = await server.ask("OPTIONS", "/api/v1/memos", { headers: { origin: listed } });
    expect(wrong.status).toBe(405);
  });

  test("can sign in and write with a bearer token, but not with a cookie", async () => {
    const server = shared();
    const signIn = await server.ask("POST", "/api/v1/auth/signin", {
      headers: { origin: listed, "sec-fetch-site": "cross-site" },
      body: { username: "alice", password },
    });
    expect(signIn.status).toBe(200);
    const headers = { origin: listed, "sec-fetch-site": "cross-site" };
    const body = { content: "from another page" };
    const bearer = String(signIn.body["accessToken"]);
    expect((await server.ask("POST", "/api/v1/memos", { bearer, headers, body })).status).toBe(200);
    const cookie = cookieOf(signIn);
    expect((await server.ask("POST", "/api/v1/memos", { cookie, headers, body })).status).toBe(403);
  });

  test.each([other, "null", "https://app.example.evil.example", "http://app.example", "*"])(
    "doesn't match %s",
    async (origin) => {
      const server = shared();
      const { bearer } = server;
      const reply = await server.ask("GET", "/api/v1/memos", { bearer, headers: { origin } });
      expect(opened(reply.headers)).toEqual([]);
      const asked = await server.ask("OPTIONS", "/api/v1/memos", preflight(origin));
      expect(asked.status).toBe(405);
      expect(opened(asked.headers)).toEqual([]);
      const signIn = await server.ask("POST", "/api/v1/auth/signin", {
        headers: { origin },
        body: { username: "alice", password },
      });
      expect(signIn.status).toBe(403);
    },
  );
});
