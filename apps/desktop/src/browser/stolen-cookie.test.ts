import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryApp } from "@tidemark/replica/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSessions } from "./kept-sessions.ts";
import { serveBrowser } from "./serve-browser.ts";

const nobody = 65534;

async function start(dir: string, port = 0) {
  const app = createMemoryApp();
  const sessions = await openSessions(join(dir, "browser-sessions.json"));
  const server = await serveBrowser({
    app,
    files: async () => ({ status: 200, headers: {}, body: null }),
    pageDir: dir,
    port,
    sessions,
    hasWindows: true,
  });
  const end = async () => {
    await server.close();
    await sessions.close();
  };
  onTestFinished(end);
  return { app, server, end, origin: `http://127.0.0.1:${server.port}` };
}

async function tradeKey(url: string): Promise<string> {
  const { origin, hash } = new URL(url);
  const answer = await fetch(`${origin}/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: new URLSearchParams(hash.slice(1)).get("key") }),
  });
  return answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
}

/** Every request that requires a session, as `METHOD path`. */
const requests = [
  "GET /session",
  "POST /session",
  "POST /session/offer",
  "GET /trpc/profile.get",
  "GET /trpc/changes",
  "POST /trpc/memos.create",
  "GET /file/attachments/abc/a.png",
  "POST /files",
  "PUT /import/0123456789abcdef/a.md",
  "GET /export/memos/abc",
  "GET /export.zip",
  "GET /export.json.zip",
];

/** Sends every request with a cookie from a process of a user, and returns the statuses. */
async function replay(origin: string, cookie: string, uid: number): Promise<number[]> {
  const program = `
    const [origin, cookie, ...requests] = process.argv.slice(1);
    for (const each of requests) {
      const [method, path] = each.split(" ");
      const answer = await fetch(origin + path, {
        method,
        headers: { cookie, "content-type": "application/json", accept: "*/*" },
        ...(method === "GET" ? {} : { body: '{"key":"none","content":"planted"}' }),
      });
      console.log(answer.status);
      await answer.body?.cancel();
    }`;
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", program, origin, cookie, ...requests],
    { stdio: ["ignore", "pipe", "inherit"], cwd: "/", env: {}, uid },
  );
  let written = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (written += chunk));
  await once(child, "close");
  return written.trim().split("\n").map(Number);
}

// Only root may start a program as another user.
describe.runIf(process.platform === "linux" && process.getuid?.() === 0)("a cookie", () => {
  test("doesn't work for another user who has seen it, before and after a restart", async () => {
    const dir = await mkdtemp(join(tmpdir(), "tidemark-cookie-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    await writeFile(join(dir, "index.html"), "<!doctype html><title>Tidemark</title>");
    const first = await start(dir);
    const cookie = await tradeKey(first.server.url);
    const refused = requests.map(() => 401);
    expect(await replay(first.origin, cookie, nobody)).toEqual(refused);
    await expect(first.app.counts()).resolves.toMatchObject({ normal: 0 });
    await first.end();

    const second = await start(dir, first.server.port);
    expect(await replay(second.origin, cookie, nobody)).toEqual(refused);
    // The user's own page keeps working.
    const own = await fetch(`${second.origin}/session`, { headers: { cookie } });
    expect(own.status).toBe(204);
    expect(await replay(second.origin, cookie, 0)).not.toContain(401);
    await expect(second.app.counts()).resolves.toMatchObject({ normal: 1 });
  });
});
