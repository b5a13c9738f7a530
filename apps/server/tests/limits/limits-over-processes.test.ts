import { afterEach, describe, expect, test, vi } from "vitest";
import { password } from "../http-server.ts";
import { isPostgres } from "../temp-postgres-database.ts";
import { startProcesses } from "./several-processes.ts";

type Instance = Awaited<ReturnType<typeof startProcesses>>;
type Process = Instance["processes"][number];

const hourMs = 3600 * 1000;

afterEach(() => {
  vi.useRealTimers();
});

async function signIn(process: Process | undefined, from: string, given = password) {
  const body = { username: "alice", password: given };
  return process!.ask("POST", "/api/v1/auth/signin", { from, body });
}

/** Creates the administrator `alice` and returns her access token. */
async function alice({ processes: [first] }: Instance): Promise<string> {
  await first!.services.auth.createFirstAdministrator({ username: "alice", password });
  return String((await signIn(first, "203.0.113.200")).body["accessToken"]);
}

describe.runIf(isPostgres)("a rate limit of an instance of several processes", () => {
  test("applies to a credential across processes, and rejects nothing below it", async () => {
    await using instance = await startProcesses(3, { rateLimit: 60 });
    const bearer = await alice(instance);
    const statuses: number[] = [];
    for (let n = 0; n < 120; n += 1) {
      const reply = await instance.processes[n % 3]!.ask("GET", "/api/v1/auth/me", { bearer });
      statuses.push(reply.status);
    }
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]));
    const allowed = statuses.filter((status) => status === 200).length;
    expect(allowed).toBeLessThanOrEqual(72);
    expect(statuses.at(-1)).toBe(429);
  });

  test("applies to every spelling of an address, with separate limits for files and pages", async () => {
    await using instance = await startProcesses(2, { rateLimitAnonymous: 10 });
    const [first, second] = instance.processes;
    const paths = ["/api/v1/system/info", "/api/v1/nope", "/api/v1/auth/me"];
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      const from = `2001:db8:1:2::${n.toString(16)}`;
      const { status } = await (n % 2 ? first : second)!.ask("GET", paths[n % 3]!, { from });
      statuses.push(status);
    }
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(new Set(statuses.slice(12))).toEqual(new Set([429]));
    const of = { from: "2001:db8:1:2::1" };
    expect((await first!.ask("GET", "/file/attachments/missing/a", of)).status).toBe(401);
    const next = await first!.ask("GET", "/api/v1/system/info", { from: "2001:db8:1:3::1" });
    expect(next.status).toBe(200);
  });

  test("has consistent headers", async () => {
    await using instance = await startProcesses(2, { rateLimit: 50 });
    const bearer = await alice(instance);
    const [first, second] = instance.processes;
    const here = await first!.ask("GET", "/api/v1/auth/me", { bearer });
    const there = await second!.ask("GET", "/api/v1/auth/me", { bearer });
    expect([here, there].map(({ headers }) => headers.get("x-ratelimit-limit"))).toEqual([
      "50",
      "50",
    ]);
    expect([here, there].map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual([
      "49",
      "48",
    ]);
    const reset = here.headers.get("x-ratelimit-reset");
    expect(there.headers.get("x-ratelimit-reset")).toBe(reset);
    expect(Math.abs(Number(reset) * 1000 - Date.now() - hourMs)).toBeLessThan(60_000);
    for (let n = 0; n < 70; n += 1) await first!.ask("GET", "/api/v1/auth/me", { bearer });
    const over = await second!.ask("GET", "/api/v1/auth/me", { bearer });
    // The second process may still accept requests that it has reserved.
    for (let n = 0; n < 10; n += 1) await second!.ask("GET", "/api/v1/auth/me", { bearer });
    const atLast = await second!.ask("GET", "/api/v1/auth/me", { bearer });
    expect(over.headers.get("x-ratelimit-reset")).toBe(reset);
    expect(atLast).toMatchObject({ status: 429, body: { code: 8 } });
    expect(atLast.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(Number(atLast.headers.get("retry-after"))).toBeGreaterThan(3000);
  });

  test("resets everywhere when its hour is over", async () => {
    await using instance = await startProcesses(2, { rateLimit: 5 });
    const bearer = await alice(instance);
    const me = (at: number) => instance.processes[at]!.ask("GET", "/api/v1/auth/me", { bearer });
    for (let n = 0; n < 8; n += 1) await me(n % 2);
    expect([(await me(0)).status, (await me(1)).status]).toEqual([429, 429]);
    vi.useFakeTimers({ toFake: ["performance"] });
    // The fake clock starts at 0.
    vi.advanceTimersByTime(24 * hourMs);
    await instance.sql("UPDATE request_count SET ends_ms = ends_ms - $1", [hourMs]);
    const again = await me(0);
    expect(again.status).toBe(200);
    expect(again.headers.get("x-ratelimit-remaining")).toBe("4");
    expect((await me(1)).headers.get("x-ratelimit-remaining")).toBe("3");
    expect(Number(again.headers.get("x-ratelimit-reset"))).toBeGreaterThan(
      Date.now() / 1000 + 3500,
    );
  });

  test("counts requests that a stopped process accepted", async () => {
    await using instance = await startProcesses(2, { rateLimit: 40 });
    const bearer = await alice(instance);
    const [first, second] = instance.processes;
    for (let n = 0; n < 7; n += 1) await first!.ask("GET", "/api/v1/auth/me", { bearer });
    await first!.close();
    const next = await second!.ask("GET", "/api/v1/auth/me", { bearer });
    expect(next.headers.get("x-ratelimit-remaining")).toBe("32");
    // Upkeep deletes expired counts.
    await instance.sql("UPDATE request_count SET ends_ms = ends_ms - $1", [hourMs]);
    await second!.services.upkeep();
    expect(await instance.sql("SELECT count(*)::int FROM request_count")).toEqual([{ count: 0 }]);
  });

  test("a raised limit applies immediately, and 0 means unlimited", async () => {
    await using instance = await startProcesses(2, { rateLimit: 3 });
    const bearer = await alice(instance);
    const [first] = instance.processes;
    const me = () => first!.ask("GET", "/api/v1/auth/me", { bearer });
    for (let n = 0; n < 3; n += 1) expect((await me()).status).toBe(200);
    expect((await me()).status).toBe(429);
    const admin = String((await signIn(first, "203.0.113.201")).body["accessToken"]);
    const set = (requestsPerHour: number) =>
      first!.ask("PATCH", "/api/v1/instance/settings/LIMITS?updateMask=limitsSetting", {
        bearer: admin,
        body: { limitsSetting: { requestsPerHour } },
      });
    expect((await set(6)).status).toBe(200);
    const more = await me();
    expect(more.status).toBe(200);
    expect(more.headers.get("x-ratelimit-limit")).toBe("6");
    expect((await set(0)).status).toBe(200);
    expect((await me()).headers.get("x-ratelimit-limit")).toBeNull();
  });
});

