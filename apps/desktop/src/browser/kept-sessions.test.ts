import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openSessions } from "./kept-sessions.ts";

let file = "";
let nowMs = 1_000_000;
const hourMs = 60 * 60_000;
const open = (): ReturnType<typeof openSessions> => openSessions(file, () => nowMs);

beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-sessions-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  file = join(dir, "browser-sessions.json");
});

test("a session is known to the process that began it and to the next one", async () => {
  const session = await (await open()).begin();
  const next = await open();
  expect(next.isSession(session)).toBe(true);
  expect(next.isSession(`${session}x`)).toBe(false);
  expect(next.isSession("")).toBe(false);
});

test("the file is its owner's alone, whatever the umask, and holds no session", async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  await writeFile(file, "{}", { mode: 0o666 });
  const session = await (await open()).begin();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).not.toContain(session);
});

test("a folder that nobody served for a day knows no session any more", async () => {
  const session = await (await open()).begin();
  nowMs += 23 * hourMs;
  expect((await open()).isSession(session)).toBe(true);
  nowMs += 23 * hourMs;
  expect((await open()).isSession(session)).toBe(true);
  nowMs += 25 * hourMs;
  expect((await open()).isSession(session)).toBe(false);
});

test("a session stays known after a restart however long the folder was served", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const served = await open();
  const session = await served.begin();
  for (let hour = 0; hour < 72; hour += 1) {
    nowMs += hourMs;
    vi.advanceTimersByTime(hourMs);
  }
  await served.close();
  nowMs += 23 * hourMs;
  expect((await open()).isSession(session)).toBe(true);
});

test("who was closed writes no more, so that the next process meets nothing late", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const served = await open();
  await served.begin();
  vi.advanceTimersByTime(hourMs);
  await served.close();
  await rm(file);
  vi.advanceTimersByTime(48 * hourMs);
  await served.close();
  await expect(stat(file)).rejects.toThrow("ENOENT");
});

test("the oldest of too many sessions ends", async () => {
  const sessions = await open();
  const first = await sessions.begin();
  for (let more = 0; more < 32; more += 1) await sessions.begin();
  expect(sessions.isSession(first)).toBe(false);
  expect((await open()).isSession(first)).toBe(false);
});

test.each(["", "not JSON", '{"sessions": [{"hash": 1}]}', "[]"])(
  "a file that says %j knows none, and is written anew",
  async (text) => {
    await writeFile(file, text);
    const session = await (await open()).begin();
    expect((await open()).isSession(session)).toBe(true);
  },
);

test("sessions that begin at once are all kept", async () => {
  const sessions = await open();
  const begun = await Promise.all(Array.from({ length: 20 }, () => sessions.begin()));
  const next = await open();
  expect(begun.every((session) => next.isSession(session))).toBe(true);
});
