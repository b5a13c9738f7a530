import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isOwnName } from "@tidemark/db/node";
import { tokenOf } from "../answers.ts";

const main = resolve(import.meta.dirname, "../../build/start.mjs");

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "tidemark-modes-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

/** Starts the real program with umask 0, so that by default everyone can read its files. */
function run(...args: string[]) {
  const child = spawn(
    "bash",
    ["-c", 'umask 000; exec "$0" "$@"', process.execPath, main, ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const output = { text: "" };
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output.text += chunk.toString();
      const url = /^Tidemark server: (\S+)\n/m.exec(output.text)?.[1];
      if (url !== undefined) listening.resolve(url);
    });
  }
  const ended = once(child, "close").then(([code]) => {
    listening.reject(new Error(`ended with ${String(code)}: ${output.text}`));
    return code as number | null;
  });
  listening.promise.catch(() => {});
  return { child, output, ended, listening: listening.promise };
}

/** Returns the files and folders below a folder that other users can open, as `mode path`. */
function openToOthers(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(paths.length).toBeGreaterThan(0);
  return [folder, ...paths.map((path) => join(folder, path))]
    .map((path) => ({ path, mode: statSync(path).mode & 0o777 }))
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ path, mode }) => `${mode.toString(8)} ${path}`);
}

describe("the files of a server that was started with umask 0", () => {
  test("are readable only by its user: database, log, content, pictures, uploads, key, copies", async () => {
    const data = join(dir, "data");
    const account = ["--admin-username", "alice", "--admin-password", "correct horse battery"];
    const server = run("--data", data, "--port", "0", ...account);
    const url = await server.listening;
    const signIn = await fetch(`${url}/api/v1/auth/signin`, {
      method: "POST",
      body: JSON.stringify({ username: "alice", password: "correct horse battery" }),
    });
    const accessToken = await tokenOf(signIn);
    const headers = { authorization: `Bearer ${accessToken}` };
    const ask = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await ask("/api/v1/memos", { content: "secret" })).status).toBe(200);
    const content = Buffer.from("a file").toString("base64");
    expect((await ask("/api/v1/attachments", { filename: "a.txt", content })).status).toBe(200);
    const upload = await fetch(`${url}/sync/blobs`, {
      method: "POST",
      headers: {
        ...headers,
        "tus-resumable": "1.0.0",
        "upload-length": "10",
        "upload-metadata": `filename ${Buffer.from("b.txt").toString("base64")},type ${Buffer.from("text/plain").toString("base64")},sha256 ${Buffer.from("0".repeat(64)).toString("base64")}`,
      },
    });
    expect(upload.status).toBe(201);
    const names = readdirSync(data);
    expect(names).toEqual(expect.arrayContaining(["tidemark.db", "tidemark.db-wal", "secret.key"]));
    expect(readdirSync(join(data, "uploads")).length).toBeGreaterThan(0);
    expect(openToOthers(data)).toEqual([]);
    expect(names.filter((name) => !isOwnName(name))).toEqual([]);

    const backups = join(dir, "backups");
    const backup = run("backup", "--data", data, "--to", join(backups, "today.db"));
    expect(await backup.ended).toBe(0);
    expect(openToOthers(backups)).toEqual([]);

    server.child.kill("SIGTERM");
    await server.ended;
    const restored = run("restore", "--data", data, "--from", join(backups, "today.db"));
    expect(await restored.ended).toBe(0);
    expect(openToOthers(data)).toEqual([]);
  });

  test("become private if an older version had left them open", async () => {
    const data = join(dir, "data");
    mkdirSync(join(data, "blobs", "kept"), { recursive: true });
    writeFileSync(join(data, "blobs", "kept", "x"), "content");
    writeFileSync(join(data, "secret.key"), Buffer.alloc(32, 1).toString("base64"));
    writeFileSync(join(data, "tidemark.db"), "");
    for (const name of ["", "blobs", "blobs/kept", "blobs/kept/x", "secret.key", "tidemark.db"]) {
      chmodSync(join(data, name), 0o777);
    }
    const server = run("--data", data, "--port", "0");
    await server.listening;
    expect(openToOthers(data)).toEqual([]);
    server.child.kill("SIGTERM");
    await server.ended;
  });

  test("are private in a shared folder, whose mode isn't changed", async () => {
    const data = join(dir, "shared");
    mkdirSync(data);
    writeFileSync(join(data, "letter.txt"), "somebody's");
    // Other tests of this process may have set its umask.
    chmodSync(join(data, "letter.txt"), 0o644);
    chmodSync(data, 0o777);
    const server = run("--data", data, "--port", "0");
    await server.listening;
    expect(server.output.text).toContain("give Tidemark a folder of its own");
    const modes = readdirSync(data).map((name) => [name, statSync(join(data, name)).mode & 0o077]);
    expect(modes.length).toBeGreaterThan(4);
    expect(modes.filter(([name, mode]) => (mode !== 0) !== (name === "letter.txt"))).toEqual([]);
    expect(statSync(data).mode & 0o777).toBe(0o777);
    server.child.kill("SIGTERM");
    await server.ended;
  });
});
