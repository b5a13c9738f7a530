import { get } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { serveRefused } from "./serve-refused.ts";

const refused = {
  message: "The file is damaged.",
  copies: [{ name: "tidemark.db.before-v7", madeMs: 1, bytes: 2 }],
};

async function serve(
  restore = async (name: string): Promise<boolean> => name === "tidemark.db.before-v7",
  { hasWindows = false } = {},
) {
  const pageDir = await mkdtemp(join(tmpdir(), "tidemark-refused-"));
  onTestFinished(() => rm(pageDir, { recursive: true, force: true }));
  await writeFile(join(pageDir, "index.html"), "<title>Tidemark</title>");
  const restored: string[] = [];
  const server = await serveRefused({
    hasWindows,
    refused,
    pageDir,
    port: 0,
    restore: (name) => {
      restored.push(name);
      return restore(name);
    },
  });
  onTestFinished(() => server.close());
  const key = new URL(server.url).hash.slice("#key=".length);
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, said: (await answer.json()) as unknown };
  };
  return { server, key, post, restored };
}

test("gives the reason only to clients with the key", async () => {
  const { server, key, post } = await serve();
  expect(await post("/session", { key })).toEqual({ status: 503, said: { refused } });
  // The page may be reloaded.
  expect((await post("/session", { key })).status).toBe(503);
  expect(await post("/session", { key: "another" })).toEqual({ status: 401, said: {} });
  const foreign = await post("/session", { key }, { origin: "https://example.org" });
  expect(foreign.status).toBe(403);
  const page = await fetch(`http://127.0.0.1:${server.port}/`, {
    headers: { accept: "text/html" },
  });
  expect(await page.text()).toContain("Tidemark");
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
});

test("restores a copy, then tries to open it", async () => {
  const { server, key, post, restored } = await serve();
  const name = "tidemark.db.before-v7";
  expect((await post("/refused", { key: "another", act: "restore", name })).status).toBe(401);
  expect((await post("/refused", { key, act: "restore", name: "other" })).status).toBe(404);
  expect((await post("/refused", { key, act: "remove" })).status).toBe(400);
  expect((await post("/refused", { key, act: "restore", name })).status).toBe(200);
  expect(await server.chosen).toBe("again");
  expect(restored).toEqual(["other", name]);
});

test.each(["again", "quit"] as const)("resolves with the choice to %s", async (act) => {
  const { server, key, post } = await serve();
  expect((await post("/refused", { key, act })).status).toBe(200);
  expect(await server.chosen).toBe(act);
});

test("restores one copy at a time, and accepts no other action meanwhile", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { server, key, post, restored } = await serve(() => promise);
  const act = { key, act: "restore", name: "tidemark.db.before-v7" };
  const first = post("/refused", act);
  await vi.waitFor(() => expect(restored).toHaveLength(1));
  expect((await post("/refused", act)).status).toBe(409);
  expect((await post("/refused", { key, act: "again" })).status).toBe(409);
  resolve(true);
  expect((await first).status).toBe(200);
  expect(await server.chosen).toBe("again");
  expect(restored).toHaveLength(1);
});

test("reports why a restore failed, and allows another", async () => {
  const words = "The disk is full.";
  let isFull = true;
  const { key, post } = await serve(async () => {
    if (isFull) throw new Error(words);
    return true;
  });
  const act = { key, act: "restore", name: "tidemark.db.before-v7" };
  expect(await post("/refused", act)).toEqual({
    status: 500,
    said: { refused: { ...refused, message: words } },
  });
  isFull = false;
  expect((await post("/refused", act)).status).toBe(200);
});

describe.runIf(process.platform === "linux")("a window of this user", () => {
  const open = (port: number, headers: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      const asked = { host: "127.0.0.1", port, path: "/session/window", headers };
      const request = get(asked, (answer) => {
        answer.resume();
        resolve(`${answer.statusCode} ${answer.headers.location ?? ""}`.trim());
      });
      request.on("error", reject);
    });
  const opened = { "sec-fetch-site": "none", "sec-fetch-dest": "document" };

  test("gets the key without an argument that contains it", async () => {
    const { server, key } = await serve(undefined, { hasWindows: true });
    expect(await open(server.port, opened)).toBe(`302 /#key=${key}`);
    expect(await open(server.port, { ...opened, "sec-fetch-site": "cross-site" })).toBe("403");
    expect(await open(server.port, {})).toBe("403");
  });

  test("doesn't exist if the app isn't shown in windows", async () => {
    const { server } = await serve();
    expect(await open(server.port, { ...opened, accept: "text/html" })).toBe("200");
  });
});
