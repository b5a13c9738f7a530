import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { ask } from "./ask.ts";
import { openDatabases } from "./databases.ts";
import { startPostgres } from "./start-postgres.ts";

const placeSchema = z.object({ url: z.string(), folder: z.string() });

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Sets a temporary folder as TMPDIR until the test ends. */
function tempHome(): string {
  const home = tempFolder();
  // The account of PostgreSQL must be able to traverse it.
  chmodSync(home, 0o711);
  vi.stubEnv("TMPDIR", home);
  onTestFinished(() => void vi.unstubAllEnvs());
  return home;
}

/** Starts a program that starts its own PostgreSQL. */
async function startStarter(): Promise<{ starter: ChildProcess; url: string; folder: string }> {
  const starter = fork(join(import.meta.dirname, "run-until-killed.ts"), [], { execArgv: [] });
  const [said] = await once(starter, "message");
  return { starter, ...placeSchema.parse(said) };
}

/** Returns the pid of the server on a folder, from its pid file. */
function pidOf(folder: string): number {
  return Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

test("requires its password, knows trigrams of 東京, and leaves nothing after stopping", async () => {
  const home = tempHome();
  const server = await startPostgres();
  const { url } = server;
  expect(readdirSync(home)).toEqual([basename(server.folder)]);
  expect(await ask(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  expect(await ask(url, "SHOW fsync")).toEqual([{ fsync: "off" }]);
  const words = await server.databases.create("words");
  await ask(words, "CREATE EXTENSION pg_trgm");
  const trigrams = "SELECT cardinality(show_trgm('東京')) AS count";
  expect(await ask(words, trigrams)).toEqual([{ count: 3 }]);
  const guessed = new URL(url);
  guessed.password = "guessed";
  await expect(ask(guessed.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);

  await server.stop();
  await server.stop();
  expect(readdirSync(home)).toEqual([]);
  await expect(ask(url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
});

test("keeps commits when killed and restarted, and leaves nothing after stopping", async () => {
  await using server = await startPostgres({ durable: true, settings: { max_connections: "20" } });
  const shown = "SELECT current_setting('fsync') AS a, current_setting('max_connections') AS b";
  expect(await ask(server.url, shown)).toEqual([{ a: "on", b: "20" }]);
  const memos = await server.databases.create("memos");
  await ask(memos, "CREATE TABLE memo (id int); INSERT INTO memo VALUES (7)");
  await server.kill();
  await expect(ask(memos, "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
  await server.restart();
  expect(await ask(memos, "SELECT id FROM memo")).toEqual([{ id: 7 }]);
  expect(readFileSync(join(server.folder, "log"), "utf8")).toMatch(/was not properly shut down/);

  await server.kill();
  await server.stop();
  expect(existsSync(server.folder)).toBe(false);
});

test("keeps its databases in a given folder", async () => {
  const folder = tempFolder();
  const first = await startPostgres({ folder });
  await ask(await first.databases.create("memos"), "CREATE TABLE memo (id int)");
  await first.stop();
  await using second = await startPostgres({ folder });
  const memos = new URL(second.url);
  memos.pathname = "memos";
  expect(await ask(memos.href, "SELECT FROM memo")).toEqual([]);
});

test("reports invalid settings, and leaves nothing behind", async () => {
  const home = tempHome();
  const started = startPostgres({ settings: { max_connections: "many" } });
  await expect(started).rejects.toThrow(/invalid value for parameter "max_connections"/);
  expect(readdirSync(home)).toEqual([]);
});

// Process information requires /proc.
test.runIf(process.platform === "linux")(
  "a starter that is killed leaves neither a PostgreSQL nor its folder",
  async () => {
    const { starter, url, folder } = await startStarter();
    const pid = pidOf(folder);
    expect(commandOf(pid)).toContain(folder);
    starter.kill("SIGKILL");
    await vi.waitFor(() => expect(existsSync(folder)).toBe(false));
    expect(commandOf(pid)).toBe("");
    await expect(ask(url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
  },
);

test("a starter that exits without stopping it ends its PostgreSQL", async () => {
  const { starter, folder } = await startStarter();
  const ended = once(starter, "exit");
  // Disconnects, since nothing else keeps the process running.
  starter.disconnect();
  expect(await ended).toEqual([0, null]);
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false));
});

test.each([
  "",
  "UPPER",
  'memo"; DROP DATABASE postgres; --',
  "a b",
  "../other",
  "a?host=elsewhere",
  "a\u0000b",
  "a".repeat(64),
])("rejects %j as a database name", async (name) => {
  // The port is closed: names are rejected before connecting.
  const databases = openDatabases("postgres://tidemark@127.0.0.1:1/postgres");
  const refusal = /not a name for a database/;
  await expect(databases.create(name)).rejects.toThrow(refusal);
  await expect(databases.create("copy", name)).rejects.toThrow(refusal);
  await expect(databases.drop(name)).rejects.toThrow(refusal);
});
