import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { backUp } from "../../src/backup/back-up.ts";
import { restore } from "../../src/backup/restore.ts";
import { beginNewEpoch } from "../../src/verbs/begin-new-epoch.ts";
import { check } from "../../src/verbs/check.ts";
import { asAlice } from "./postgres/as-alice.ts";
import { ownServers, type OwnServers } from "./postgres/own-server.ts";
import { epochAt } from "./postgres/put-back.ts";

// Servers with a database file, even if the other tests of the run use PostgreSQL.

/** Returns the folder and filename under which content is stored. */
function blobOf(content: string): [digits: string, hash: string] {
  const hash = createHash("sha256").update(content).digest("hex");
  return [hash.slice(0, 2), hash];
}

/** Starts and stops a server, so that its folder has been served. */
async function serveOnce(servers: OwnServers, args: readonly string[]): Promise<void> {
  await (await servers.start(args))[Symbol.asyncDispose]();
}

test("a folder without a mark on its files gets one, and is still served beside other files", async () => {
  await using servers = ownServers();
  const data = join(servers.dir, "data");
  const marker = join(data, "blobs", "instance");
  await serveOnce(servers, ["--data", data]);
  const mark = readFileSync(marker, "utf8");
  expect(mark).toMatch(/^[0-9a-f]{32}\n$/);
  rmSync(join(data, "blobs"), { recursive: true });
  mkdirSync(join(data, "lost+found"));
  writeFileSync(join(data, "letter.txt"), "somebody's");
  for (const path of [data, join(data, "letter.txt")]) chmodSync(path, 0o755);
  await serveOnce(servers, ["--data", data]);
  expect(readFileSync(marker, "utf8")).toBe(mark);
  const warnings = servers.log.filter((line) => line.includes('"level":40'));
  if (process.platform !== "win32") {
    expect(warnings).toEqual([expect.stringContaining("it also holds letter.txt")]);
  }

  rmSync(join(data, "uploads"), { recursive: true });
  writeFileSync(join(data, "uploads"), "no folder");
  const { message } = await servers.refused(["--data", data]);
  expect(message).toMatch(/^\S+ cannot be used: E[A-Z]+:[^\n]+uploads'$/);
});

test("files may be in another folder, unless it belongs to another instance", async () => {
  await using servers = ownServers();
  const files = join(servers.dir, "files");
  const one = ["--data", join(servers.dir, "one"), "--files", files];
  const server = await servers.start(one);
  const alice = await asAlice(server.url);
  const made = await alice.ask("POST", "/attachments", {
    filename: "a.txt",
    content: Buffer.from("a file").toString("base64"),
  });
  expect(await alice.file(`${String(made.body["name"])}/a.txt`)).toBe("a file");
  expect(existsSync(join(servers.dir, "one", "blobs"))).toBe(false);
  await server[Symbol.asyncDispose]();
  const other = await servers.refused(["--data", join(servers.dir, "other"), "--files", files]);
  expect(other.message).toContain(
    `another instance, according to ${join(files, "blobs", "instance")}`,
  );

  // A backup includes them, and restores them to another folder.
  const to = join(servers.dir, "backup.db");
  const place = { data: join(servers.dir, "one"), files };
  expect(await backUp(place, to)).toMatchObject({
    ok: true,
    value: expect.stringContaining("1 new files") as unknown,
  });
  const third = { data: join(servers.dir, "other"), files: null };
  const blobs = `${to}.blobs`;
  const brought = { memos: 0, broughtFiles: 1, missingFiles: 0, damagedFiles: 0, blobs };
  expect(await restore(third, to, { keepTokens: false })).toEqual({ ok: true, value: brought });
  const restored = await servers.start(["--data", third.data]);
  const again = await asAlice(restored.url);
  expect(await again.file(`${String(made.body["name"])}/a.txt`)).toBe("a file");

  // Existing files aren't copied again, and files that don't exist anywhere are missing.
  const fourth = { data: join(servers.dir, "fourth"), files };
  expect(await restore(fourth, to, { keepTokens: false })).toMatchObject({
    value: { broughtFiles: 0, missingFiles: 0 },
  });
  const [digits, hash] = blobOf("a file");
  writeFileSync(join(`${to}.blobs`, digits, hash), "another");
  const fifth = { data: join(servers.dir, "fifth"), files: null };
  expect(await restore(fifth, to, { keepTokens: false })).toMatchObject({
    value: { broughtFiles: 0, missingFiles: 1, damagedFiles: 1 },
  });
  rmSync(`${to}.blobs`, { recursive: true });
  expect(await restore(fifth, to, { keepTokens: false })).toMatchObject({
    value: { broughtFiles: 0, missingFiles: 1, damagedFiles: 0 },
  });
});

test("a backup of another instance replaces a folder's data", async () => {
  await using servers = ownServers();
  const [one, other] = ["one", "other"].map((name) => join(servers.dir, name));
  if (one === undefined || other === undefined) throw new Error("no folders");
  await serveOnce(servers, ["--data", one]);
  await serveOnce(servers, ["--data", other]);
  const to = join(servers.dir, "backup.db");
  expect(await backUp({ data: one, files: null }, to)).toMatchObject({ ok: true });
  const changed = join(servers.dir, "changed.db");
  copyFileSync(to, changed);
  const theirs = new DatabaseSync(changed);
  theirs.exec("CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM memo; END");
  theirs.close();
  expect(await restore({ data: other, files: null }, changed, { keepTokens: false })).toEqual({
    ok: false,
    error: `${changed} has a trigger t that is not Tidemark's`,
  });

  const outcome = await restore({ data: other, files: null }, to, { keepTokens: false });
  expect(outcome).toMatchObject({ ok: true });
  await serveOnce(servers, ["--data", other]);
  const marks = [one, other].map((data) => readFileSync(join(data, "blobs", "instance"), "utf8"));
  expect(marks[0]).toBe(marks[1]);
});

test("a folder with a missing or different key is rejected if it has encrypted values", async () => {
  await using servers = ownServers();
  const data = join(servers.dir, "data");
  const key = join(data, "secret.key");
  const apart = join(servers.dir, "own.key");
  const server = await servers.start(["--data", data]);
  const alice = await asAlice(server.url);
  await alice.ask("POST", "/memos?memoId=a", { content: "x" });
  await alice.ask("POST", "/memos/a/shares", {});
  await alice.ask("POST", "/users/alice/webhooks", { url: "https://8.8.8.8/" });
  await server[Symbol.asyncDispose]();
  renameSync(key, apart);

  const { message } = await servers.refused(["--data", data]);
  expect(message).toContain(`there is no ${key}, and the database has 2 values`);
  expect(message).toContain("--new-secret-key");
  expect(message).not.toContain("\n");
  expect(existsSync(key)).toBe(false);
  writeFileSync(key, Buffer.alloc(32, 7).toString("base64"));
  const other = await servers.refused(["--data", data]);
  expect(other.message).toContain(`${key} opens 0 of the database's 2 sealed values`);
  const named = ["--data", data, "--secret-key-file", key];
  expect((await servers.refused(named)).message).toContain("contains a key other");

  copyFileSync(apart, key);
  await serveOnce(servers, ["--data", data]);
  expect(servers.log.join()).not.toContain("another key");

  // Replaces the key with `--new-secret-key`, and later restores the old one: everything decrypts again.
  rmSync(key);
  await serveOnce(servers, ["--data", data, "--new-secret-key"]);
  expect(servers.log.join()).toContain("another key than before: 2 encrypted values can't be read");
  servers.log.length = 0;
  await serveOnce(servers, ["--data", data]);
  copyFileSync(apart, key);
  await serveOnce(servers, ["--data", data]);
  await serveOnce(servers, named);
  expect(servers.log.join()).not.toContain("another key");
  const again = await asAlice((await servers.start(["--data", data])).url);
  const { body } = await again.ask("GET", "/memos/a/shares");
  expect(body["memoShares"]).toMatchObject([
    { name: expect.stringMatching(/^memos\/a\/shares\/\S{20}/) as unknown },
  ]);
});

test("a folder's key may change if nothing is encrypted, but a named one may not", async () => {
  await using servers = ownServers();
  const data = join(servers.dir, "data");
  const key = join(servers.dir, "named.key");
  await serveOnce(servers, ["--data", data]);
  rmSync(join(data, "secret.key"));
  await serveOnce(servers, ["--data", data]);
  await serveOnce(servers, ["--data", data]);
  expect(servers.log.join()).not.toContain("another key");

  const named = ["--data", data, "--secret-key-file", key];
  expect((await servers.refused(named)).message).toContain(`there is no ${key}`);
  writeFileSync(key, Buffer.alloc(32, 7).toString("base64"));
  expect((await servers.refused(named)).message).toContain("contains a key other");
  writeFileSync(key, `${readFileSync(join(data, "secret.key"), "utf8")}\n`);
  await serveOnce(servers, named);
});

test("derived data is checked, and a new epoch started, in a folder that isn't served", async () => {
  await using servers = ownServers();
  const place = { data: join(servers.dir, "data"), database: null, files: null };
  const lines: string[] = [];
  const look = () => check({ ...place, mend: false }, (line) => lines.push(line));
  expect(await look()).toMatchObject({ ok: false });
  const server = await servers.start(["--data", place.data]);
  await (await asAlice(server.url)).ask("POST", "/memos", { content: "#tide" });
  expect(await look()).toMatchObject({ ok: true, value: { failed: 0 } });
  expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed$/);
  expect(await beginNewEpoch(place)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("in use") as unknown },
  });
  await server[Symbol.asyncDispose]();
  expect(await beginNewEpoch(place)).toMatchObject({ ok: true });
  servers.log.length = 0;
  await serveOnce(servers, ["--data", place.data]);
  expect(servers.log.join()).not.toContain("older than the one last served");
});

test("a new epoch differs, and requires a database", async () => {
  await using servers = ownServers();
  const data = join(servers.dir, "data");
  const place = { data, database: null, files: null };
  expect(await beginNewEpoch(place)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("no such file") as unknown },
  });
  expect(existsSync(data)).toBe(false);
  const empty = { ...place, data: join(servers.dir, "empty") };
  mkdirSync(empty.data);
  writeFileSync(join(empty.data, "tidemark.db"), "");
  expect(await beginNewEpoch(empty)).toMatchObject({
    ok: false,
    error: {
      message: expect.stringContaining("this database has never been used by a server") as unknown,
    },
  });
  expect(readFileSync(join(empty.data, "tidemark.db"))).toHaveLength(0);
  const server = await servers.start(["--data", data]);
  const epoch = await epochAt(server.url);
  await server[Symbol.asyncDispose]();
  expect(await beginNewEpoch(place)).toMatchObject({ ok: true });
  const again = await servers.start(["--data", data]);
  expect(await epochAt(again.url)).not.toBe(epoch);
});
