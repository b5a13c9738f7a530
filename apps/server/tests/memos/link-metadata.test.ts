import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { shareServer } from "../shared-server.ts";
import { startWithUsers } from "../two-users.ts";

/** A site on this machine that answers every path with `html`. */
async function site(html: string | Buffer, type = "text/html; charset=utf-8") {
  const server: Server = createServer((_request, response) => {
    response.setHeader("content-type", type).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const get = (url: string): string => `/memos/-/linkMetadata?url=${encodeURIComponent(url)}`;

describe("link metadata", () => {
  const shared = shareServer(() => startWithUsers({}, { allowPrivateTargets: () => true }));

  test("is what the page's head says, with an absolute picture", async () => {
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

  test("falls back to the title, reads other charsets, and takes no script for a picture", async () => {
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

  test("of what only the server can reach is refused, whatever the address looks like", async () => {
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

  test("of many is what answered, at most ten at once", async () => {
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
