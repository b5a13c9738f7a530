import { describe, expect, test } from "vitest";
import { shareServer } from "../shared-server.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";
import { open, signInAlice } from "./browser.ts";

/** Starts a server whose PUBLIC memos anybody may read. */
async function startPublic(...options: Parameters<typeof startWithUsers>): Promise<TwoUsers> {
  const users = await startWithUsers(...options);
  await setGeneral(users, { publicAccess: true });
  return users;
}

function setGeneral({ alice }: TwoUsers, generalSetting: Record<string, unknown>) {
  return alice("PATCH", "/instance/settings/GENERAL", { generalSetting });
}

/** Creates memos of alice, a minute apart. */
async function write(
  { alice }: TwoUsers,
  ...memos: readonly (Record<string, unknown> & { readonly id: string })[]
): Promise<void> {
  for (const [at, { id, ...memo }] of memos.entries()) {
    const createTime = new Date(Date.UTC(2026, 4, 4, 10, at)).toISOString();
    const made = await alice("POST", `/memos?memoId=${id}`, {
      visibility: "PUBLIC",
      createTime,
      content: id,
      ...memo,
    });
    expect(made.status).toBe(200);
  }
}

/** Returns the ids of the memos that a page lists, in its order. */
const listed = (html: string): string[] =>
  [...html.matchAll(/<article.*?href="\/m\/(\w+)"/gs)].map(([, id]) => id!);

