import { access, chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDataFolder } from "@tidemark/db/node";
import { z } from "zod";
import { createDataDir, createMemo, listMemos, postKey, signIn, start } from "./started.ts";

test("prints one line on stdout: the address with the key in its fragment", async () => {
  const program = start(["--browser", "--data", await createDataDir(), "--port", "0"]);
  const url = await program.url;
  expect(url.hostname).toBe("127.0.0.1");
  expect(url.hash).toMatch(/^#key=[A-Za-z0-9_-]{43}$/);
  program.child.kill("SIGTERM");
  expect(await program.ended).toBe(0);
  expect(program.stdout()).toBe(`Tidemark: http://127.0.0.1:${url.port}/${url.hash}\n`);
});

test("serves a browser without --browser if there is no Electron or display", async () => {
  const program = start(["--data", await createDataDir(), "--port", "0"]);
  const page = await fetch(await program.url);
  expect(await page.text()).toContain("Tidemark");
});

test("the key gives access to the router, and memos written there are read back", async () => {
  const program = start(["--browser", "--data", await createDataDir(), "--port", "0"]);
  const url = await program.url;
  const profile = new URL("/trpc/profile.get", url);
  expect((await fetch(profile)).status).toBe(401);
  const cookie = await signIn(url);
  expect((await fetch(profile, { headers: { cookie } })).status).toBe(200);
  await createMemo(url, "low tide");
  expect(await listMemos(url)).toContain("low tide");
  const foreign = { cookie, origin: "https://evil.example" };
  expect((await fetch(profile, { headers: foreign })).status).toBe(403);
});

test("the key works once, and a page with its cookie keeps working", async () => {
  const program = start(["--browser", "--data", await createDataDir(), "--port", "0"]);
  const url = await program.url;
  const cookie = await signIn(url);
  const again = await postKey(url);
  expect(again.status).toBe(401);
  expect(again.headers.getSetCookie()).toEqual([]);
  expect(await again.json()).toEqual({ error: expect.stringMatching(/used already.*start/) });
  expect((await postKey(url, cookie)).status).toBe(204);
  const profile = new URL("/trpc/profile.get", url);
  expect((await fetch(profile, { headers: { cookie } })).status).toBe(200);
});

describe("the data folder", () => {
  test("is created, and contains the process id only while it runs", async () => {
    const dir = join(await createDataDir(), "new", "folder");
    const program = start(["--browser", "--data", dir, "--port", "0"]);
    await program.url;
    const pid = await readFile(join(dir, "tidemark.pid"), "utf8");
    expect(Number(pid)).toBe(program.child.pid);
    program.child.kill("SIGINT");
    expect(await program.ended).toBe(0);
    await expect(access(join(dir, "tidemark.pid"))).rejects.toThrow("ENOENT");
  });

  test("that is already served gets a new address from its server", async () => {
    const dir = await createDataDir();
    const program = start(["--browser", "--data", dir, "--port", "0"]);
    const url = await program.url;
    const cookie = await signIn(url);
    await createMemo(url, "low tide");
    const second = start(["--browser", "--data", dir, "--port", "0"]);
    expect(await second.ended).toBe(0);
    const fresh = await second.url;
    expect(second.stdout()).toBe(`Tidemark: ${fresh.href}\n`);
    expect(second.stderr()).toMatch(/^Tidemark runs on this folder already[^\n]+\n$/);
    expect(fresh.origin).toBe(url.origin);
    expect(fresh.hash).not.toBe(url.hash);
    expect(await listMemos(fresh)).toContain("low tide");
    const profile = new URL("/trpc/profile.get", url);
    expect((await fetch(profile, { headers: { cookie } })).status).toBe(200);
    for (const used of [url, fresh]) expect((await postKey(used)).status).toBe(401);
    expect(await readFile(join(dir, "tidemark.pid"), "utf8")).toBe(`${program.child.pid}\n`);
  });

  test("reveals the app's address only to its owner, and only while the app runs", async () => {
    const dir = await createDataDir();
    const program = start(["--browser", "--data", dir, "--port", "0"]);
    const url = await program.url;
    const channel = join(dir, "tidemark.browser");
    if (process.platform !== "win32") expect((await stat(channel)).mode & 0o777).toBe(0o600);
    const { secret } = parseJson(z.object({ secret: z.string() }), await readFile(channel, "utf8"));
    const ask = (headers: Record<string, string>) =>
      fetch(new URL("/session/keys", url), { method: "POST", headers });
    const authorization = `Bearer ${secret}`;
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: "Bearer " })).status).toBe(401);
    expect((await ask({ cookie: await signIn(url) })).status).toBe(401);
    expect((await ask({ authorization, origin: "https://evil.example" })).status).toBe(403);
    expect((await ask({ authorization })).status).toBe(200);
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(0);
    const left = (await readdir(dir)).filter((name) => name.startsWith("tidemark.browser"));
    expect(left).toEqual([]);
  });

  test("is refused if its holder serves no browser, and the message names the holder", async () => {
    const dir = await createDataDir();
    const held = await openDataFolder(dir);
    if (!held.ok) throw new Error(held.error.type);
    await using _folder = held.value;
    // Left by a killed process, so another program may use its port now.
    const stale = { pid: process.pid + 1, port: 1, secret: "x" };
    await writeFile(join(dir, "tidemark.browser"), JSON.stringify(stale));
    const second = start(["--browser", "--data", dir, "--port", "0"]);
    expect(await second.ended).toBe(2);
    expect(second.stdout()).toBe("");
    expect(second.stderr()).toBe(`tidemark: ${dir} is in use by process ${process.pid}\n`);
  });

  test("of a killed process can be opened again, with every acknowledged memo", async () => {
    const dir = await createDataDir();
    const killed = start(["--browser", "--data", dir, "--port", "0"]);
    await createMemo(await killed.url, "written before the crash");
    killed.child.kill("SIGKILL");
    await killed.ended;
    const next = start(["--browser", "--data", dir, "--port", "0"]);
    expect(await listMemos(await next.url)).toContain("written before the crash");
    expect(Number(await readFile(join(dir, "tidemark.pid"), "utf8"))).toBe(next.child.pid);
    expect((await readdir(dir)).filter((name) => name.startsWith("tidemark.pid"))).toHaveLength(1);
  });

  test("is served by one of several concurrent starts, and each prints an address of it", async () => {
    const dir = await createDataDir();
    const programs = [1, 2, 3].map(() => start(["--browser", "--data", dir, "--port", "0"]));
    const urls = await Promise.all(programs.map((program) => program.url));
    expect(new Set(urls.map((url) => url.origin)).size).toBe(1);
    expect(new Set(urls.map((url) => url.hash)).size).toBe(3);
    for (const url of urls) expect((await postKey(url)).status).toBe(204);
    const holder = Number(await readFile(join(dir, "tidemark.pid"), "utf8"));
    const others = programs.filter((program) => program.child.pid !== holder);
    expect(others).toHaveLength(2);
    for (const other of others) expect(await other.ended).toBe(0);
  });
});

