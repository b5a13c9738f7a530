import { mkdtempDisposable, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spellingsOf } from "../guards/spellings.ts";
import { askRaw } from "../guards/raw-request.ts";
import { type HttpServer, startHttpServer } from "../http-server.ts";
import { openPageBuilds } from "../../src/web/builds/page-builds.ts";
import type { BuildState } from "../../src/web/builds/build-page.ts";
import { open, signInAlice } from "./browser.ts";
import { writeBuild } from "./built-page.ts";

const logger = pino({ level: "silent" });

async function newFolder() {
  return mkdtempDisposable(join(tmpdir(), "tidemark-page-"));
}

interface Place {
  readonly folder: string;
  readonly kept: string;
}

/** Starts a server whose page is in a folder of its own. */
async function startWithPage(
  { folder, kept }: Place,
  options: Parameters<typeof startHttpServer>[0] & { readonly buildState?: BuildState } = {},
) {
  const { buildState = "ended", ...config } = options;
  const builds = await openPageBuilds({ folder, kept, logger });
  const server = await startHttpServer({
    page: { builds, buildState: () => buildState },
    ...config,
  });
  await server.alice();
  return {
    server,
    cookie: await signInAlice(server),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await builds[Symbol.asyncDispose]();
    },
  };
}

describe("the app's page", () => {
  let root: Awaited<ReturnType<typeof newFolder>>;
  let started: Awaited<ReturnType<typeof startWithPage>>;
  let server: HttpServer;
  let cookie: string;
  beforeAll(async () => {
    root = await newFolder();
    const place = { folder: join(root.path, "dist"), kept: join(root.path, "kept") };
    await writeBuild(place.folder, "one");
    started = await startWithPage(place);
    ({ server, cookie } = started);
  });
  afterAll(async () => {
    await started[Symbol.asyncDispose]();
    await root[Symbol.asyncDispose]();
  });

  test("is served to signed-in browsers; others are sent to the sign-in page", async () => {
    const shown = await open(server, "/", { headers: { cookie } });
    expect([shown.status, shown.html]).toEqual([200, "<!doctype html><title>Build one</title>"]);
    expect(shown.headers.get("cache-control")).toBe("no-cache");
    for (const headers of [
      {},
      { cookie: "tidemark_browser=tidemark_browser_ended" },
      { cookie: "tidemark_session=ended" },
      { authorization: "Bearer memos_pat_nobodys" },
    ]) {
      const { status, location } = await open(server, "/", { headers });
      expect([status, location]).toEqual([303, "/sign-in"]);
    }
    expect((await open(server, "/?source=pwa", { headers: { cookie } })).status).toBe(200);
  });

  test("its first files are loaded while the form for signing in is filled in", async () => {
    const { html, headers } = await open(server, "/sign-in");
    const loaded = [...html.matchAll(/<link rel="prefetch" href="([^"]+)">/g)].map(
      ([, path]) => path,
    );
    expect(loaded).toEqual(["/assets/page-one.js"]);
    // Browsers apply the least restrictive directive to such requests.
    expect(headers.get("content-security-policy")).toContain("'self'");
  });

  test("is validated by its version", async () => {
    const { headers } = await open(server, "/", { headers: { cookie } });
    const etag = headers.get("etag") ?? "";
    const again = await open(server, "/", { headers: { cookie, "if-none-match": etag } });
    expect([again.status, again.html]).toEqual([304, ""]);
    // Without a session, a cached page isn't confirmed.
    expect((await open(server, "/", { headers: { "if-none-match": etag } })).status).toBe(303);
  });

  test.each([
    [
      "/assets/page-one.js",
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
    ],
    ["/service-worker.js", "text/javascript; charset=utf-8", "no-cache"],
    ["/manifest.webmanifest", "application/manifest+json; charset=utf-8", "no-cache"],
    ["/icons/192.png", "image/png", "no-cache"],
  ])("%s is served to everyone, with its type and lifetime", async (path, type, lifetime) => {
    for (const headers of [{}, { cookie: "tidemark_browser=ended", authorization: "Bearer no" }]) {
      const { status, headers: answered } = await open(server, path, { headers });
      expect(status).toBe(200);
      expect(answered.get("content-type")).toBe(type);
      expect(answered.get("cache-control")).toBe(lifetime);
      expect(answered.get("x-content-type-options")).toBe("nosniff");
      expect(answered.get("set-cookie")).toBeNull();
    }
    expect((await open(server, path, { method: "HEAD" })).status).toBe(200);
    expect((await open(server, path, { method: "POST" })).status).toBe(404);
  });

  test.each([
    ["br", "br"],
    ["gzip, deflate", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["identity", null],
    ["", null],
  ])("a part is sent as the browser accepts it: %j", async (accepted, encoding) => {
    const { headers, html } = await open(server, "/assets/page-one.js", {
      headers: { "accept-encoding": accepted },
    });
    expect(headers.get("content-encoding")).toBe(encoding);
    expect(headers.get("vary")).toContain("accept-encoding");
    expect(html).toBe(`export const version = "one";`);
  });

  test("has a policy that allows its own scripts and SQLite, but no inline scripts", async () => {
    for (const [path, headers] of [
      ["/", { cookie }],
      ["/assets/page-one.js", {}],
      ["/service-worker.js", {}],
    ] as const) {
      const answer = await open(server, path, { headers });
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(policy, path).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).toContain("frame-ancestors 'none'");
      expect(policy, path).not.toMatch(/script-src[^;]*unsafe-inline/);
      expect(answer.headers.get("permissions-policy"), path).toContain("microphone=(self)");
      expect(answer.headers.get("cross-origin-embedder-policy"), path).toBeNull();
      expect(answer.headers.get("cross-origin-opener-policy"), path).toBeNull();
      expect(answer.headers.get("origin-agent-cluster"), path).toBeNull();
      expect(answer.headers.get("x-frame-options"), path).toBe("DENY");
    }
  });

  test("frames have an opaque origin and their own policy", async () => {
    for (const path of ["/frames/diagram", "/frames/remote-image"]) {
      const { status, headers, html } = await open(server, path);
      expect(status).toBe(200);
      expect(html).toContain("<script>");
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/sandbox allow-scripts$/);
      expect(policy).toMatch(/script-src 'sha256-/);
      expect(policy).toContain("frame-ancestors 'self'");
      expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
      // Browsers show it without a network.
      expect(headers.get("cache-control")).toBe("private, max-age=604800");
    }
    expect((await open(server, "/frames/other")).status).toBe(404);
  });

  test("links to memos lead into the app, or to a page that asks to sign in", async () => {
    const signedIn = await open(server, "/m/abc", { headers: { cookie } });
    expect([signedIn.status, signedIn.location]).toEqual([303, "/#/m/abc"]);
    const odd = await open(server, "/m/%2f%2fevil.example%0d%0ax", { headers: { cookie } });
    expect(odd.location).toBe("/#/m/%2F%2Fevil.example%0D%0Ax");
    const stranger = await open(server, "/m/abc");
    expect(stranger.status).toBe(401);
    expect(stranger.html).toContain("Sign in to see this memo");
    expect(stranger.html).toContain('href="/sign-in?next=%2Fm%2Fabc"');
    // The page is the same for memos that exist and others.
    expect((await open(server, "/m/zzz")).html.replaceAll("zzz", "abc")).toBe(stranger.html);
  });

  test.each([
    ["/explore", "/#/explore"],
    ["/explore?tag=sea%2Flow", "/#/explore?tag=sea%2Flow"],
    ["/u/bob", "/#/explore?author=users%2Fbob"],
    ["/u/bob?tag=2024", "/#/explore?author=users%2Fbob&tag=%222024%22"],
  ])("public pages lead signed-in people into the app: %s", async (path, place) => {
    const signedIn = await open(server, path, { headers: { cookie } });
    expect([signedIn.status, signedIn.location]).toEqual([303, place]);
  });

  test("no path outside the build's list is served, in any spelling", async () => {
    const { host } = new URL(server.url);
    const wrong: string[] = [];
    const hidden = ["/build.json", "/assets/page-one.js.br", "/index.html", "/assets/", "/icons"];
    const outside = [
      "/assets/../build.json",
      "/assets/..%2fbuild.json",
      "/icons/%2e%2e/index.html",
    ];
    for (const path of [...hidden, ...outside]) {
      for (const target of spellingsOf(path, host)) {
        const { status } = await askRaw(server.url, { method: "GET", target });
        if (status !== 404 && status !== 400) wrong.push(`${target}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("an unknown path", () => {
  test("stays 404 in every spelling, with a page only for navigations", async () => {
    await using server = await startHttpServer();
    const { host } = new URL(server.url);
    const wrong: string[] = [];
    for (const path of ["/nothing", "/sign-in/x", "/m", "/m/a/b", "/assets", "/api/v1/nothing"]) {
      for (const target of spellingsOf(path, host)) {
        for (const accept of ["*/*", "text/html,application/xhtml+xml,*/*;q=0.8"]) {
          const answer = await askRaw(server.url, { method: "GET", target, headers: { accept } });
          // A spelling that the HTTP parser or the router refuses is 400; `/m//x` is `/m/x`.
          const isOther = /^(?:http:\/\/[^/]+)?\/+m\/[^/]+\/?$/i.test(target);
          if (![400, 404].includes(answer.status) && !isOther)
            wrong.push(`${target}: ${answer.status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ["a browser", { accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate" }, true],
    ["an older browser", { accept: "text/html" }, true],
    ["a script of a page", { accept: "text/html", "sec-fetch-mode": "cors" }, false],
    ["a program", { accept: "*/*" }, false],
    ["a program for JSON", { accept: "application/json" }, false],
  ])("for %s", async (_name, headers, isPage) => {
    await using server = await startHttpServer();
    const { status, headers: answered } = await askRaw(server.url, {
      method: "GET",
      target: "/nothing",
      headers,
    });
    expect(status).toBe(404);
    expect(answered.get("content-type")).toBe(
      `${isPage ? "text/html" : "application/json"}; charset=utf-8`,
    );
    expect(answered.get("content-security-policy")).toMatch(/^default-src 'none'/);
    const posted = await askRaw(server.url, { method: "POST", target: "/nothing", headers });
    expect([posted.status, posted.headers.get("content-type")]).toEqual([
      404,
      "application/json; charset=utf-8",
    ]);
  });

  test("A40g · an ended session or a wrong token doesn't keep a browser from the page", async () => {
    await using server = await startHttpServer();
    await server.alice();
    for (const credential of [
      { cookie: "tidemark_session=ended" },
      { cookie: "tidemark_browser=tidemark_browser_ended" },
      { authorization: "Bearer memos_pat_nobodys" },
      { authorization: "Bearer" },
    ]) {
      const ask = (target: string, accept: string) =>
        askRaw(server.url, { method: "GET", target, headers: { accept, ...credential } });
      const page = await ask("/nothing", "text/html,*/*;q=0.8");
      expect([page.status, page.headers.get("content-type")]).toEqual([
        404,
        "text/html; charset=utf-8",
      ]);
      // Programs learn that their credential is wrong, except where nothing but the app's cookie is sent.
      const isOfApi = !("cookie" in credential) || credential.cookie.startsWith("tidemark_session");
      const status = isOfApi ? 401 : 404;
      expect((await ask("/nothing", "application/json")).status).toBe(status);
      expect((await ask("/api/v1/nothing", "text/html")).status).toBe(status);
    }
  });

  test("of the API is JSON whatever the client accepts", async () => {
    await using server = await startHttpServer();
    for (const path of ["/api/v1/nothing", "/sync/blobs/x/y", "/file/nothing"]) {
      const headers = { accept: "text/html" };
      const answer = await askRaw(server.url, { method: "GET", target: path, headers });
      expect(answer.headers.get("content-type"), path).toContain("application/json");
    }
  });
});

describe("over https", () => {
  test.each(["proxy", "public address"])("the page is isolated from openers: %s", async (way) => {
    await using root = await newFolder();
    const place = { folder: join(root.path, "dist"), kept: join(root.path, "kept") };
    await writeBuild(place.folder, "one");
    const isProxy = way === "proxy";
    await using started = await startWithPage(
      place,
      isProxy ? { trustedProxies: ["loopback"] } : { publicUrl: "https://tides.example" },
    );
    const { server, cookie } = started;
    const headers = { cookie, ...(isProxy && { "x-forwarded-proto": "https" }) };
    const shown = await open(server, "/", { headers });
    expect(shown.status).toBe(200);
    expect(shown.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });
});

describe("without a build", () => {
  test.each([
    ["building", "Tidemark is getting ready", true],
    ["failed", "The app couldn’t be built", false],
    ["ended", "This server doesn’t include the app for browsers", false],
  ] as const)("a page explains that: %s", async (buildState, title, reloads) => {
    await using root = await newFolder();
    const place = { folder: join(root.path, "dist"), kept: join(root.path, "kept") };
    await using started = await startWithPage(place, { buildState });
    const { server, cookie } = started;
    const shown = await open(server, "/", { headers: { cookie } });
    expect(shown.status).toBe(503);
    expect(shown.html).toContain(title);
    expect(shown.html.includes('http-equiv="refresh"')).toBe(reloads);
    expect(shown.html).not.toContain("<script");
    // A link to a memo waits at its own address, since the fragment would be lost.
    const memo = await open(server, "/m/abc", { headers: { cookie } });
    expect([memo.status, memo.html.includes("url=/m/abc")]).toEqual([503, reloads]);
    // Once it is built, the next load shows it.
    await writeBuild(place.folder, "two");
    expect((await open(server, "/", { headers: { cookie } })).html).toContain("Build two");
  });
});

describe("after an update", () => {
  test("parts of the last four builds are served, and documents only of the current one", async () => {
    await using root = await newFolder();
    const place = { folder: join(root.path, "dist"), kept: join(root.path, "kept") };
    await writeBuild(place.folder, "v1");
    await using started = await startWithPage(place);
    const { server, cookie } = started;
    const page = async () => (await open(server, "/", { headers: { cookie } })).html;
    const part = async (version: string) =>
      (await open(server, `/assets/page-${version}.js`)).status;
    const isKept = async (version: string) => {
      const kept = () => readdir(place.kept).catch(() => []);
      await expect.poll(kept).toContain(version);
    };
    expect(await page()).toContain("Build v1");
    await isKept("v1");
    for (const version of ["v2", "v3", "v4", "v5"]) {
      await writeBuild(place.folder, version);
      expect(await page()).toContain(`Build ${version}`);
      await isKept(version);
    }
    await expect.poll(() => readdir(place.kept)).toHaveLength(4);
    await expect.poll(() => part("v1")).toBe(404);
    for (const version of ["v2", "v3", "v4", "v5"]) expect(await part(version)).toBe(200);
  });

  test("another start of the server still has them, also while the folder is replaced", async () => {
    await using root = await newFolder();
    const place = { folder: join(root.path, "dist"), kept: join(root.path, "kept") };
    await writeBuild(place.folder, "old");
    const before = await startWithPage(place);
    await open(before.server, "/", { headers: { cookie: before.cookie } });
    await expect.poll(() => readdir(place.kept).catch(() => [])).toContain("old");
    await before[Symbol.asyncDispose]();
    await rm(place.folder, { recursive: true });
    await using started = await startWithPage(place);
    const { server, cookie } = started;
    const page = async () => (await open(server, "/", { headers: { cookie } })).html;
    expect(await page()).toContain("Build old");
    await writeBuild(place.folder, "new");
    expect(await page()).toContain("Build new");
    expect((await open(server, "/assets/page-old.js")).status).toBe(200);
    // A builder removes the folder just before it puts the next one there.
    await expect.poll(() => readdir(place.kept)).toContain("new");
    await rm(place.folder, { recursive: true });
    expect(await page()).toContain("Build new");
    expect((await open(server, "/assets/page-new.js")).status).toBe(200);
  });

  test("a list of files that leads outside its folder is refused", async () => {
    await using root = await newFolder();
    const place = { folder: join(root.path, "dist"), kept: join(root.path, "kept") };
    for (const path of ["../secret.key", "/etc/passwd", "assets/../../secret.key", "a\\b"]) {
      await writeBuild(place.folder, "bad", { "assets/x.js": "1" });
      await writeFile(
        join(place.folder, "build.json"),
        JSON.stringify({ version: "bad", files: ["index.html", path] }),
      );
      const builds = await openPageBuilds({ ...place, logger });
      expect(await builds.open("index.html", () => false), path).toBeNull();
    }
  });
});