describe.runIf(isPostgres)("sign-ins at several processes", () => {
  test("may fail ten times per account and address, across processes", async () => {
    await using instance = await startProcesses(3);
    await alice(instance);
    const { processes } = instance;
    const home = "203.0.113.1";
    const failed = await Promise.all(
      Array.from({ length: 24 }, (_, n) => signIn(processes[n % 3], home, "wrong password")),
    );
    const statuses = failed.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(14).fill(429)]);
    for (const process of processes) {
      const locked = await signIn(process, home);
      expect(locked).toMatchObject({ status: 429, body: { code: 8 } });
      expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(800);
      expect((await signIn(process, "203.0.113.2")).status).toBe(200);
    }
    await instance.sql("UPDATE attempt SET tries = ARRAY(SELECT t - $1 FROM unnest(tries) AS t)", [
      hourMs / 4,
    ]);
    expect((await signIn(processes[1], home)).status).toBe(200);
  });

  test("don't count if they succeed", async () => {
    await using instance = await startProcesses(2);
    await alice(instance);
    for (let n = 0; n < 12; n += 1) {
      expect((await signIn(instance.processes[n % 2], "203.0.113.1")).status).toBe(200);
    }
  });

  test("are rejected if attempts can't be counted", async () => {
    await using instance = await startProcesses(1);
    const bearer = await alice(instance);
    const [process] = instance.processes;
    await instance.sql("ALTER TABLE attempt RENAME TO gone");
    expect((await signIn(process, "203.0.113.1")).status).toBeGreaterThanOrEqual(500);
    expect((await process!.ask("GET", "/api/v1/auth/me", { bearer })).status).toBe(200);
  });

  test("allow ten guesses of the current password in all", async () => {
    await using instance = await startProcesses(2);
    const bearer = await alice(instance);
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, n) =>
        instance.processes[n % 2]!.ask("PATCH", "/api/v1/users/alice?updateMask=password", {
          bearer,
          body: { password: "another horse", currentPassword: "wrong password" },
        }),
      ),
    );
    const statuses = guesses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(10).fill(403), ...Array(4).fill(429)]);
  });
});

describe.runIf(isPostgres)("the set-up code of several processes", () => {
  const setUp = (process: Process | undefined, code: string | null, username = "alice") =>
    process!.ask("POST", "/api/v1/setup", { body: { code, username, password } });

  test("is the same for all, including a process that starts later", async () => {
    await using instance = await startProcesses(3);
    const codes = await Promise.all(
      instance.processes.map(({ services }) => services.auth.setupCode()),
    );
    const [code] = codes;
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const later = await instance.start();
    expect(new Set([...codes, await later.services.auth.setupCode()])).toEqual(new Set([code]));
    const kept = await instance.sql("SELECT value FROM meta WHERE key = 'setup_code'");
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(code);
  });

  test("works once, at any process", async () => {
    await using instance = await startProcesses(2);
    const [first, second] = instance.processes;
    const code = await first!.services.auth.setupCode();
    expect((await setUp(second, "AAAA-BBBB-CCCC")).status).toBe(403);
    expect((await setUp(second, code)).status).toBe(200);
    for (const process of [first, second]) {
      expect(await setUp(process, code, "mallory")).toMatchObject({
        status: 403,
        body: { code: 7 },
      });
      expect(await process!.services.auth.setupCode()).toBeNull();
    }
    expect(await instance.sql("SELECT value FROM meta WHERE key = 'setup_code'")).toEqual([]);
  });

  test("creates one administrator if three use it at once", async () => {
    await using instance = await startProcesses(3);
    const code = await instance.processes[2]!.services.auth.setupCode();
    const replies = await Promise.all(
      ["alice", "bob", "carol"].map((name, at) => setUp(instance.processes[at], code, name)),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
    expect(await instance.sql("SELECT count(*)::int FROM user_account")).toEqual([{ count: 1 }]);
  });

  test("allows ten guesses per address, across all processes", async () => {
    await using instance = await startProcesses(2);
    const [first, second] = instance.processes;
    const code = await first!.services.auth.setupCode();
    for (let n = 0; n < 10; n += 1) {
      expect((await setUp(n % 2 ? first : second, "AAAA")).status).toBe(403);
    }
    expect((await setUp(first, code)).status).toBe(429);
    expect((await setUp(second, code)).status).toBe(429);
  });
});