describe("a start that fails prints one line to stderr and exits with code 2", () => {
  /** Returns the message, after checking that nothing else was printed. */
  async function refusalOf(args: string[]): Promise<string> {
    const program = start(args);
    expect(await program.ended).toBe(2);
    expect(program.stdout()).toBe("");
    expect(program.stderr()).toMatch(/^tidemark: [^\n]+\n$/);
    return program.stderr();
  }

  test("unknown option", async () => {
    expect(await refusalOf(["--brwser"])).toContain("unknown option '--brwser'");
  });

  test("invalid port", async () => {
    expect(await refusalOf(["--browser", "--port", "99999"])).toContain("0 to 65535");
  });

  test("port in use, and the folder is unlocked again", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    onTestFinished(() => void taken.close());
    const address = taken.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const dir = await createDataDir();
    expect(await refusalOf(["--browser", "--data", dir, "--port", String(port)])).toContain(
      `port ${port} is taken`,
    );
    await expect(access(join(dir, "tidemark.pid"))).rejects.toThrow("ENOENT");
  });

  test("memos damaged while a killed process had them open", async () => {
    const dir = await createDataDir();
    const args = ["--browser", "--data", dir, "--port", "0"];
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const program = start(args);
      await createMemo(await program.url, "about to be lost");
      program.child.kill(signal);
      await program.ended;
    }
    const file = join(dir, "tidemark.db");
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0xff, 4096));
    expect(await refusalOf(args)).toMatch(
      /tidemark\.db: is damaged \(.+\); no copy of it is known/,
    );
    await expect(access(join(dir, "tidemark.pid"))).rejects.toThrow("ENOENT");
  });

  test("folder below a file", async () => {
    const file = join(await createDataDir(), "file");
    await writeFile(file, "");
    expect(await refusalOf(["--browser", "--data", join(file, "data")])).toContain(
      "cannot use the data folder",
    );
  });

  // Root can write everywhere.
  test.skipIf(process.getuid?.() === 0)("folder without write permission", async () => {
    const dir = await createDataDir();
    await chmod(dir, 0o500);
    expect(await refusalOf(["--browser", "--data", dir])).toContain("cannot use the data folder");
  });
});

