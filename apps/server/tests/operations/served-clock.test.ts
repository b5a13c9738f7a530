import { defineMeta, metaForm } from "@tidemark/core";
import { judgeClock } from "@tidemark/core/commit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClockJudge } from "../../src/ops/judge-clock.ts";
import { type HttpServer, type Reply, startHttpServer } from "../http-server.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let server: HttpServer;
let alice: (method: string, path: string, body?: unknown) => Promise<Reply>;
/** Correct time of the server. */
let rightMs = 0;
let lines: string[] = [];
/** Uptime of this process. */
let ranMs = 0;

beforeAll(async () => {
  server = await startHttpServer();
  rightMs = server.clock.nowMs;
  await server.services.auth.createFirstAdministrator({
    username: "alice",
    password: "correct horse",
  });
  // An access token doesn't expire when the clock is moved.
  const made = await server.ask("POST", "/api/v1/auth/signin", {
    body: { username: "alice", password: "correct horse" },
  });
  const token = await server.ask("POST", "/api/v1/access-tokens", {
    bearer: String(made.body["accessToken"]),
    body: { name: "t" },
  });
  const bearer = String(token.body["accessToken"]);
  alice = (method, path, body) => server.ask(method, `/api/v1${path}`, { bearer, body });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  server.clock.nowMs = rightMs;
  lines = [];
  ranMs = 0;
  await judgeClock(server.services.database, { nowMs: rightMs, ranMs: 0, isTrusted: true });
});

/** Creates the clock check of a process that has just started. */
function starts(isTrusted = false) {
  const log = (_fields: unknown, line?: string): void => {
    if (line !== undefined) lines.push(line);
  };
  const logger = { warn: log, info: log } as unknown as Parameters<typeof createClockJudge>[1];
  return createClockJudge(server.services, logger, { isTrusted, sinceStartMs: () => ranMs });
}

/** Simulates some hours of uptime with one check per hour. */
async function runs(hours: number, judge = starts()): Promise<void> {
  await judge.judge();
  for (let n = 0; n < hours; n += 1) {
    ranMs += hourMs;
    server.clock.nowMs += hourMs;
    await judge.judge();
  }
}

async function isPaused(): Promise<unknown> {
  return (await alice("GET", "/instance/stats")).body["removalPaused"];
}

describe("a clock more than a week away from the time when the instance was last served", () => {
  test("is detected by the last write if no served time is stored", async () => {
    // This test must be the first, because the time of the last write never decreases.
    await alice("POST", "/memos", { content: "x" });
    const kept = defineMeta("served_clock", metaForm.text);
    await server.services.database.write(({ meta }) => meta.set(kept, null));
    server.clock.nowMs = rightMs + 400 * dayMs;
    await starts().judge();
    expect(await isPaused()).toBe(true);
  });

  test.each([
    ["ahead", 400],
    ["behind", -400],
    ["a little over a week ahead", 8],
  ])("pauses purges: %s", async (_, days) => {
    const id = `gone${days + 1000}`;
    await alice("POST", `/memos?memoId=${id}`, { content: "x" });
    await alice("POST", "/attachments?attachmentId=loose", {
      filename: "a.txt",
      content: btoa(`a file ${days}`),
    });
    await alice("DELETE", "/attachments/loose");
    await alice("DELETE", `/memos/${id}`);
    await server.services.attachments.sweep();
    server.clock.nowMs = rightMs + days * dayMs;
    await starts().judge();
    expect(lines.join()).toContain("start with --trust-clock");
    const report = await server.services.upkeep();
    expect(Object.values(report).filter((count) => count > 1)).toEqual([]);
    expect(report).toMatchObject({ purgedMemos: 0, droppedAuditEntries: 0, droppedAddresses: 0 });
    expect(await server.services.attachments.sweep()).toEqual({ marked: 0, removed: [] });
    expect(await isPaused()).toBe(true);

    // After the clock is corrected, the next check resumes upkeep, and nothing was lost.
    server.clock.nowMs = rightMs + hourMs;
    await starts().judge();
    expect(await isPaused()).toBe(false);
    expect((await alice("GET", `/memos/${id}?showDeleted=true`)).status).toBe(200);
  });

  test("is detected before upkeep if it is set while the server runs", async () => {
    await alice("POST", "/memos?memoId=gone2", { content: "x" });
    await alice("DELETE", "/memos/gone2");
    server.clock.nowMs = rightMs + 400 * dayMs;
    expect(await server.services.upkeep()).toMatchObject({ purgedMemos: 0 });
    expect(await isPaused()).toBe(true);
  });

  test("is accepted after 72 hours of uptime", async () => {
    await alice("POST", "/memos?memoId=gone3", { content: "x" });
    await alice("DELETE", "/memos/gone3");
    server.clock.nowMs = rightMs + 400 * dayMs;
    await runs(71);
    expect(await isPaused()).toBe(true);
    expect(lines.at(-1)).toContain("for 1 more hours");
    // The counted hours survive a restart.
    await runs(1);
    expect(await isPaused()).toBe(false);
    expect((await server.services.upkeep()).purgedMemos).toBeGreaterThan(0);
  });

  test("isn't accepted earlier because of downtime or jumps of the clock", async () => {
    server.clock.nowMs = rightMs + 400 * dayMs;
    await runs(2);
    server.clock.nowMs += 3 * dayMs;
    await runs(68);
    expect(await isPaused()).toBe(true);
    const judge = starts();
    server.clock.nowMs += 5 * dayMs;
    await judge.judge();
    expect(await isPaused()).toBe(true);
    // Another jump restarts the count.
    server.clock.nowMs += 100 * dayMs;
    await runs(71);
    expect(await isPaused()).toBe(true);
    await runs(1);
    expect(await isPaused()).toBe(false);
  });

  test("is accepted immediately if an operator confirms it", async () => {
    server.clock.nowMs = rightMs + 400 * dayMs;
    await starts().judge();
    expect(await isPaused()).toBe(true);
    const judge = starts(true);
    await judge.judge();
    expect(await isPaused()).toBe(false);
    // The option applies only to the clock at that start.
    server.clock.nowMs += 400 * dayMs;
    await judge.judge();
    expect(await isPaused()).toBe(true);
  });
});

test("a correct clock is stored without a log message, even after six days", async () => {
  await runs(3);
  server.clock.nowMs += 6 * dayMs;
  await runs(1);
  expect(lines).toEqual([]);
  expect(await isPaused()).toBe(false);
});
