import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startPostgres } from "../../../../../scripts/postgres/start-postgres.ts";
import { tempPostgres } from "../../../../../scripts/postgres/temp-postgres.ts";
import { password as alicesPassword } from "../../http-server.ts";
import { isPostgres } from "../../temp-postgres-database.ts";
import { asAlice } from "./as-alice.ts";
import { ownProgram } from "./own-program.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "tidemark-programs-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const account = ["--admin-username", "alice", "--admin-password", alicesPassword];
const loud = { TIDEMARK_DEBUG: "*" };

/** Returns the options of one of several processes. Only files contain the database URL. */
function member(name: string, url: string): string[] {
  const file = join(dir, `${name}.url`);
  writeFileSync(file, `${url}\n`);
  return [
    ...["--data", join(dir, name), "--database-file", file, "--port", "0"],
    ...["--files", join(dir, "files"), "--secret-key-file", join(dir, "secret.key")],
    ...account,
  ];
}

describe.runIf(isPostgres)("programs over PostgreSQL", () => {
  test("all start concurrently on an empty database, and stop cleanly", async () => {
    await using temp = await tempPostgres();
    await using a = ownProgram(member("a", temp.url), loud);
    await using b = ownProgram(member("b", temp.url), loud);
    await using c = ownProgram(member("c", temp.url), loud);
    const programs = [a, b, c];
    const users = await Promise.all(programs.map(async ({ url }) => asAlice(await url)));
    for (const [i, user] of users.entries()) {
      expect(await user.ask("POST", "/memos", { content: `of ${i}` })).toMatchObject({
        status: 200,
      });
    }
    for (const user of users) {
      const { body } = await user.ask("GET", "/memos");
      expect(body["memos"]).toHaveLength(3);
    }
    for (const program of programs) program.signal("SIGTERM");
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  });

  test("never print the database password", async () => {
    await using postgres = await startPostgres();
    const url = await postgres.databases.create("tidemark_own");
    const { password } = new URL(url);
    await using server = ownProgram([...member("a", url), "--metrics"], loud);
    const at = await server.url;
    const alice = await asAlice(at);
    expect(await alice.ask("POST", "/memos", { content: "x" })).toMatchObject({ status: 200 });
    const heard: string[] = [];
    const hear = async (path: string): Promise<void> => {
      heard.push(await (await fetch(at + path, { headers: alice.headers })).text());
    };
    const paths = ["/metrics", "/readyz", "/healthz", "/api/v1/memos", "/api/v1/instance/profile"];
    for (const path of paths) await hear(path);
    await postgres.kill();
    for (const path of paths) await hear(path);
    await postgres.restart();
    expect(await alice.ask("POST", "/memos", { content: "y" })).toMatchObject({ status: 200 });
    for (const path of paths) await hear(path);
    if (process.platform === "linux") {
      heard.push(readFileSync(`/proc/${server.pid}/cmdline`, "utf8"));
    }
    server.signal("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(heard.join() + server.output()).not.toContain(password);
    expect(server.output()).toContain("isn't responding");
  });

  test.each([
    ["a wrong password", (url: URL) => (url.password = "not-the-secret"), "password is wrong"],
    ["a wrong place", (url: URL) => (url.pathname = "/nothing"), "the database doesn't exist"],
    ["a bad address", (url: URL) => (url.hash = "not-the-secret"), "the address of the database"],
    ["a mode that there is not", (url: URL) => (url.search = "?sslmode=x"), "sslmode is one of"],
  ])("exit with code 2 and one line for %s", async (_, change, words) => {
    await using temp = await tempPostgres();
    const url = new URL(temp.url);
    change(url);
    for (const args of [
      member("a", url.href),
      ["new-epoch", "--database", url.href],
      ["check", "--database", url.href],
    ]) {
      await using server = ownProgram(args, loud);
      expect(await server.ended).toBe(2);
      expect(server.output()).toMatch(/^tidemark-server: [^\n]+\n$/);
      expect(server.output()).toContain(words);
      for (const secret of [url.password, new URL(temp.url).password, "not-the-secret"]) {
        expect(server.output()).not.toContain(secret);
      }
    }
  });

  test("retry an unreachable database until a timeout, unless they are stopped first", async () => {
    const url = "postgres://tidemark:secret@127.0.0.1:1/tidemark";
    await using patient = ownProgram(member("a", url), loud);
    await using ended = ownProgram(member("b", url), loud);
    await ended.said("asked again");
    ended.signal("SIGTERM");
    expect(await ended.ended).toBe(0);
    expect(await patient.ended).toBe(2);
    expect(patient.output()).toContain("asked again");
    const lines = patient.output().trimEnd().split("\n");
    expect(lines.at(-1)).toMatch(
      /^tidemark-server: postgres:\/\/127\.0\.0\.1:1\/tidemark: isn't responding/,
    );
    expect(patient.output() + ended.output()).not.toContain("secret@");
    expect(patient.output() + ended.output()).not.toContain(":secret");
  });

  test.each([
    [["backup", "--to", "x"], "pg_dump"],
    [["restore", "--from", "x"], "pg_dump"],
    [["serv"], "there is no 'serv'"],
    [["check", "--port", "1"], "--port"],
  ])("exit with code 2 for %j", async (args, words) => {
    const other = args[0] === "serv" ? [] : ["--database", "postgres://tidemark:secret@db/x"];
    await using program = ownProgram([...args, ...other]);
    expect(await program.ended).toBe(2);
    expect(program.output()).toMatch(/^tidemark-server: [^\n]+\n$/);
    expect(program.output()).toContain(words);
    expect(program.output()).not.toContain("secret");
  });
});
