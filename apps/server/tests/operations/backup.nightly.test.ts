import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtempSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { epochKey } from "@tidemark/core/sync/server";
import { bodyOf, objectOf } from "../answers.ts";
import { parseJson } from "@tidemark/core";
import { z } from "zod";

const main = resolve(import.meta.dirname, "../../build/start.mjs");
const account = ["--admin-username", "alice", "--admin-password", "correct horse"];

let dir: string;
const children: { kill(signal: "SIGKILL"): boolean }[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "tidemark-backup-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

/** Starts the real program on `data`. `url` resolves once it listens. */
function serve(data: string) {
  const args = [main, "--data", data, "--port", "0", ...account];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let stdout = "";
  let stderr = "";
  const listening = Promise.withResolvers<string>();
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    const url = /^Tidemark server: (\S+)\n/m.exec(stdout)?.[1];
    if (url !== undefined) listening.resolve(url);
  });
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "close");
  void ended.then(() => listening.reject(new Error(stderr)));
  listening.promise.catch(() => {});
  return {
    url: listening.promise,
    log: () => stderr,
    async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
  };
}

async function command(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let out = "";
  let error = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (error += chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, out, error };
}

function api(url: string, bearer?: string) {
  return async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, json: await bodyOf(reply) };
  };
}

async function token(url: string): Promise<string> {
  const signed = await api(url)("POST", "/auth/signin", {
    username: "alice",
    password: "correct horse",
  });
  const made = await api(url, String(signed.json["accessToken"]))("POST", "/access-tokens", {
    name: "x",
  });
  return String(made.json["accessToken"]);
}

function auditOf(line: string): unknown {
  return objectOf(line)["audit"];
}

/** Returns the newest seq recorded in the data folder. Throws if the file is missing. */
function headIn(data: string): number {
  const text = readFileSync(join(data, "head-seq.json"), "utf8");
  return parseJson(z.object({ headSeq: z.number() }), text).headSeq;
}

async function contents(url: string, bearer: string): Promise<unknown[]> {
  const { json } = await api(url, bearer)("GET", "/memos");
  return (json["memos"] as { content: string }[]).map((memo) => memo.content).toSorted();
}

