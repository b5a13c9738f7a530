import { describe, expect, test } from "vitest";
import { startHttpServer } from "../http-server.ts";

// Some proxies append the client's port to its address, and the port differs for each connection.

const behindProxy = { trustedProxies: ["loopback"], rateLimitAnonymous: 5 };

describe("a client behind a trusted proxy", () => {
  test.each([
    ["203.0.113.6", (n: number) => `203.0.113.6:${1000 + n}`],
    ["the same in quotes", (n: number) => `"203.0.113.6:${1000 + n}"`],
    ["IPv6 in brackets", (n: number) => `[2001:db8::1]:${1000 + n}`],
    ["IPv6 in quotes", (n: number) => `"[2001:db8::1]:${1000 + n}"`],
    ["another trusted proxy", (n: number) => `198.51.100.9:${n}, 127.0.0.1:${1000 + n}`],
  ])("is one client on every port: %s", async (_name, addressOf) => {
    await using server = await startHttpServer(behindProxy);
    const statuses: number[] = [];
    for (let n = 1; n <= 7; n += 1) {
      const headers = { "x-forwarded-for": addressOf(n) };
      statuses.push((await server.ask("GET", "/api/v1/instance/profile", { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test("is another client at another address", async () => {
    await using server = await startHttpServer(behindProxy);
    for (let n = 1; n <= 7; n += 1) {
      const headers = { "x-forwarded-for": `203.0.113.${n}:1` };
      expect((await server.ask("GET", "/api/v1/instance/profile", { headers })).status).toBe(200);
    }
  });

  test("is throttled after wrong passwords", async () => {
    await using server = await startHttpServer({ ...behindProxy, rateLimitAnonymous: 0 });
    await server.alice();
    const headers = { "x-forwarded-for": "203.0.113.77:2001" };
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const body = { username: "alice", password: "nope" };
      headers["x-forwarded-for"] = `203.0.113.77:${2000 + n}`;
      statuses.push((await server.ask("POST", "/api/v1/auth/signin", { headers, body })).status);
    }
    expect(statuses).toContain(429);
  });
});
