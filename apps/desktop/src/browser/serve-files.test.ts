import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openHost } from "../host/open-host.ts";
import { openSessions } from "./kept-sessions.ts";
import { serveBrowser } from "./serve-browser.ts";

/** Fields of an upload's response that the tests use. */
const fileSchema = z.looseObject({ id: z.string(), filename: z.string() });

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function start() {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-files-"));
  const host = await openHost({ dir });
  const server = await serveBrowser({
    app: host.app,
    files: host.files,
    pageDir: dir,
    port: 0,
    sessions: await openSessions(join(dir, "browser-sessions.json")),
  });
  onTestFinished(async () => {
    await server.close();
    await host.close();
    await rm(dir, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const key = new URLSearchParams(new URL(server.url).hash.slice(1)).get("key");
  const session = await fetch(`${origin}/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key }),
  });
  const cookie = session.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  const ask = (
    path: string,
    init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
  ) => fetch(`${origin}${path}`, { ...init, headers: { cookie, ...init.headers } });
  const put = (query: Record<string, string | number>, body: Buffer<ArrayBuffer> | string) =>
    ask(`/files?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
  const upload = async (filename: string, type: string, body: Buffer<ArrayBuffer> | string) => {
    const response = await put({ filename, type, size: Buffer.byteLength(body) }, body);
    expect(response.status).toBe(200);
    return parseJson(fileSchema, await response.text());
  };
  const kept = async () =>
    (await readdir(join(dir, "blobs"), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
  return { dir, host, origin, ask, put, upload, kept };
}

describe("uploading a file", () => {
  test("stores it byte for byte with its metadata, attached to no memo", async () => {
    const { put, ask } = await start();
    const query = { filename: "a b.png", type: "", size: png.length, width: 3, height: 2 };
    const response = await put(query, png);
    const file = parseJson(fileSchema, await response.text());
    expect(file).toMatchObject({
      filename: "a b.png",
      type: "image/png",
      kind: "image",
      sizeBytes: png.length,
      // Measured, whatever the page says.
      width: 1,
      height: 1,
      isHere: true,
    });
    const got = await ask(`/file/attachments/${file.id}/a%20b.png`);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(png);
  });

  test("works for several megabytes", async () => {
    const { upload, ask } = await start();
    const bytes = Buffer.alloc(9_000_001, "tide");
    const file = await upload("tide.bin", "", bytes);
    const got = await ask(`/file/attachments/${file.id}/tide.bin`);
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test.each([
    [{ size: 1 }, 400],
    [{ filename: "a/b", size: 1 }, 400],
    [{ filename: "a", size: "x" }, 400],
    [{ filename: "a", size: 2 }, 400],
    [{ filename: "a", size: 1, width: -1 }, 400],
  ])("is rejected and leaves nothing behind: %j", async (query, status) => {
    const { put, kept } = await start();
    const response = await put(query, "x");
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { type: "app-error" } });
    expect(await kept()).toEqual([]);
  });

  test("returns 413 over the limit, and leaves nothing behind", async () => {
    const { put, host, kept } = await start();
    const { uploadBytes } = await host.app.profile();
    const response = await put(
      { filename: "big", size: uploadBytes + 1 },
      Buffer.alloc(uploadBytes + 1),
    );
    expect(response.status).toBe(413);
    expect(await kept()).toEqual([]);
  });

  test("leaves nothing behind if interrupted", async () => {
    const { ask, kept, upload } = await start();
    const abort = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(1000));
        setImmediate(() => abort.abort());
      },
    });
    const init = { method: "POST", body, duplex: "half", signal: abort.signal } as const;
    await expect(ask("/files?filename=a&size=5000", init)).rejects.toThrow("aborted");
    await upload("other", "text/plain", "x");
    await expect.poll(kept).toHaveLength(1);
  });

  test("requires the session, like reading one, and rejects other sites", async () => {
    const { origin, ask, upload } = await start();
    const file = await upload("a.txt", "text/plain", "x");
    const path = `/file/attachments/${file.id}/a.txt`;
    expect((await fetch(`${origin}${path}`)).status).toBe(401);
    const bare = { method: "POST", body: "x" };
    expect((await fetch(`${origin}/files?filename=a&size=1`, bare)).status).toBe(401);
    const foreign = { headers: { origin: "https://example.org" } };
    expect((await ask(path, foreign)).status).toBe(403);
    expect((await ask("/files?filename=a&size=1", { ...bare, ...foreign })).status).toBe(403);
    const crossSite = { headers: { "sec-fetch-site": "cross-site" } };
    expect((await ask(path, crossSite)).status).toBe(403);
  });
});

describe("reading a file", () => {
  test("supports ranges, 304 and 416, like the server", async () => {
    const { upload, ask } = await start();
    const file = await upload("song.mp3", "audio/mpeg", "0123456789");
    const path = `/file/attachments/${file.id}/song.mp3`;
    const part = await ask(path, { headers: { range: "bytes=2-4" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 2-4/10"]);
    expect(await part.text()).toBe("234");
    expect(part.headers.get("content-type")).toBe("audio/mpeg");
    const etag = part.headers.get("etag") ?? "";
    expect((await ask(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await ask(path, { headers: { range: "bytes=10-" } })).status).toBe(416);
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
  });

  test.each([
    ["a.svg", "image/svg+xml"],
    ["a.html", "text/html"],
    ["a.js", "text/javascript"],
  ])("that could run scripts is a sandboxed download: %s", async (filename, type) => {
    const { upload, ask } = await start();
    const file = await upload(filename, type, "<script>alert(1)</script>");
    const { headers } = await ask(`/file/attachments/${file.id}/${filename}`);
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("of plain text keeps its type, but is sandboxed too", async () => {
    const { upload, ask } = await start();
    const file = await upload("a.txt", "Text/Plain;charset=utf-8", "naïve");
    const { headers } = await ask(`/file/attachments/${file.id}/a.txt`);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("that doesn't exist, or with another method, is rejected", async () => {
    const { ask } = await start();
    expect((await ask("/file/attachments/none/a")).status).toBe(404);
    expect((await ask("/file/other")).status).toBe(404);
    expect((await ask("/files")).status).toBe(405);
    expect((await ask("/file/attachments/none/a", { method: "DELETE" })).status).toBe(404);
  });
});

describe("importing and exporting", () => {
  test.each([
    ["PUT", "/import/0123456789abcdef/One.md"],
    ["DELETE", "/import/0123456789abcdef/"],
    ["GET", "/export.zip"],
  ])("is only allowed for the page: %s %s", async (method, path) => {
    const { origin, ask } = await start();
    const sent = { method, ...(method === "PUT" && { body: "one" }) };
    expect((await fetch(`${origin}${path}`, sent)).status).toBe(401);
    const foreign = { origin: "http://evil.example" };
    expect((await ask(path, { ...sent, headers: foreign })).status).toBe(403);
    const own = await ask(path, sent);
    expect([200, 204]).toContain(own.status);
    await own.arrayBuffer();
  });

  test("leaves nothing of an interrupted upload", async () => {
    const { dir, ask } = await start();
    const cut = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.alloc(100_000, "tide"));
      },
    });
    const path = "/import/0123456789abcdef/One.md";
    // `duplex` is supported by fetch but missing from its types.
    const init = { method: "PUT", body, duplex: "half", signal: cut.signal };
    const sent = ask(path, init).catch(() => null);
    const files = async () =>
      (await readdir(join(dir, "import-staging"), { recursive: true }).catch(() => [])).filter(
        (name) => name.endsWith(".md"),
      );
    await expect.poll(files).toHaveLength(1);
    cut.abort();
    await sent;
    await expect.poll(files).toEqual([]);
    expect((await ask(path, { method: "PUT", body: "whole" })).status).toBe(204);
  });
});