describe("a backup", () => {
  test("can be made while the server runs, and restores everything including files", async () => {
    const data = join(dir, "data");
    const backup = join(dir, "copies", "monday.db");
    const content = Buffer.from("a file");
    const hash = createHash("sha256").update(content).digest("hex");
    let server = serve(data);
    let url = await server.url;
    const bearer = await token(url);
    await api(url, bearer)("POST", "/memos", { content: "before" });
    mkdirSync(join(data, "blobs", "kept", hash.slice(0, 2)), { recursive: true });
    writeFileSync(join(data, "blobs", "kept", hash.slice(0, 2), hash), content);

    const made = await command("backup", "--data", data, "--to", backup);
    expect(made.code).toBe(0);
    expect(made.out).toContain("1 memos and 1 new files");
    // The backup appears in the audit log of the command, and in that of the running server.
    const entry = { action: "export.backup", actor: "", target: "", address: "" };
    expect(made.error.trimEnd().split("\n").map(auditOf)).toEqual([entry]);
    const listed = await api(url, bearer)("GET", "/instance/auditLog?pageSize=1");
    expect(listed.json["entries"]).toMatchObject([entry]);
    await api(url, bearer)("POST", "/memos", { content: "after" });

    const refused = await command("restore", "--data", data, "--from", backup);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.error).toContain("is in use by process");
    expect(await contents(url, bearer)).toEqual(["after", "before"]);
    await server.stop();
    rmSync(join(data, "blobs"), { recursive: true });

    const restored = await command("restore", "--data", data, "--from", backup, "--keep-tokens");
    expect(restored).toMatchObject({ code: 0, error: "" });
    server = serve(data);
    url = await server.url;
    expect(restored.out).toBe(`restore: 1 memos from ${backup}, files: 1 brought, 0 missing\n`);
    expect(await contents(url, bearer)).toEqual(["before"]);
    expect(readFileSync(join(data, "blobs", "kept", hash.slice(0, 2), hash))).toEqual(content);
    expect(existsSync(join(data, "tidemark.db.before-restore"))).toBe(true);
    expect(server.log()).not.toContain("older than the one last served");
  });

  test("ends sessions and tokens when restored, unless tokens are kept by option", async () => {
    const data = join(dir, "data");
    const backup = join(dir, "monday.db");
    let server = serve(data);
    let url = await server.url;
    const bearer = await token(url);
    await command("backup", "--data", data, "--to", backup);
    await server.stop();
    expect((await command("restore", "--data", data, "--from", backup)).code).toBe(0);
    server = serve(data);
    url = await server.url;
    const answer = await api(url, bearer)("GET", "/memos");
    expect(answer.status).toBe(401);
    expect(JSON.stringify(answer.json)).toContain("TOKEN_REVOKED");
  });

  test("with missing files is restored with exit code 1, or 0 if that is allowed", async () => {
    const data = join(dir, "data");
    const backup = join(dir, "monday.db");
    const server = serve(data);
    const url = await server.url;
    const uploaded = await api(url, await token(url))("POST", "/attachments", {
      filename: "a.txt",
      content: btoa("a file"),
    });
    expect(uploaded.status).toBe(200);
    await command("backup", "--data", data, "--to", backup);
    await server.stop();
    rmSync(`${backup}.blobs`, { recursive: true });
    const args = ["restore", "--data", join(dir, "other"), "--from", backup];
    const restored = await command(...args);
    expect(restored).toMatchObject({ code: 1, error: "" });
    expect(restored.out).toContain("files: 0 brought, 1 missing\n");
    expect(restored.out).toContain(`neither in ${backup}.blobs nor in`);
    expect(await command(...args, "--allow-missing")).toMatchObject({ code: 0 });
    // The backup's own data folder still has its files.
    expect(await command("restore", "--data", data, "--from", backup)).toMatchObject({ code: 0 });
  });

  test.each([
    ["that is damaged", (file: string) => writeFileSync(file, readFileSync(file).fill(0, 8192))],
    ["that is no database", (file: string) => writeFileSync(file, "no database")],
    ["that is missing", (file: string) => rmSync(file)],
  ])("%s is rejected and changes nothing", async (_, spoil) => {
    const data = join(dir, "data");
    const backup = join(dir, "monday.db");
    const server = serve(data);
    await token(await server.url);
    await command("backup", "--data", data, "--to", backup);
    await server.stop();
    spoil(backup);
    const before = readFileSync(join(data, "tidemark.db"));
    const refused = await command("restore", "--data", data, "--from", backup);
    expect(refused.code).toBe(2);
    expect(refused.error).toContain(backup);
    expect(readFileSync(join(data, "tidemark.db"))).toEqual(before);
    expect(existsSync(join(data, "tidemark.db.before-restore"))).toBe(false);
  });

  test.each([[["backup"]], [["restore", "--data", "x"]], [["backup", "--to", "x", "--colour"]]])(
    "with the arguments %j fails with one line",
    async (args) => {
      const refused = await command(...args);
      expect(refused).toMatchObject({ code: 2, out: "" });
      expect(refused.error.trimEnd().split("\n")).toHaveLength(1);
    },
  );
});

describe("a database older than the one served last", () => {
  test("gets a new epoch, with a log message", async () => {
    const data = join(dir, "data");
    const epoch = async (): Promise<string | null> => {
      await using opened = await openDatabase({ file: join(data, "tidemark.db"), role: "server" });
      return opened.database.read(({ meta }) => meta.get(epochKey));
    };
    let server = serve(data);
    const bearer = await token(await server.url);
    await server.stop();
    copyFileSync(join(data, "tidemark.db"), join(dir, "old.db"));
    const first = await epoch();
    server = serve(data);
    await api(await server.url, bearer)("POST", "/memos", { content: "x" });
    await server.stop();
    expect(await epoch()).toBe(first);

    copyFileSync(join(dir, "old.db"), join(data, "tidemark.db"));
    server = serve(data);
    await server.url;
    expect(server.log()).toContain("older than the one last served");
    await server.stop();
    expect(await epoch()).not.toBe(first);
  });

  test("isn't detected after the server was killed", async () => {
    const data = join(dir, "data");
    let server = serve(data);
    const url = await server.url;
    const bearer = await token(url);
    for (let n = 0; n < 20; n += 1) await api(url, bearer)("POST", "/memos", { content: "x" });
    // The folder must have recorded the memos before the server is killed.
    await vi.waitFor(() => expect(headIn(data)).toBeGreaterThanOrEqual(20));
    await api(url, bearer)("POST", "/memos", { content: "last" });
    await server.stop("SIGKILL");
    server = serve(data);
    await server.url;
    expect(server.log()).not.toContain("older than the one last served");
  });
});
