import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ask } from "../../../../../scripts/postgres/ask.ts";
import { startPostgres } from "../../../../../scripts/postgres/start-postgres.ts";
import { tempPostgres } from "../../../../../scripts/postgres/temp-postgres.ts";
import { isPostgres } from "../../temp-postgres-database.ts";
import { asAlice } from "./as-alice.ts";
import { ownServers, type OwnServers } from "./own-server.ts";

/** Returns the options of one of several processes: its own data folder, and the shared options. */
function member({ dir }: Pick<OwnServers, "dir">, name: string, url: string): string[] {
  return [
    ...["--data", join(dir, name), "--database", url],
    ...["--files", join(dir, "files"), "--secret-key-file", join(dir, "secret.key")],
  ];
}

describe.runIf(isPostgres)("several processes over one database", () => {
  test("start together on an empty one, and share their data", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    const [a, b] = await Promise.all(
      ["a", "b"].map((name) => servers.start(member(servers, name, temp.url))),
    );
    if (a === undefined || b === undefined) throw new Error("none started");
    const alice = await asAlice(a.url);
    const alsoAlice = await asAlice(b.url);
    const memo = await alice.ask("POST", "/memos", { content: "written at a" });
    expect(memo.status).toBe(200);
    const found = await alsoAlice.ask("GET", `/${String(memo.body["name"])}`);
    expect(found.body).toMatchObject({ content: "written at a" });

    const made = await alice.ask("POST", "/attachments", {
      filename: "a.txt",
      content: Buffer.from("a file").toString("base64"),
    });
    expect(await alsoAlice.file(`${String(made.body["name"])}/a.txt`)).toBe("a file");
    for (const name of ["a", "b"]) {
      expect(readFileSync(join(servers.dir, name, "tidemark.pid"), "utf8")).toBe(
        `${process.pid}\n`,
      );
      for (const shared of ["secret.key", "blobs", "uploads", "tidemark.db"]) {
        expect(existsSync(join(servers.dir, name, shared))).toBe(false);
      }
    }
  });

  test("have one key: a process with another one, or none, is rejected", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    await servers.start(member(servers, "a", temp.url));
    const own = ["--data", join(servers.dir, "b"), "--database", temp.url];
    const missing = await servers.refused(own);
    const ownKey = join(servers.dir, "b", "secret.key");
    expect(missing.message).toContain(`there is no ${ownKey}`);
    expect(existsSync(ownKey)).toBe(false);
    writeFileSync(ownKey, Buffer.alloc(32, 7).toString("base64"));
    const other = await servers.refused(own);
    expect(other.message).toContain(`${ownKey} contains a key other`);
    writeFileSync(ownKey, "no key");
    expect((await servers.refused(own)).message).toContain("is not a key file");
    copyFileSync(join(servers.dir, "secret.key"), ownKey);
    await servers.start([...own, "--files", join(servers.dir, "files")]);
  });

  test("with different keys: one of them is rejected", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    const outcomes = await Promise.allSettled(
      ["a", "b", "c"].map((name) =>
        servers.start(["--data", join(servers.dir, name), "--database", temp.url]),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("have one place for files: a process with another one is rejected, and doesn't change it", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    await servers.start(member(servers, "a", temp.url));
    const elsewhere = join(servers.dir, "elsewhere");
    const args = [...member(servers, "b", temp.url), "--files", elsewhere];
    const { message } = await servers.refused(args);
    expect(message).toContain(join(elsewhere, "blobs", "instance"));
    expect(existsSync(elsewhere)).toBe(false);

    // A complete copy of the folder is accepted as the same one.
    mkdirSync(join(elsewhere, "blobs"), { recursive: true });
    copyFileSync(
      join(servers.dir, "files", "blobs", "instance"),
      join(elsewhere, "blobs", "instance"),
    );
    await servers.start(args);
  });

  test("leave the files of another instance alone", async () => {
    await using temp = await tempPostgres();
    await using other = await tempPostgres();
    await using servers = ownServers();
    await servers.start(member(servers, "a", temp.url));
    const staged = join(servers.dir, "files", "blobs", "staged");
    writeFileSync(join(staged, "arriving"), "half of a file");
    const { message } = await servers.refused(member(servers, "b", other.url));
    expect(message).toContain("belong to another instance");
    expect(readFileSync(join(staged, "arriving"), "utf8")).toBe("half of a file");
  });
});

