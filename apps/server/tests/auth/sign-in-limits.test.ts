import { appError, AppFailure, createPageTokens } from "@tidemark/core";
import { type AuthDeps, createAuthService } from "@tidemark/core/auth";
import { describe, expect, test, vi } from "vitest";
import * as passwordHash from "../../src/auth/password-hash.ts";
import { type HttpServer, password, type Reply, startHttpServer } from "../http-server.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";

const wrong = "wrong password";
const quarterMs = 15 * 60 * 1000;
const behindProxy = { trustedProxies: ["loopback"] };

/** Signs in with a forwarded address. */
function signIn(
  { server }: Pick<TwoUsers, "server">,
  address: string,
  username: string,
  given = password,
): Promise<Reply> {
  return server.ask("POST", "/api/v1/auth/signin", {
    headers: { "x-forwarded-for": address },
    body: { username, password: given },
  });
}

async function fail(
  users: Pick<TwoUsers, "server">,
  address: string,
  username: string,
  times: number,
): Promise<Set<number>> {
  const tries = Array.from({ length: times }, () => signIn(users, address, username, wrong));
  return new Set((await Promise.all(tries)).map(({ status }) => status));
}

describe("failed sign-ins", () => {
  test("lock the account only for that address, and the address only for that account", async () => {
    await using users = await startWithUsers(behindProxy);
    expect(await fail(users, "203.0.113.1", "bob", 10)).toEqual(new Set([401]));
    const locked = await signIn(users, "203.0.113.1", "bob");
    expect(locked).toMatchObject({ status: 429, body: { code: 8 } });
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await signIn(users, "203.0.113.1", "BOB")).status).toBe(429);
    expect((await signIn(users, "203.0.113.2", "bob")).status).toBe(200);
    expect((await signIn(users, "203.0.113.1", "carol")).status).toBe(200);
    users.server.clock.nowMs += quarterMs + 1;
    expect((await signIn(users, "203.0.113.1", "bob")).status).toBe(200);
  });

  test("on many accounts throttle their address, except for accounts known there", async () => {
    await using users = await startWithUsers(behindProxy);
    const shared = "203.0.113.1";
    expect((await signIn(users, shared, "bob")).status).toBe(200);
    for (let i = 0; i < 5; i += 1) await fail(users, shared, `nobody${i}`, 10);
    expect((await signIn(users, shared, "carol")).status).toBe(429);
    expect((await signIn(users, shared, "nobody9", wrong)).status).toBe(429);
    expect((await signIn(users, shared, "bob")).status).toBe(200);
    expect((await signIn(users, "203.0.113.2", "carol")).status).toBe(200);
    // A known account gets no extra guesses: failures still count against the account.
    expect(await fail(users, shared, "bob", 10)).toEqual(new Set([401]));
    expect((await signIn(users, shared, "bob")).status).toBe(429);
  });

  test("are counted for the /64 of an IPv6 address", async () => {
    await using users = await startWithUsers(behindProxy);
    for (let i = 0; i < 10; i += 1) {
      expect((await signIn(users, `2001:db8:1:2::${i}`, "bob", wrong)).status).toBe(401);
    }
    expect((await signIn(users, "2001:db8:1:2:ffff::1", "bob")).status).toBe(429);
    expect((await signIn(users, "2001:db8:1:3::1", "bob")).status).toBe(200);
  });

  test("from very many addresses lock an account for unknown addresses", async () => {
    await using server = await startHttpServer();
    await server.alice();
    let checked = 0;
    const auth = authOver(server, {
      hashPassword: async () => "",
      verifyPassword: async (given) => {
        checked += 1;
        return given === password;
      },
    });
    const from = (address: string, given = password) =>
      auth.signIn({ username: "alice", password: given }, { kind: "web", address, info: "" });
    expect((await from("home")).ok).toBe(true);
    for (let i = 0; i < 1000; i += 1) await from(`a${i % 100}`, wrong);
    expect(checked).toBe(1001);
    expect(await from("elsewhere")).toMatchObject({ error: { code: "RESOURCE_EXHAUSTED" } });
    expect(checked).toBe(1001);
    expect((await from("home")).ok).toBe(true);
  });
});

