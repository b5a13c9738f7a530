import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type HttpServer, password, type Reply, startHttpServer } from "../http-server.ts";
import { startProcesses } from "./several-processes.ts";
import { isPostgres } from "../temp-postgres-database.ts";
import { syncCalls } from "../sync-calls.ts";

const account = { username: "alice", password };
const laptop = { ...account, device: "laptop" };
const forwarded = (address: string) => ({ headers: { "x-forwarded-for": address } });

let server: HttpServer;
/** Address without any counted requests. */
let from = "";
let last = 0;

beforeAll(async () => {
  const trustedProxies = ["loopback"];
  server = await startHttpServer({
    trustedProxies,
    rateLimit: 2,
    rateLimitAnonymous: 3,
    rateLimitSignIn: 4,
  });
  await server.services.auth.createFirstAdministrator(account);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  last += 1;
  from = `203.0.113.${last}`;
});

const signIn = (body: unknown = account): Promise<Reply> =>
  server.ask("POST", "/api/v1/auth/signin", { ...forwarded(from), body });
const profile = (): Promise<Reply> =>
  server.ask("GET", "/api/v1/instance/profile", forwarded(from));

async function useUpAnonymous(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await profile();
  expect((await profile()).status).toBe(429);
}

describe("signing in", () => {
  test("works if its address has exhausted the anonymous limit", async () => {
    await useUpAnonymous();
    const signedIn = await signIn();
    expect(signedIn.status).toBe(200);
    expect(signedIn.headers.get("x-ratelimit-limit")).toBe("4");
    expect((await signIn({ passwordCredentials: account })).status).toBe(200);
    const connect = await server.ask("POST", "/memos.api.v1.AuthService/SignIn", {
      ...forwarded(from),
      body: { passwordCredentials: account },
    });
    expect(connect.status).toBe(200);
    const older = await server.ask("POST", "/api/v1/auth/signin?page=1", {
      ...forwarded(from),
      body: account,
    });
    expect(older.status).toBe(200);
    expect((await signIn()).status).toBe(429);
  });

  test("has a separate limit, which doesn't affect the rest of the API", async () => {
    const wrong = { username: "nobody", password: "wrong" };
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await signIn(wrong)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    expect((await profile()).headers.get("x-ratelimit-remaining")).toBe("2");
    from = "198.51.100.1";
    expect((await signIn()).status).toBe(200);
  });

  test("from a device has that limit, apart from other devices of its address", async () => {
    // Devices that were signed out keep sending requests.
    const ask = () => server.ask("GET", "/sync/hello", { ...forwarded(from), bearer: "ended" });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const asDevice = (path: string, body: unknown) =>
      server.ask("POST", `/sync/${path}`, { ...forwarded(from), body, bearer: "ended" });
    expect((await asDevice("signIn", laptop)).status).toBe(200);
    const redeemed = await asDevice("pairing.redeem", { code: "wrong", device: "laptop" });
    expect(redeemed.status).not.toBe(429);
    expect([(await signIn()).status, (await signIn()).status]).toEqual([200, 200]);
    expect(await asDevice("signIn", laptop)).toMatchObject({
      status: 429,
      body: { error: { data: { app: { code: "RESOURCE_EXHAUSTED" } } } },
    });
  });

  test("is counted by address even if the device has a credential", async () => {
    const { token } = await syncCalls(server).signIn.mutate(laptop);
    const again = () =>
      server.ask("POST", "/sync/signIn", { ...forwarded(from), body: laptop, bearer: token });
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await again()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  test.runIf(isPostgres)("is counted by all processes of an instance together", async () => {
    await using instance = await startProcesses(2, { rateLimitSignIn: 10 });
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const wrong = { username: `nobody${n}`, password: "wrong" };
      const process = instance.processes[n % 2];
      const at = { body: wrong, from: "203.0.113.5" };
      statuses.push((await process!.ask("POST", "/api/v1/auth/signin", at)).status);
    }
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(new Set(statuses.slice(12))).toEqual(new Set([429]));
  });
});

describe("an administrator who has used up the limit", () => {
  const settings = "/api/v1/instance/settings";

  async function usedUp(scope?: "write"): Promise<string> {
    const signedIn = await signIn();
    const session = String(signedIn.body["accessToken"]);
    if (scope === undefined) {
      await server.ask("GET", "/api/v1/auth/me", { bearer: session });
      await server.ask("GET", "/api/v1/auth/me", { bearer: session });
      expect((await server.ask("GET", "/api/v1/auth/me", { bearer: session })).status).toBe(429);
      return session;
    }
    const made = await server.ask("POST", "/api/v1/users/alice/personalAccessTokens", {
      bearer: session,
      body: { description: "t", scope },
    });
    const bearer = String(made.body["token"]);
    for (let n = 0; n < 3; n += 1) await server.ask("GET", "/api/v1/auth/me", { bearer });
    return bearer;
  }

  test("can raise it with the same token, by REST and Connect, 60 times an hour", async () => {
    const bearer = await usedUp();
    const limitsSetting = { anonymousRequestsPerHour: 3 };
    const patch = () =>
      server.ask("PATCH", `${settings}/LIMITS`, { bearer, body: { limitsSetting } });
    expect((await patch()).status).toBe(200);
    expect((await server.ask("GET", `${settings}/LIMITS`, { bearer })).status).toBe(200);
    const connect = await server.ask(
      "POST",
      "/memos.api.v1.InstanceService/UpdateInstanceSetting",
      {
        bearer,
        body: { setting: { name: "instance/settings/LIMITS", limitsSetting } },
      },
    );
    expect(connect.status).toBe(200);
    expect((await server.ask("GET", "/api/v1/auth/me", { bearer })).status).toBe(429);
    const statuses: number[] = [];
    for (let n = 0; n < 58; n += 1) statuses.push((await patch()).status);
    expect(statuses.slice(0, 57)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });

  test("can't raise it with a token without admin scope", async () => {
    const bearer = await usedUp("write");
    const body = { limitsSetting: { requestsPerHour: 0 } };
    expect((await server.ask("PATCH", `${settings}/LIMITS`, { bearer, body })).status).toBe(429);
  });
});

describe("X-Forwarded-For", () => {
  const warnings = (log: readonly string[]) =>
    log.filter((line) => line.includes("--trusted-proxy 127.0.0.1"));

  test("from an untrusted proxy is logged as a warning once", async () => {
    await using plain = await startHttpServer({ trustedProxies: ["192.0.2.1"] });
    await plain.ask("GET", "/healthz");
    expect(warnings(plain.log)).toEqual([]);
    for (const path of ["/healthz", "/api/v1/instance/profile", "/nope"]) {
      await plain.ask("GET", path, forwarded("203.0.113.1"));
    }
    expect(warnings(plain.log)).toHaveLength(1);
  });

  test("from a trusted one isn't", async () => {
    await profile();
    expect(warnings(server.log)).toEqual([]);
  });
});
