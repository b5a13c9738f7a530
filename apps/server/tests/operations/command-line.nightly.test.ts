import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildFolder } from "../../build/ensure-built.mjs";
import { bodyOf, objectOf, tokenOf } from "../answers.ts";

const main = resolve(import.meta.dirname, "../../build/start.mjs");
const account = ["--admin-username", "alice", "--admin-password", "correct horse"];

let dir: string;
const children: { kill(signal: "SIGKILL"): boolean }[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "tidemark-cli-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

/** Runs the real program. `started` resolves with its output once it listens. */
function run(...args: string[]) {
  return runWith("", ...args);
}

/** Runs the program with `input` on its standard input. */
function runWith(input: string, ...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  // A program that doesn't read its input may exit before the write completes.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  children.push(child);
  const output = { stdout: "", stderr: "" };
  const listening = Promise.withResolvers<string>();
  child.stdout.on("data", (chunk: Buffer) => {
    output.stdout += chunk.toString();
    const url = /^Tidemark server: (\S+)\n/m.exec(output.stdout)?.[1];
    if (url !== undefined) listening.resolve(url);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const ended = once(child, "close").then(([code]) => {
    listening.reject(new Error(`ended with ${String(code)}: ${output.stderr}`));
    return code as number | null;
  });
  listening.promise.catch(() => {});
  return { child, output, ended, listening: listening.promise };
}

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/v1/auth/signin`, {
    method: "POST",
    body: JSON.stringify({ username: "alice", password: "correct horse" }),
  });
  return await tokenOf(reply);
}

async function refused(...args: string[]): Promise<string> {
  const { ended, output } = run(...args);
  expect(await ended).toBe(2);
  expect(output.stdout).toBe("");
  const lines = output.stderr
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("{"));
  expect(lines).toHaveLength(1);
  return lines[0] ?? "";
}

describe("the server program", () => {
  test("rejects a database that is damaged after an unclean stop, and names the newest copy", async () => {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const server = run("--data", dir, "--port", "0", ...account);
      await server.listening;
      server.child.kill(signal);
      await server.ended;
    }
    const file = join(dir, "tidemark.db");
    writeFileSync(file, readFileSync(file).fill(0xff, 4096));
    writeFileSync(`${file}.before-v2`, "");
    expect(await refused("--data", dir, "--port", "0")).toMatch(
      /^tidemark-server: \S+tidemark\.db: is damaged \(.+\); the newest copy of it is \S+tidemark\.db\.before-v2$/,
    );
    expect(existsSync(join(dir, "tidemark.pid"))).toBe(false);
  });

  test("prints only its URL once it listens on a free port", async () => {
    const server = run("--data", dir, "--port", "0", ...account);
    const url = await server.listening;
    expect(server.output.stdout).toMatch(/^Tidemark server: http:\/\/127\.0\.0\.1:[1-9]\d*\n$/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(readFileSync(join(dir, "tidemark.pid"), "utf8").trim()).toBe(String(server.child.pid));
    expect(await signIn(url)).toBeTruthy();
  });

  test("prints a set-up code if there is no administrator", async () => {
    const server = run("--data", dir, "--port", "0");
    const url = await server.listening;
    const [first, second, ...rest] = server.output.stdout.split("\n");
    expect(first).toBe(`Tidemark server: ${url}`);
    expect(rest).toEqual([""]);
    const code = /^Set-up code: ([0-9A-Z]{4}(?:-[0-9A-Z]{4}){2})$/.exec(second ?? "")?.[1];
    const reply = await fetch(`${url}/api/v1/setup`, {
      method: "POST",
      body: JSON.stringify({ code, username: "alice", password: "correct horse" }),
    });
    expect(reply.status).toBe(200);
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "stops cleanly on %s with an open stream, without losing data",
    async (signal) => {
      const first = run("--data", dir, "--port", "0", ...account);
      const url = await first.listening;
      const authorization = `Bearer ${await signIn(url)}`;
      const stream = await fetch(`${url}/sync/poke`, {
        headers: { authorization, accept: "text/event-stream" },
      });
      const streamEnd = stream.text().catch(() => "cut");
      const writes = Array.from({ length: 20 }, (_, i) =>
        fetch(`${url}/api/v1/memos?memoId=m-${i}`, {
          method: "POST",
          headers: { authorization },
          body: JSON.stringify({ content: `memo ${i}` }),
        }).then((reply) => reply.status),
      );
      expect(await Promise.all(writes)).toEqual(Array(20).fill(200));
      first.child.kill(signal);
      expect(await first.ended).toBe(0);
      await streamEnd;
      expect(existsSync(join(dir, "tidemark.pid"))).toBe(false);

      const second = run("--data", dir, "--port", "0", ...account);
      const again = await second.listening;
      const list = await fetch(`${again}/api/v1/memos`, { headers: { authorization } });
      expect((await bodyOf(list))["memos"]).toHaveLength(20);
    },
  );

  test("builds itself at the start, and finds its worker threads", async () => {
    const server = run("--data", dir, "--port", "0", "--rate-limit", "0", ...account);
    const url = await server.listening;
    const build = buildFolder();
    expect(readdirSync(build)).toContain("rewrite-worker.js");
    // A user other than the one that built it may run it.
    expect(statSync(build).mode & 0o777).toBe(0o755);

    const headers = { authorization: `Bearer ${await signIn(url)}` };
    const writes = Array.from({ length: 100 }, (_, i) =>
      fetch(`${url}/api/v1/memos`, {
        method: "POST",
        headers,
        body: JSON.stringify({ content: `number ${i}` }),
      }).then((reply) => reply.status),
    );
    expect(new Set(await Promise.all(writes))).toEqual(new Set([200]));
    // The pattern requires no literal text, so no index can be used.
    const filter = encodeURIComponent('content.matches("^(number) 4[0-9]$")');
    const list = await fetch(`${url}/api/v1/memos?explain=true&filter=${filter}`, { headers });
    const found = await bodyOf(list);
    expect(found).toMatchObject({ explanation: { place: "worker" } });
    expect(found["memos"]).toHaveLength(10);
    expect(server.output.stderr).not.toContain("runs from its sources");
  });

  test("rejects a folder in use by another process, and takes it over from a killed one", async () => {
    const first = run("--data", dir, "--port", "0", ...account);
    await first.listening;
    expect(await refused("--data", dir, "--port", "0")).toContain(
      `in use by process ${first.child.pid}`,
    );
    first.child.kill("SIGKILL");
    await first.ended;
    expect(existsSync(join(dir, "tidemark.pid"))).toBe(true);
    const third = run("--data", dir, "--port", "0");
    await third.listening;
    expect(readFileSync(join(dir, "tidemark.pid"), "utf8").trim()).toBe(String(third.child.pid));
  });

  test("rejects an unknown option", async () => {
    expect(await refused("--data", dir, "--colour")).toContain("--colour");
  });

  test("rejects a port in use, and releases the folder", async () => {
    const taken = createServer();
    taken.listen(0, "127.0.0.1");
    await once(taken, "listening");
    try {
      const { port } = taken.address() as AddressInfo;
      expect(await refused("--data", dir, "--port", String(port))).toContain("EADDRINUSE");
      expect(existsSync(join(dir, "tidemark.pid"))).toBe(false);
    } finally {
      taken.close();
    }
  });

  test("rejects a folder that isn't writable", async () => {
    writeFileSync(join(dir, "file"), "");
    expect(await refused("--data", join(dir, "file", "data"), "--port", "0")).toContain("ENOTDIR");
  });

  test("rejects a file that isn't a database, and an invalid administrator", async () => {
    expect(
      await refused(
        "--data",
        dir,
        "--port",
        "0",
        "--admin-username",
        "x",
        "--admin-password",
        "short",
      ),
    ).toContain("password");
    writeFileSync(join(dir, "tidemark.db"), "nothing of the kind ".repeat(1000));
    expect(await refused("--data", dir, "--port", "0")).toContain("is no SQLite database");
  });

  test.each([
    ["with a line's end", "correct horse\n"],
    ["with that of Windows", "correct horse\r\n"],
    ["without one", "correct horse"],
  ])("reads the administrator's password from a file %s", async (_name, text) => {
    const file = join(dir, "password");
    writeFileSync(file, text);
    const data = join(dir, "data");
    const args = ["--admin-username", "alice", "--admin-password-file", file];
    const server = run("--data", data, "--port", "0", ...args);
    expect(await signIn(await server.listening)).toBeTruthy();
    expect(server.output.stdout).not.toContain("Set-up code");
  });

  test("reads the administrator's password from standard input, and doesn't reveal it", async () => {
    const args = ["--admin-username", "alice", "--admin-password-file", "-"];
    const server = runWith("correct horse\n", "--data", dir, "--port", "0", ...args);
    expect(await signIn(await server.listening)).toBeTruthy();
    if (process.platform === "linux") {
      const shown = readFileSync(`/proc/${server.child.pid ?? 0}/cmdline`, "utf8");
      expect(shown).not.toContain("correct horse");
    }
    expect(server.output.stdout + server.output.stderr).not.toContain("correct horse");
  });

  test.each([
    ["that is missing", null, "ENOENT"],
    ["that is empty", "", "is empty"],
    ["that holds only a line's end", "\n", "is empty"],
    ["of several lines", "correct horse\nbattery staple\n", "several lines"],
    ["of another kind, and large", "x".repeat(20_000), "more than 16384 bytes"],
    ["with one of the commonest", "password123\n", "most common"],
  ])("rejects a password file %s", async (_name, text, words) => {
    const file = join(dir, "password");
    if (text !== null) writeFileSync(file, text);
    const args = ["--admin-username", "alice", "--admin-password-file", file];
    const line = await refused("--data", join(dir, "data"), "--port", "0", ...args);
    expect(line).toContain(words);
    expect(line).not.toContain("horse");
    const both = ["--admin-username", "alice", "--admin-password", "correct horse"];
    expect(await refused("--data", dir, ...both, "--admin-password-file", file)).toContain(
      "--admin-password-file",
    );
  });

  test("does not look at the password of an administrator who already exists", async () => {
    const first = run("--data", dir, "--port", "0", ...account);
    await first.listening;
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    const args = ["--admin-username", "alice", "--admin-password", "password123"];
    const second = run("--data", dir, "--port", "0", ...args);
    expect(await signIn(await second.listening)).toBeTruthy();
  });

  test("logs each entry of the audit log as a line of JSON on standard error", async () => {
    const server = run("--data", dir, "--port", "0", ...account);
    const url = await server.listening;
    const secret = "a password that nobody has";
    await fetch(`${url}/api/v1/auth/signin`, {
      method: "POST",
      body: JSON.stringify({ username: "alice", password: secret }),
    });
    const bearer = await signIn(url);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    const lines = server.output.stderr.trimEnd().split("\n");
    const heard = lines
      .map((line) => objectOf(line))
      .flatMap(({ audit }) => (audit === undefined ? [] : [audit]));
    const alice = { target: "users/alice", address: "127.0.0.1" };
    expect(heard).toEqual([
      { action: "role.raised", actor: "", target: "users/alice", address: "" },
      { action: "signin.failed", actor: "", ...alice },
      { action: "signin.new_address", actor: "users/alice", ...alice },
    ]);
    for (const each of [secret, bearer, "correct horse"]) {
      expect(server.output.stderr).not.toContain(each);
    }
  });

  test("rejects an invalid proxy address", async () => {
    expect(await refused("--data", dir, "--port", "0", "--trusted-proxy", "nowhere")).toContain(
      "--trusted-proxy",
    );
  });
});