describe("public pages", () => {
  const shared = shareServer(startPublic);

  test("list what is public, newest first, and nothing else", async () => {
    const users = shared();
    const { alice, bob, server } = users;
    await write(
      users,
      { id: "older" },
      { id: "newer", content: "# Newer\n\ntext" },
      { id: "private1", visibility: "PRIVATE" },
      { id: "protected1", visibility: "PROTECTED" },
      { id: "archived1" },
      { id: "trashed1" },
    );
    await alice("PATCH", "/memos/archived1", { state: "ARCHIVED" });
    await alice("DELETE", "/memos/trashed1");
    await alice("POST", "/memos/newer/comments", { content: "a comment", visibility: "PUBLIC" });
    await bob("POST", "/memos?memoId=bobs", { content: "secret", visibility: "PRIVATE" });
    const page = await open(server, "/explore");
    expect(page.status).toBe(200);
    expect(listed(page.html)).toEqual(["newer", "older"]);
    expect(page.html).not.toMatch(/private1|protected1|archived1|trashed1|a comment|secret/);
    expect(listed((await open(server, "/u/alice")).html)).toEqual(["newer", "older"]);
    expect(page.headers.get("set-cookie")).toBeNull();
    const one = await open(server, "/m/newer");
    expect(one.html).toContain("<title>Newer · Tidemark</title>");
    expect(one.html).toContain('<a class="name" href="/u/alice"');
    for (const id of ["private1", "protected1", "archived1", "trashed1", "bobs"]) {
      const hidden = await open(server, `/m/${id}`);
      expect(hidden.status).toBe(401);
      expect(hidden.html).toBe((await open(server, "/m/nothing")).html.replaceAll("nothing", id));
    }
  });

  test("don't say who has an account", async () => {
    const { server } = shared();
    const missing = await open(server, "/u/nobody");
    expect(missing.status).toBe(404);
    for (const path of ["/u/bob", "/u/alice%22%20%7C%7C%20true", "/u/..%2fexplore"]) {
      const page = await open(server, path);
      expect([page.status, page.html]).toEqual([404, missing.html]);
    }
  });

  test("are only for those who sign in, unless the instance has public access", async () => {
    await using users = await startWithUsers();
    await write(users, { id: "shown" });
    for (const path of ["/explore", "/u/alice", "/u/nobody", "/explore?tag=x"]) {
      const page = await open(users.server, path);
      expect(page.status).toBe(303);
      expect(page.location).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
    }
    expect((await open(users.server, "/m/shown")).status).toBe(401);
    await setGeneral(users, { publicAccess: true });
    expect((await open(users.server, "/m/shown")).status).toBe(200);
    await setGeneral(users, { publicAccess: false });
    expect((await open(users.server, "/m/shown")).status).toBe(401);
  });

  test("go on after twenty memos, and back to the newest", async () => {
    await using users = await startPublic();
    const ids = Array.from({ length: 23 }, (_, at) => `m${at}`);
    await write(users, ...ids.map((id) => ({ id })));
    const first = await open(users.server, "/u/alice");
    const older = /<a href="([^"]+)" rel="next">/.exec(first.html)?.[1] ?? "";
    expect(first.html).not.toContain('rel="start"');
    const second = await open(users.server, older.replaceAll("&amp;", "&"));
    expect([...listed(first.html), ...listed(second.html)]).toEqual(ids.toReversed());
    expect(second.html).toContain('<a href="/u/alice" rel="start">');
    expect(second.html).not.toContain('rel="next"');
    // The token belongs to this list.
    const token = new URL(older.replaceAll("&amp;", "&"), "http://x").searchParams.get("page");
    expect((await open(users.server, `/explore?page=${token}`)).status).toBe(404);
    expect((await open(users.server, "/u/alice?page=a&page=b")).status).toBe(404);
  });

  test("lead to the memos of a tag, and of those below it", async () => {
    const users = shared();
    await write(users, { id: "low", content: 'x #sea/low "' }, { id: "high", content: "y #sea" });
    const page = await open(users.server, "/u/alice");
    expect(page.html).toContain('<a class="tag" href="/u/alice?tag=sea%2Flow">#sea/low</a>');
    expect(listed((await open(users.server, "/explore?tag=sea")).html)).toEqual(["high", "low"]);
    const below = await open(users.server, "/u/alice?tag=sea%2Flow");
    expect(listed(below.html)).toEqual(["low"]);
    expect(below.html).toContain('href="/u/alice/rss.xml?tag=sea%2Flow"');
    for (const tag of ["none", 'a"] || true || tag in ["sea', "\\"]) {
      const none = await open(users.server, `/explore?tag=${encodeURIComponent(tag)}`);
      expect(listed(none.html)).toEqual([]);
    }
    for (const query of ["tag=", "tag=a&tag=b", `tag=${"x".repeat(501)}`]) {
      expect((await open(users.server, `/explore?${query}`)).status).toBe(404);
    }
  });

  test("show long texts in part, and footnotes of several memos", async () => {
    const users = shared();
    const content = `a[^1]\n\n${"word ".repeat(60)}\n`.repeat(10) + "\nthe end\n\n[^1]: foot";
    await write(users, { id: "long", content }, { id: "note", content: "b[^1]\n\n[^1]: foot" });
    const { html } = await open(users.server, "/explore");
    expect(html).toContain('<p class="more"><a href="/m/long">Read more</a></p>');
    expect(html).not.toContain("the end");
    expect(html).toContain('<li id="note-note-1">');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const whole = await open(users.server, "/m/long");
    expect(whole.html).toContain("the end");
    expect(whole.html).toContain('<li id="note-1">');
  });

  test("show files, which need no token", async () => {
    const users = shared();
    const { alice, server } = users;
    const content = Buffer.from("x").toString("base64");
    const made = await alice("POST", "/attachments", {
      filename: "tide table.txt",
      type: "text/plain",
      content,
    });
    const attachments = [{ name: made.body["name"] }];
    await write(users, { id: "filed", attachments });
    const { html } = await open(server, "/m/filed");
    const address = /href="(\/file\/attachments\/[^"]+)"/.exec(html)?.[1] ?? "";
    expect(address).toMatch(/\/tide%20table\.txt$/);
    expect((await open(server, address)).html).toBe("x");
  });

  test("run nothing, and are hidden from search engines unless the setting allows them", async () => {
    const users = shared();
    await write(users, { id: "hostile", content: "<script>alert(1)</script>\n\n# <img src=x>" });
    for (const isAllowed of [false, true]) {
      await setGeneral(users, { allowIndexing: isAllowed });
      for (const path of ["/explore", "/u/alice", "/m/hostile"]) {
        const { headers, html } = await open(users.server, path);
        expect(html).not.toMatch(/<script|<img src=x/);
        expect(html.includes('name="robots"')).toBe(!isAllowed);
        expect(headers.get("x-robots-tag")).toBe(isAllowed ? null : "noindex, nofollow");
        expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'.*; sandbox /);
      }
      const robots = await open(users.server, "/robots.txt");
      expect(robots.html.includes(`Sitemap: ${users.server.url}/sitemap.xml`)).toBe(isAllowed);
      expect(robots.html).toContain("Disallow: /\n");
      const map = await open(users.server, "/sitemap.xml");
      expect(map.status).toBe(isAllowed ? 200 : 404);
      expect(map.html.includes(`<loc>${users.server.url}/m/hostile</loc>`)).toBe(isAllowed);
    }
  });

  test("are in the reader's language", async () => {
    const { server } = shared();
    const page = await open(server, "/u/alice", { headers: { "accept-language": "de" } });
    expect(page.html).toMatch(/<html lang="de">.*Anmelden/s);
  });

  test("lead signed-in people into the app", async () => {
    const { server } = shared();
    const headers = { cookie: await signInAlice(server) };
    // This server has no build of the app, so its page loads the address again.
    for (const path of ["/explore", "/u/alice?tag=sea", "/m/low"]) {
      const page = await open(server, path, { headers });
      expect(page.status).toBe(503);
      expect(page.html).not.toContain("<article");
    }
  });

  test("don't use up sign-ins", async () => {
    await using users = await startPublic({ rateLimitSignIn: 8, rateLimitAnonymous: 12 });
    const statuses: number[] = [];
    for (let at = 0; at < 14; at += 1) statuses.push((await open(users.server, "/explore")).status);
    expect(statuses).toEqual([...Array<number>(12).fill(200), 429, 429]);
    expect((await open(users.server, "/sign-in")).status).toBe(200);
  });
});