describe.runIf(isPostgres)("a server whose database", () => {
  const patient = { wait: { forMs: 600_000, everyMs: 20 } };

  test("can't be used fails immediately, with one line without the password", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    const changed = (change: Partial<URL>): string => Object.assign(new URL(temp.url), change).href;
    const secret = "not-the-secret";
    const refusals = [
      [changed({ password: secret }), "password is wrong"],
      [changed({ pathname: "/nothing_here" }), "the database doesn't exist"],
      [changed({ search: "?sslmode=require" }), "does not support SSL"],
      [changed({ search: "?sslmode=maybe" }), "sslmode is one of"],
      ["postgres://tidemark:12/not-the-secret@db/x", "the address of the database"],
    ] as const;
    for (const [url, words] of refusals) {
      const file = join(servers.dir, "url");
      writeFileSync(file, `${url}\nwhatever else\n`);
      for (const option of [
        ["--database", url],
        ["--database-file", file],
      ]) {
        const args = ["--data", join(servers.dir, "data"), ...option];
        const { message } = await servers.refused(args, patient);
        expect(message).toContain(words);
        expect(message).not.toContain("\n");
        expect(message + servers.log.join()).not.toContain(secret);
        expect(message + servers.log.join()).not.toContain(new URL(temp.url).password);
      }
    }
    expect(existsSync(join(servers.dir, "data", "tidemark.pid"))).toBe(false);
  });

  test.each([
    ["is empty", ""],
    ["begins with an empty line", "\npostgres://tidemark@127.0.0.1/x"],
    ["is missing", null],
  ])("is named by a file that %s is rejected", async (_, text) => {
    await using servers = ownServers();
    const file = join(servers.dir, "url");
    if (text !== null) writeFileSync(file, text);
    const args = ["--data", join(servers.dir, "data"), "--database-file", file];
    expect((await servers.refused(args)).message).toContain("--database-file: ");
  });

  test("doesn't respond waits for a while, and then fails with a message", async () => {
    await using servers = ownServers();
    const url = "postgres://tidemark:secret@127.0.0.1:1/tidemark";
    const args = ["--data", join(servers.dir, "data"), "--database", url];
    const { message } = await servers.refused(args, { wait: { forMs: 200, everyMs: 20 } });
    expect(message).toMatch(
      /^postgres:\/\/127\.0\.0\.1:1\/tidemark: isn't responding: .*ECONNREFUSED/,
    );
    const waited = servers.log.filter((line) => line.includes("asked again"));
    expect(waited).toHaveLength(1);
    expect(message + servers.log.join()).not.toContain("secret");
  });

  test("doesn't respond can be stopped while it waits", async () => {
    await using servers = ownServers();
    const url = "postgres://tidemark@127.0.0.1:1/tidemark";
    const stopping = new AbortController();
    const refused = servers.refused(["--data", join(servers.dir, "data"), "--database", url], {
      ...patient,
      stopping: stopping.signal,
    });
    while (servers.log.length === 0) await new Promise((done) => setImmediate(done));
    stopping.abort();
    expect(await refused).toMatchObject({ type: "start-stopped" });
  });

  test("becomes available later starts then, and survives an outage", async () => {
    await using postgres = await startPostgres();
    const url = await postgres.databases.create("tidemark_own");
    await using servers = ownServers();
    await postgres.kill();
    const starting = servers.start(member(servers, "a", url), patient);
    while (!servers.log.some((line) => line.includes("asked again"))) {
      await new Promise((done) => setTimeout(done, 10));
    }
    await postgres.restart();
    const server = await starting;
    const alice = await asAlice(server.url);
    const write = (content: string) => alice.ask("POST", "/memos", { content });
    expect((await write("before")).status).toBe(200);
    const health = async (path: string) => {
      const reply = await fetch(server.url + path);
      return [reply.status, await reply.json()];
    };
    expect(await health("/readyz")).toEqual([200, { status: "ok" }]);

    await postgres.kill();
    expect(await write("while it is away")).toMatchObject({
      status: 503,
      body: {
        code: 14,
        message: expect.stringContaining("the database isn't responding") as unknown,
      },
    });
    expect(await alice.ask("GET", "/memos")).toMatchObject({ status: 503 });
    expect(await health("/readyz")).toEqual([503, { status: "unavailable" }]);
    expect(await health("/healthz")).toEqual([200, { status: "ok" }]);

    await postgres.restart();
    expect(await write("after")).toMatchObject({ status: 200 });
    expect(await health("/readyz")).toEqual([200, { status: "ok" }]);
    const { body } = await alice.ask("GET", "/memos");
    const contents = (body["memos"] as { content: string }[]).map(({ content }) => content);
    expect(contents.toSorted()).toEqual(["after", "before"]);
    expect(servers.log.join()).not.toContain(new URL(url).password);
  });

  test("lost its marks of key and files adopts the existing ones", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    const first = await servers.start(member(servers, "a", temp.url));
    await first[Symbol.asyncDispose]();
    rmSync(join(servers.dir, "secret.key"));
    expect((await servers.refused(member(servers, "a", temp.url))).message).toContain(
      "there is no",
    );
    await ask(temp.url, "DELETE FROM meta WHERE key = 'secret_key_fingerprint'");
    await servers.start(member(servers, "a", temp.url));
  });
});