describe("a password while the hash queue is full", () => {
  test("is rejected with 429, and doesn't count as a failure", async () => {
    const hashing = vi.spyOn(passwordHash, "verifyPassword");
    await using users = await startWithUsers();
    const busy = { ...appError("RESOURCE_EXHAUSTED", "busy"), retryAfterMs: 2000 };
    hashing.mockRejectedValue(new AppFailure(busy));
    const { bob, nobody, server } = users;
    try {
      const body = { username: "bob", password };
      const change = { password: "another horse", currentPassword: password };
      for (let i = 0; i < 12; i += 1) {
        const refused = await nobody("POST", "/auth/signin", body);
        expect(refused).toMatchObject({ status: 429, body: { code: 8, message: "busy" } });
        expect(refused.headers.get("retry-after")).toBe("2");
        expect((await bob("PATCH", "/users/bob", change)).status).toBe(429);
      }
      const device = await server.ask("POST", "/sync/signIn", {
        body: { ...body, device: "Laptop" },
      });
      expect(device.status).toBe(429);
      expect(device.headers.get("retry-after")).toBe("2");
      expect(device.body).toMatchObject({
        error: { data: { app: { code: "RESOURCE_EXHAUSTED", retryAfterMs: 2000 } } },
      });
      hashing.mockReset();
      expect((await nobody("POST", "/auth/signin", body)).status).toBe(200);
      expect((await bob("PATCH", "/users/bob", change)).status).toBe(200);
    } finally {
      hashing.mockRestore();
    }
  });

  test("of an unknown name is rejected only while there is no room", async () => {
    await using server = await startHttpServer();
    let isBusy = true;
    const hash = async (): Promise<string> => {
      if (isBusy) throw new AppFailure(appError("RESOURCE_EXHAUSTED", "busy"));
      return "";
    };
    const auth = authOver(server, { hashPassword: hash, verifyPassword: async () => false });
    const signIn = () =>
      auth.signIn({ username: "nobody", password }, { kind: "web", address: "home", info: "" });
    await expect(signIn()).rejects.toThrow("busy");
    isBusy = false;
    expect(await signIn()).toMatchObject({ error: { code: "UNAUTHENTICATED" } });
  });
});

describe("guesses of the current password", () => {
  const change = (given: string) => ({ password: "another horse", currentPassword: given });

  test("are throttled like sign-in, for that account only", async () => {
    await using users = await startWithUsers();
    const { server, bob, carol, nobody } = users;
    for (let i = 0; i < 10; i += 1) {
      expect((await bob("PATCH", "/users/bob", change(wrong))).status).toBe(403);
    }
    const throttled = await bob("PATCH", "/users/bob", change(password));
    expect(throttled).toMatchObject({ status: 429, body: { code: 8 } });
    expect(Number(throttled.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await carol("PATCH", "/users/carol", change(password))).status).toBe(200);
    expect((await bob("PATCH", "/users/bob", { displayName: "Bob" })).status).toBe(200);
    const signedIn = await nobody("POST", "/auth/signin", { username: "bob", password });
    expect(signedIn.status).toBe(200);
    // Sessions of one account share its guesses.
    const other = users.as(String(signedIn.body["accessToken"]));
    expect((await other("PATCH", "/users/bob", change(password))).status).toBe(429);
    server.clock.nowMs += quarterMs + 1;
    expect((await bob("PATCH", "/users/bob", change(password))).status).toBe(200);
  });

  test("are counted before they are checked", async () => {
    await using users = await startWithUsers();
    const replies = await Promise.all(
      Array.from({ length: 14 }, () => users.bob("PATCH", "/users/bob", change(wrong))),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(10).fill(403), ...Array(4).fill(429)]);
  });

  test("aren't counted if they are right", async () => {
    await using users = await startWithUsers();
    let current = password;
    for (let i = 0; i < 12; i += 1) {
      const next = `another horse ${i}`;
      const body = { password: next, currentPassword: current };
      expect((await users.bob("PATCH", "/users/bob", body)).status).toBe(200);
      current = next;
    }
  });
});

function authOver(
  { services, clock }: HttpServer,
  hashing: Pick<AuthDeps, "hashPassword" | "verifyPassword">,
) {
  return createAuthService({
    ...hashing,
    database: services.database,
    signals: services.signals,
    pageTokens: createPageTokens(new Uint8Array(32)),
    nowMs: () => clock.nowMs,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    sha256: (text) => text,
    isCommonPassword: async () => false,
    secretBox: { seal: (text) => text, open: (text) => text },
    policy: () => ({ allowSignUp: false, disablePasswordLogin: false }),
  });
}
