import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openSessions } from "./kept-sessions.ts";
import { pageSecretOf, proofOf } from "./page-proof.ts";

let file = "";
let nowMs = 1_000_000;
const hourMs = 60 * 60_000;
const open = (): ReturnType<typeof openSessions> => openSessions(file, () => nowMs);

beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-sessions-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  file = join(dir, "browser-sessions.json");
});

test("a session is valid in the process that created it and in the next one", async () => {
  const session = await (await open()).begin(1000, null);
  const next = await open();
  expect(next.isSession(session, 1000)).toBe(true);
  expect(next.isSession(`${session}x`, 1000)).toBe(false);
  expect(next.isSession("", 1000)).toBe(false);
});

test.each([1001, 0, null])("a session of one user isn't valid for user %j", async (user) => {
  const session = await (await open()).begin(1000, null);
  const next = await open();
  expect(next.isSession(session, user)).toBe(false);
  expect(next.isSession(session, 1000)).toBe(true);
});

test("a session that an older version created for every user is valid for none", async () => {
  const hash = createHash("sha256").update("cookie").digest("base64url");
  await writeFile(file, JSON.stringify({ sessions: [{ hash, untilMs: nowMs + 1 }] }));
  const sessions = await open();
  expect(sessions.isSession("cookie", 1000)).toBe(false);
  // Without known users, a cookie seen before the restart isn't valid after it either.
  expect(sessions.isSession("cookie", null)).toBe(false);
});

test("if users are unknown, a page of an earlier process proves itself and gets a new cookie", async () => {
  const page = pageSecretOf("key");
  const session = await (await open()).begin(null, page);
  const next = await open();
  expect(next.isSession(session, null)).toBe(false);
  for (const proof of ["", page, proofOf(page, "asked before"), proofOf("another", "asked")]) {
    expect(await next.resume(session, "asked", proof)).toBeNull();
  }
  expect(await next.resume("another", "asked", proofOf(page, "asked"))).toBeNull();
  const resumed = await next.resume(session, "asked", proofOf(page, "asked"));
  expect(next.isSession(resumed ?? "", null)).toBe(true);
  expect(await next.resume(session, "asked", proofOf(page, "asked"))).toBeNull();
  // The same works after the next restart.
  const third = await open();
  const again = await third.resume(resumed ?? "", "another", proofOf(page, "another"));
  expect(third.isSession(again ?? "", null)).toBe(true);
});

test("the file is readable only by its owner regardless of the umask, and contains no session", async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  await writeFile(file, "{}", { mode: 0o666 });
  const session = await (await open()).begin(1000, null);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).not.toContain(session);
});

test("sessions expire a day after the folder was last served", async () => {
  const session = await (await open()).begin(1000, null);
  nowMs += 23 * hourMs;
  expect((await open()).isSession(session, 1000)).toBe(true);
  nowMs += 23 * hourMs;
  expect((await open()).isSession(session, 1000)).toBe(true);
  nowMs += 25 * hourMs;
  expect((await open()).isSession(session, 1000)).toBe(false);
});

test("a session survives a restart, however long the folder was served", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const served = await open();
  const session = await served.begin(1000, null);
  for (let hour = 0; hour < 72; hour += 1) {
    nowMs += hourMs;
    vi.advanceTimersByTime(hourMs);
  }
  await served.close();
  nowMs += 23 * hourMs;
  expect((await open()).isSession(session, 1000)).toBe(true);
});

test("no writes happen after closing", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const served = await open();
  await served.begin(1000, null);
  vi.advanceTimersByTime(hourMs);
  await served.close();
  await rm(file);
  vi.advanceTimersByTime(48 * hourMs);
  await served.close();
  await expect(stat(file)).rejects.toThrow("ENOENT");
});

test("the oldest session ends when there are too many", async () => {
  const sessions = await open();
  const first = await sessions.begin(1000, null);
  for (let more = 0; more < 32; more += 1) await sessions.begin(1000, null);
  expect(sessions.isSession(first, 1000)).toBe(false);
  expect((await open()).isSession(first, 1000)).toBe(false);
});

test.each(["", "not JSON", '{"sessions": [{"hash": 1}]}', "[]"])(
  "a file containing %j counts as empty and is replaced",
  async (text) => {
    await writeFile(file, text);
    const session = await (await open()).begin(1000, null);
    expect((await open()).isSession(session, 1000)).toBe(true);
  },
);

test("sessions created concurrently are all saved", async () => {
  const sessions = await open();
  const begun = await Promise.all(Array.from({ length: 20 }, () => sessions.begin(1000, null)));
  const next = await open();
  expect(begun.every((session) => next.isSession(session, 1000))).toBe(true);
});
