import { describe, expect, test } from "vitest";
import { shareServer } from "../shared-server.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";
import { open } from "./browser.ts";

const site = "https://blog.example";

async function startEmbedding(): Promise<TwoUsers> {
  const users = await startWithUsers();
  await setGeneral(users, { publicAccess: true, embedOrigins: [site, "http://localhost:8000"] });
  await users.alice("PATCH", "/users/alice", { displayName: "Alice & Tides" });
  const content = '# A "day" & out\n\nto #sea';
  await users.alice("POST", "/memos?memoId=shown", { content, visibility: "PUBLIC" });
  await users.alice("POST", "/memos?memoId=hidden", { content: "hidden" });
  return users;
}

function setGeneral({ alice }: TwoUsers, generalSetting: Record<string, unknown>) {
  return alice("PATCH", "/instance/settings/GENERAL", { generalSetting });
}

async function share({ alice }: TwoUsers, memo: string): Promise<string> {
  const made = await alice("POST", `/memos/${memo}/shares`, {});
  return String(made.body["name"]).split("/").at(-1) ?? "";
}

describe("embedding", () => {
  const shared = shareServer(startEmbedding);

  test("shows public memos and shares in frames of the named sites alone", async () => {
    const users = shared();
    const token = await share(users, "hidden");
    for (const path of ["/embed/m/shown", `/embed/s/${token}`]) {
      const { status, headers, html } = await open(users.server, path);
      expect(status).toBe(200);
      expect(headers.get("content-security-policy")).toContain(
        `frame-ancestors ${site} http://localhost:8000; `,
      );
      expect(headers.get("content-security-policy")).toMatch(/sandbox /);
      expect(headers.get("x-frame-options")).toBeNull();
      expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
      expect(headers.get("set-cookie")).toBeNull();
      expect(html).toContain('<base target="_blank">');
      expect(html).not.toMatch(/<script|<a class="tag"/);
    }
    const page = await open(users.server, "/embed/m/shown");
    expect(page.html).toContain('<footer><a href="/m/shown">');
    for (const path of ["/embed/m/hidden", "/embed/m/none", "/embed/s/none"]) {
      const { status, headers } = await open(users.server, path);
      expect([status, headers.get("x-frame-options")]).toEqual([404, "SAMEORIGIN"]);
    }
    // The memo's own page stays out of frames.
    const { headers } = await open(users.server, "/m/shown");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test("is found from a link by oEmbed", async () => {
    const users = shared();
    const { server, nobody } = users;
    const link = `${server.url}/m/shown`;
    const page = await open(server, "/m/shown");
    const [, address = ""] =
      /<link rel="alternate" type="application\/json\+oembed"[^>]* href="([^"]+)"/.exec(
        page.html,
      ) ?? [];
    expect(address).toBe(`${server.url}/oembed?url=${encodeURIComponent(link)}`);
    const { body } = await server.ask("GET", address.slice(server.url.length));
    expect(body).toEqual({
      version: "1.0",
      type: "rich",
      title: 'A "day" & out',
      author_name: "Alice & Tides",
      provider_name: "Tidemark",
      provider_url: server.url,
      width: 600,
      height: 400,
      html: `<iframe src="${server.url}/embed/m/shown" title="A &quot;day&quot; &amp; out" width="600" height="400" sandbox="allow-popups allow-popups-to-escape-sandbox allow-downloads" loading="lazy" style="border:0"></iframe>`,
    });
    const ask = (url: string, more = "") =>
      server.ask("GET", `/oembed?url=${encodeURIComponent(url)}${more}`);
    expect((await ask(link, "&maxwidth=320&maxheight=9999")).body).toMatchObject({
      width: 320,
      height: 400,
    });
    expect((await ask(link, "&format=xml")).status).toBe(501);
    const token = await share(users, "hidden");
    expect((await ask(`${server.url}/s/${token}`)).body["html"]).toContain(`/embed/s/${token}`);
    for (const url of [
      `${server.url}/m/hidden`,
      `${server.url}/m/none`,
      `${server.url}.evil.example/m/shown`,
      "https://evil.example/m/shown",
      `${server.url}/m/shown/x`,
      `${server.url}/m/..%2fshown`,
      "nothing",
    ]) {
      expect((await ask(url)).status, url).toBe(404);
    }
    expect((await nobody("GET", "/oembed")).status).toBe(404);
  });

  test("is off until a site is named", async () => {
    await using users = await startWithUsers();
    await users.alice("POST", "/memos?memoId=shown", { content: "a", visibility: "PUBLIC" });
    await setGeneral(users, { publicAccess: true });
    const token = await share(users, "shown");
    for (const path of [
      "/embed/m/shown",
      `/embed/s/${token}`,
      `/oembed?url=${encodeURIComponent(`${users.server.url}/m/shown`)}`,
    ]) {
      expect((await open(users.server, path)).status).toBe(404);
    }
    expect((await open(users.server, "/m/shown")).html).not.toContain("oembed");
  });

  test.each([
    "https://blog.example/path",
    "https://blog.example/",
    "blog.example",
    "*",
    "https://a.example; script-src *",
    "javascript:alert(1)",
    "https://A.example",
  ])("takes origins alone, and not %s", async (origin) => {
    const reply = await setGeneral(shared(), { embedOrigins: [origin] });
    expect(reply.status).toBe(400);
  });
});
