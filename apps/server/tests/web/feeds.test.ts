import { parseJson } from "@tidemark/core";
import { parseDocument } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { elementsIn, textOf } from "../../src/pages/page-nodes.ts";
import { shareServer } from "../shared-server.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";
import { open } from "./browser.ts";

async function startPublic(...options: Parameters<typeof startWithUsers>): Promise<TwoUsers> {
  const users = await startWithUsers(...options);
  const generalSetting = { publicAccess: true, title: "The shore", description: "Tides & more" };
  await users.alice("PATCH", "/instance/settings/GENERAL", { generalSetting });
  return users;
}

/** Characters that an XML parser refuses. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\ud800-\udfff\ufffe\uffff]/u;

/** Reads a feed in XML: the texts of elements of each name, in their order. */
function readXml(text: string) {
  expect(text).not.toMatch(forbidden);
  const nodes = parseDocument(text, { xmlMode: true, decodeEntities: true }).children;
  const named = (name: string) => elementsIn(nodes, (element) => element.name === name);
  return {
    texts: (name: string) => named(name).map(({ children }) => textOf(children)),
    attributes: (name: string) => named(name).map(({ attribs }) => attribs),
  };
}

const files = ["/rss.xml", "/atom.xml", "/feed.json"];

describe("feeds", () => {
  const shared = shareServer(startPublic);

  test("have public memos in three formats, with tags and files", async () => {
    const { alice, server } = shared();
    await alice("PATCH", "/users/alice", { displayName: "Alice & Tides" });
    const made = await alice("POST", "/attachments", {
      filename: 'a "b" & <c>.txt',
      type: "text/plain",
      content: Buffer.from("four").toString("base64"),
    });
    await alice("POST", "/memos?memoId=one", {
      content: "# One < two & \u0008\ufffe]]>\n\nsome *text*[^1] $x<1$ #sea/low\n\n[^1]: note",
      createTime: "2026-05-04T10:00:00Z",
      visibility: "PUBLIC",
      attachments: [{ name: made.body["name"] }],
    });
    await alice("POST", "/memos?memoId=two", { content: "hidden", visibility: "PROTECTED" });
    const url = `/file/attachments/${String(made.body["name"]).split("/")[1]}/a%20%22b%22%20%26%20%3Cc%3E.txt`;
    const [rss, atom, json] = await Promise.all(
      files.map((file) => open(server, `/explore${file}`)),
    );
    for (const feed of [rss!, atom!, json!]) {
      expect([feed.status, feed.headers.get("x-robots-tag")]).toEqual([200, "noindex"]);
      expect(feed.html).not.toMatch(/hidden|katex|<script/);
    }
    expect(rss!.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const channel = readXml(rss!.html);
    expect(channel.texts("title")).toEqual(["The shore", "One < two & ]]>"]);
    expect(channel.texts("link")).toEqual([`${server.url}/explore`, `${server.url}/m/one`]);
    expect(channel.texts("guid")).toEqual([`${server.url}/m/one`]);
    expect(channel.texts("pubDate")).toEqual(["Mon, 04 May 2026 10:00:00 GMT"]);
    expect(channel.texts("dc:creator")).toEqual(["Alice & Tides"]);
    expect(channel.texts("category")).toEqual(["sea/low"]);
    expect(channel.attributes("enclosure")).toEqual([
      { url: server.url + url, length: "4", type: "text/plain" },
    ]);
    const [, html = ""] = channel.texts("description");
    expect(html).toContain("<em>text</em><sup>1</sup>");
    expect(html).toContain(`<a class="tag" href="${server.url}/explore?tag=sea%2Flow">`);
    const entries = readXml(atom!.html);
    expect(entries.texts("id")).toEqual([`${server.url}/explore/atom.xml`, `${server.url}/m/one`]);
    expect(entries.texts("published")).toEqual(["2026-05-04T10:00:00.000Z"]);
    expect(entries.texts("subtitle")).toEqual(["Tides & more"]);
    expect(entries.texts("uri")).toEqual([`${server.url}/u/alice`]);
    expect(entries.texts("content")).toEqual([html]);
    expect(entries.attributes("category")).toEqual([{ term: "sea/low" }]);
    expect(entries.attributes("link").at(-1)).toMatchObject({
      rel: "enclosure",
      href: server.url + url,
      title: 'a "b" & <c>.txt',
    });
    const { items } = parseJson(z.object({ items: z.array(z.unknown()) }), json!.html);
    expect(parseJson(z.unknown(), json!.html)).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      title: "The shore",
      feed_url: `${server.url}/explore/feed.json`,
    });
    expect(items).toMatchObject([
      {
        id: `${server.url}/m/one`,
        content_html: expect.stringContaining("<em>text</em><sup>1</sup>") as string,
        tags: ["sea/low"],
        authors: [{ name: "Alice & Tides", url: `${server.url}/u/alice` }],
        attachments: [{ mime_type: "text/plain", size_in_bytes: 4 }],
      },
    ]);
  });

  test("of a person or a tag have those memos alone", async () => {
    const { alice, bob, server } = shared();
    await bob("POST", "/memos", { content: "bob's words", visibility: "PUBLIC" });
    await alice("POST", "/memos", { content: "untitled\nwords #river", visibility: "PUBLIC" });
    const ofBob = readXml((await open(server, "/u/bob/rss.xml")).html);
    expect(ofBob.texts("title")).toEqual(["bob", "bob's words"]);
    const ofTag = readXml((await open(server, "/explore/atom.xml?tag=river")).html);
    expect(ofTag.texts("title")).toEqual(["The shore · #river", "untitled words #river"]);
    for (const path of ["/u/carol", "/u/nobody"]) {
      expect((await open(server, `${path}/rss.xml`)).status).toBe(404);
    }
    expect((await open(server, "/explore/rss.xml?tag=")).status).toBe(404);
  });

  test("answer 304 until something that they show changes", async () => {
    const { alice, server } = shared();
    await alice("POST", "/memos?memoId=tagged", { content: "words", visibility: "PUBLIC" });
    const path = "/u/alice/rss.xml";
    const ask = async (etag: string): Promise<readonly [number, string]> => {
      const { status, headers } = await open(server, path, {
        headers: { "if-none-match": etag },
      });
      return [status, headers.get("etag") ?? ""];
    };
    let [, etag] = await ask("");
    const changes = [
      () => alice("PATCH", "/memos/tagged", { content: "other words" }),
      () => alice("PATCH", "/users/alice", { displayName: "Someone else" }),
      () => alice("PATCH", "/memos/tagged", { visibility: "PRIVATE" }),
    ];
    for (const change of changes) {
      expect(await ask(`"x", ${etag}`)).toEqual([304, etag]);
      expect((await change()).status).toBe(200);
      const [status, next] = await ask(etag);
      expect([status, next === etag]).toEqual([200, false]);
      etag = next;
    }
  });

  test("name the address that the instance is known by", async () => {
    await using users = await startPublic({ publicUrl: "https://notes.example" });
    await users.alice("POST", "/memos?memoId=a", { content: "a", visibility: "PUBLIC" });
    const guids = async (): Promise<string[]> =>
      readXml((await open(users.server, "/explore/rss.xml")).html).texts("guid");
    expect(await guids()).toEqual(["https://notes.example/m/a"]);
    const generalSetting = { instanceUrl: "https://memos.example/" };
    await users.alice("PATCH", "/instance/settings/GENERAL", { generalSetting });
    expect(await guids()).toEqual(["https://memos.example/m/a"]);
  });

  test("exist only with public access, whoever asks", async () => {
    await using users = await startWithUsers();
    await users.alice("POST", "/memos", { content: "a", visibility: "PUBLIC" });
    const headers = { authorization: `Bearer ${users.bearer}` };
    for (const file of files) {
      for (const sent of [{}, { headers }]) {
        expect((await open(users.server, `/explore${file}`, sent)).status).toBe(404);
        expect((await open(users.server, `/u/alice${file}`, sent)).status).toBe(404);
      }
    }
    expect((await open(users.server, "/robots.txt")).html).toBe("User-agent: *\nDisallow: /\n");
  });
});