test("--help prints the options to stdout and succeeds", async () => {
  const program = start(["--help"]);
  expect(await program.ended).toBe(0);
  expect(program.stdout()).toMatch(/--browser[^]*--data <folder>[^]*--port <number>/);
});

describe("a requested exit", () => {
  test.each(["node", "npm"] as const)(
    "through %s closes open streams and leaves no process behind",
    async (through) => {
      const dir = await createDataDir();
      const program = start(["--browser", "--data", dir, "--port", "0"], { through });
      const url = await program.url;
      const pid = Number(await readFile(join(dir, "tidemark.pid"), "utf8"));
      const stream = await fetch(new URL("/trpc/changes", url), {
        headers: { cookie: await signIn(url), accept: "text/event-stream" },
      });
      const cut = stream.text().then(
        () => "ended",
        () => "ended",
      );
      program.child.kill("SIGTERM");
      expect(await program.ended).toBe(0);
      expect(await cut).toBe("ended");
      expect(() => process.kill(pid, 0)).toThrow("ESRCH");
      expect(await readdir(dir)).not.toContain("tidemark.pid");
    },
  );

  test("doesn't wait for a host that never closes, and still unlocks the folder", async () => {
    const dir = await createDataDir();
    const program = start(["--browser", "--data", dir, "--port", "0"], {
      env: { TIDEMARK_TEST_HOST: "stuck" },
    });
    await program.url;
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(1);
    expect(await readdir(dir)).not.toContain("tidemark.pid");
  });

  test("ends a host that computes without a pause, and its folder can be opened again", async () => {
    const dir = await createDataDir();
    const args = ["--browser", "--data", dir, "--port", "0"];
    const program = start(args, { env: { TIDEMARK_TEST_HOST: "busy" } });
    await program.url;
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(1);
    await start(args).url;
  });
});

test("npm start serves the same, and prints a new address of a running app", async () => {
  const dir = await createDataDir();
  const program = start(["--browser", "--data", dir, "--port", "0"], { through: "npm" });
  expect((await fetch(await program.url)).status).toBe(200);
  const second = start(["--browser", "--data", dir], { through: "npm" });
  expect(await second.ended).toBe(0);
  expect((await second.url).origin).toBe((await program.url).origin);
});

test("npm start fails with the same exit code", async () => {
  const wrong = start(["--browser", "--colour"], { through: "npm" });
  expect(await wrong.ended).toBe(2);
});

describe("with Electron and a display", () => {
  /** Installs a fake Electron program that runs a shell script. */
  async function installElectron(script: string): Promise<Record<string, string>> {
    const dist = await createDataDir();
    await writeFile(join(dist, "electron"), `#!/bin/sh\n${script}\n`);
    await chmod(join(dist, "electron"), 0o755);
    return { ELECTRON_OVERRIDE_DIST_PATH: dist, DISPLAY: ":0" };
  }

  test("Electron is started with the application and the data folder, and its exit code is returned", async () => {
    const env = await installElectron('echo "called: $*"; exit 7');
    const program = start(["--data", "/memos"], { env });
    expect(await program.ended).toBe(7);
    expect(program.stdout()).toBe("");
    expect(program.stderr()).toMatch(/^called: \S+\/apps\/desktop --data=\/memos\n$/);
  });

  test("Electron is stopped with the program", async () => {
    const dir = await createDataDir();
    const env = await installElectron(
      `trap 'touch "${dir}/ended"; exit 0' TERM; touch "${dir}/started"; while :; do sleep 0.05; done`,
    );
    const program = start([], { env });
    await vi.waitFor(() => access(join(dir, "started")));
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(0);
    expect(await readdir(dir)).toEqual(["ended", "started"]);
  });

  test("--browser skips Electron", async () => {
    const env = await installElectron("exit 7");
    const program = start(["--browser", "--data", await createDataDir(), "--port", "0"], { env });
    expect((await fetch(await program.url)).status).toBe(200);
  });
});
