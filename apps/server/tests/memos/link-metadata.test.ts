import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { describe, expect, test } from "vitest";
import { fetchLinkMetadata } from "../../src/net/link-metadata.ts";
import { shareServer } from "../shared-server.ts";
import { startWithUsers } from "../two-users.ts";

/** Starts a local site that responds to every path with `html`. */
const site = (html: string | Buffer, type = "text/html; charset=utf-8") =>
  listen((_request, response) => response.setHeader("content-type", type).end(html));

async function listen(answer: RequestListener) {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const get = (url: string): string => `/memos/-/linkMetadata?url=${encodeURIComponent(url)}`;

describe("link metadata", () => {
  const shared = shareServer(() => startWithUsers({}, { allowPrivateTargets: () => true }));

  test("comes from the page's head, with an absolute image URL", async () => {
    const users = shared();
    await using page = await site(`<!doctype html><title>Plain &amp; simple</title>
      <meta property="og:title" content="Tides  of
      March"><meta name="description" content="Ebb and flow">
      <meta property="og:image" content="/wave.png"><svg><title>no</title></svg>`);
    expect((await users.bob("GET", get(page.url))).body).toEqual({
      url: page.url,
      title: "Tides of March",
      description: "Ebb and flow",
      image: new URL("/wave.png", page.url).href,
    });
  });

  test("falls back to the title, reads other charsets, and rejects script URLs as images", async () => {
    const users = shared();
    await using page = await site(
      Buffer.from(
        '<meta charset="iso-8859-1"><title>Fl\xf6he</title><meta property="og:image" content="javascript:x">',
        "latin1",
      ),
      "text/html",
    );
    expect((await users.bob("GET", get(page.url))).body).toMatchObject({
      title: "Flöhe",
      description: "",
      image: "",
    });
  });

  test("of private addresses is rejected, in every notation", async () => {
    await using users = await startWithUsers();
    await using page = await site("<title>inside</title>");
    for (const url of [
      page.url,
      page.url.replace("127.0.0.1", "localhost"),
      "http://169.254.169.254/latest/meta-data",
      "http://[::1]/",
      "http://2130706433/",
      "file:///etc/passwd",
      "no address",
    ]) {
      const refused = await users.bob("GET", get(url));
      expect(refused.status, url).toBe(400);
      expect(JSON.stringify(refused.body), url).not.toContain("inside");
    }
  });

  test("of several links contains those that responded, at most ten at once", async () => {
    const users = shared();
    await using page = await site("<title>One</title>");
    await using image = await site("png", "image/png");
    const path = "/memos/-/linkMetadata:batchGet";
    const many = await users.bob("POST", path, { urls: [image.url, page.url, page.url] });
    expect(many.body).toMatchObject({ linkMetadata: [{ url: page.url, title: "One" }] });
    const urls = Array.from({ length: 11 }, (_, index) => `${page.url}?${index}`);
    expect((await users.bob("POST", path, { urls })).status).toBe(400);
    expect((await users.nobody("POST", path, { urls: [page.url] })).status).toBe(401);
  });
});

const packed = "<title>packed</title>";
const spaces = Buffer.alloc(32 * 1024 * 1024, " ");

describe("the page behind a link", () => {
  const ask = async (url: string): Promise<string> => {
    const found = await fetchLinkMetadata(url, { allowPrivate: true });
    return found.ok ? found.value.title : found.error.code;
  };

  test.each([
    ["gzip", gzipSync(packed)],
    ["x-gzip", gzipSync(packed)],
    ["deflate", deflateSync(packed)],
    ["deflate", deflateRawSync(packed)],
    ["br", brotliCompressSync(packed)],
    ["zstd", zstdCompressSync(packed)],
    ["deflate, gzip", gzipSync(deflateSync(packed))],
    ["gzip", gzipSync(`<head>${packed}</head>${"x".repeat(100_000)}`).subarray(0, 60)],
  ])("is read if it is compressed with %s without being requested", async (encoding, body) => {
    await using page = await listen((_, response) =>
      response
        .writeHead(200, { "content-type": "text/html", "content-encoding": encoding })
        .end(body),
    );
    expect(await ask(page.url)).toBe("packed");
  });

  test.each([
    ["a small body that unpacks to a large one", "gzip", gzipSync(spaces)],
    ["one within another", "gzip, gzip", gzipSync(gzipSync(spaces))],
    [
      "a body that unpacks to nothing for ever",
      "gzip",
      Buffer.concat(Array(300_000).fill(gzipSync(""))),
    ],
  ])("is read only up to the limit: %s", async (_, encoding, body) => {
    await using page = await listen((_request, response) =>
      response
        .writeHead(200, { "content-type": "text/html", "content-encoding": encoding })
        .end(body),
    );
    const before = process.memoryUsage().arrayBuffers;
    expect(await ask(page.url)).toBe("");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(24 * 1024 * 1024);
  });

  test.each([
    ["is packed in too many ways", "gzip, gzip, gzip", Buffer.from(packed)],
    ["is packed in a way that nobody knows", "compress", Buffer.from(packed)],
    ["is not packed as it says", "gzip", Buffer.from(packed)],
    [
      "wants more memory than a decoder has to give",
      "zstd",
      zstdCompressSync(spaces, { params: { [constants.ZSTD_c_windowLog]: 25 } }),
    ],
  ])("is unavailable if it %s", async (_, encoding, body) => {
    await using page = await listen((_request, response) =>
      response
        .writeHead(200, { "content-type": "text/html", "content-encoding": encoding })
        .end(body),
    );
    expect(await ask(page.url)).toBe("UNAVAILABLE");
  });

  test("is found behind a redirect in UTF-8, and requested with a bot's user agent", async () => {
    const agents: unknown[] = [];
    await using page = await listen((request, response) => {
      agents.push(request.headers["user-agent"]);
      const isEnd = decodeURI(request.url ?? "") === "/日本";
      response.setHeader("content-type", "text/html");
      if (isEnd) response.end("<title>日本</title>");
      else response.writeHead(302, { location: Buffer.from("/日本").toString("latin1") }).end();
    });
    expect(await ask(page.url)).toBe("日本");
    expect(new Set(agents)).toEqual(new Set([expect.stringMatching(/^Mozilla.*TidemarkBot/)]));
    expect(agents).toHaveLength(2);
  });

  test("may be endless or truncated after its title", async () => {
    await using endless = await listen((_, response) => {
      response.setHeader("content-type", "text/html");
      response.write("<html><head><title>never ends</title></head><body>");
    });
    expect(await ask(endless.url)).toBe("never ends");
    await using broken = await listen((_, response) => {
      response.setHeader("content-type", "text/html");
      response.write("<html><head><title>breaks off</title>", () => response.destroy());
    });
    expect(await ask(broken.url)).toBe("breaks off");
  });

  test("is requested at each address of its host until one responds", async () => {
    await using page = await site("<title>second</title>");
    const url = page.url.replace("127.0.0.1", "dual.test");
    for (const first of [
      { address: "127.0.0.9", family: 4 },
      { address: "::1", family: 6 },
    ] as const) {
      const resolve = async () => [first, { address: "127.0.0.1", family: 4 } as const];
      expect(await fetchLinkMetadata(url, { allowPrivate: true, resolve })).toMatchObject({
        value: { title: "second" },
      });
      expect(await fetchLinkMetadata(url, { allowPrivate: false, resolve })).toMatchObject({
        ok: false,
        error: { code: "INVALID_ARGUMENT" },
      });
    }
  });
});
