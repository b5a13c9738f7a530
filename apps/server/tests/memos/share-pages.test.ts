import { describe, expect, test } from "vitest";
import { pageWords } from "../../src/pages/page-words.ts";
import type { HttpServer } from "../http-server.ts";
import { startWithUsers, type AskAs } from "../two-users.ts";

interface ShownPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Body of the page, without the head. */
  readonly body: string;
}

async function open(
  server: HttpServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<ShownPage> {
  const answer = await fetch(server.url + path, { headers, redirect: "manual" });
  const html = await answer.text();
  const body = /<body>(.*)<\/body>/s.exec(html)?.[1] ?? "";
  return { status: answer.status, headers: answer.headers, html, body };
}

async function share(ask: AskAs, memo: string, body: unknown = {}): Promise<string> {
  const made = await ask("POST", `/memos/${memo}/shares`, body);
  return String(made.body["name"]).split("/").at(-1) ?? "";
}

async function upload(ask: AskAs, filename: string, type: string, text = "x"): Promise<string> {
  const content = Buffer.from(text).toString("base64");
  const made = await ask("POST", "/attachments", { filename, type, content });
  return String(made.body["name"]).split("/")[1] ?? "";
}

describe("the page of a share", () => {
  test("renders the memo with core's grammar under both of its URLs, without a session or cookie", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    await alice("PATCH", "/users/alice", { displayName: "Alice & Tides" });
    const content =
      "# Low water\n\nOut on the flats.[^1]\n\n> [!NOTE]\n> Wet feet\n\n- [x] boots\n- [ ] tea\n\n" +
      "| a | b |\n| - | - |\n| 1 | 2 |\n\n$e^{i\\pi}$\n\n```mermaid\ngraph LR\n```\n\n[^1]: far\n\n#sea #north";
    await alice("POST", "/memos?memoId=a", { content, createTime: "2026-05-04T10:00:00Z" });
    await alice("POST", "/memos/a/comments", { content: "a comment" });
    await alice("POST", "/memos/a/reactions", { reaction: { reactionType: "👍" } });
    const token = await share(alice, "a");
    const page = await open(server, `/s/${token}`);
    expect(page.status).toBe(200);
    expect(page.headers.get("set-cookie")).toBeNull();
    for (const part of [
      "<title>Low water</title>",
      '<html lang="en">',
      "<h1>Low water</h1>",
      "Alice &amp; Tides",
      "May 4, 2026",
      'href="#note-1"',
      '<li id="note-1">',
      '<p class="callout-kind">Note</p>',
      '<input type="checkbox" disabled checked aria-label="boots">',
      "1 of 2 done",
      "<td",
      'class="katex"',
      "<math",
      'data-language="mermaid"',
      '<span class="tag">#sea</span>',
    ]) {
      expect(page.html).toContain(part);
    }
    expect(page.html).not.toMatch(/a comment|👍|<script|alice@|\balice\b/);
    expect((await open(server, `/memos/shares/${token}`)).html).toBe(page.html);
    // Expired sessions and invalid credentials are ignored.
    for (const headers of [
      { cookie: "tidemark_session=ended" },
      { authorization: "Bearer memos_pat_nobodys" },
    ]) {
      const again = await open(server, `/s/${token}`, headers);
      expect([again.status, again.html, again.headers.get("set-cookie")]).toEqual([
        200,
        page.html,
        null,
      ]);
    }
    expect((await fetch(`${server.url}/s/${token}`, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(`${server.url}/s/${token}`, { method: "POST" })).status).toBe(404);
  });

  test("isn't cached, indexed or scriptable", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    await alice("POST", "/memos?memoId=plain", { content: "words" });
    await alice("POST", "/memos?memoId=math", { content: "$x$" });
    const pages = {
      plain: await open(server, `/s/${await share(alice, "plain")}`),
      math: await open(server, `/s/${await share(alice, "math")}`),
      missing: await open(server, "/s/nothing"),
    };
    for (const [name, { headers, html }] of Object.entries(pages)) {
      expect(headers.get("cache-control"), name).toBe("no-store");
      expect(headers.get("referrer-policy"), name).toBe("no-referrer");
      expect(headers.get("x-robots-tag"), name).toBe("noindex, nofollow");
      expect(headers.get("x-content-type-options"), name).toBe("nosniff");
      expect(html, name).toContain('<meta name="robots" content="noindex,nofollow">');
      const policy = new Map(
        (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
          const [key = "", ...rest] = directive.split(" ");
          return [key, rest.join(" ")];
        }),
      );
      expect(policy.get("default-src"), name).toBe("'none'");
      expect(policy.get("frame-ancestors"), name).toBe("'none'");
      expect(policy.get("form-action"), name).toBe("'none'");
      expect(policy.get("base-uri"), name).toBe("'none'");
      expect(policy.has("script-src"), name).toBe(false);
      expect(policy.get("sandbox"), name).not.toMatch(/allow-(?:scripts|same-origin|forms)/);
      expect(policy.get("style-src"), name).not.toContain("unsafe");
      expect(policy.has("style-src-attr"), name).toBe(name === "math");
    }
  });

  test("of an invalid link is the same page for every reason", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    const tokens: string[] = ["x".repeat(32), "a", "%00", "..%2fx", "x/y", "", "x".repeat(300)];
    for (const id of ["expired", "revoked", "archived", "deleted"]) {
      await alice("POST", `/memos?memoId=${id}`, { content: "secret words" });
      const soon = new Date(server.clock.nowMs + 1000).toISOString();
      tokens.push(await share(alice, id, id === "expired" ? { expireTime: soon } : {}));
    }
    server.clock.nowMs += 1000;
    await alice("DELETE", `/memos/revoked/shares/${tokens[8]}`);
    await alice("PATCH", "/memos/archived", { state: "ARCHIVED" });
    await alice("DELETE", "/memos/deleted");
    const answers = new Set<string>();
    for (const token of tokens) {
      for (const path of [`/s/${token}`, `/memos/shares/${token}`]) {
        const { status, html, headers } = await open(server, path);
        expect(status, path).toBe(404);
        answers.add(html + headers.get("content-security-policy"));
      }
    }
    expect(answers.size).toBe(1);
    expect([...answers].join("")).toContain(pageWords.en.missing);
  });

  test("is rate-limited like other anonymous requests, with an error page", async () => {
    await using users = await startWithUsers({ rateLimitAnonymous: 2 });
    const { alice, server } = users;
    await alice("POST", "/memos?memoId=a", { content: "words" });
    const token = await share(alice, "a");
    const statuses: number[] = [];
    for (let at = 0; at < 3; at++) statuses.push((await open(server, `/s/${token}`)).status);
    const last = await open(server, `/s/${token}`);
    // The sign-in above may have been counted or not.
    expect(statuses.at(-1)).toBe(429);
    expect(last.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(last.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(last.html).toContain(pageWords.en.busy);
  });

  test("can load its pictures, because files have a separate limit", async () => {
    await using users = await startWithUsers({ rateLimitAnonymous: 2 });
    const { alice, server } = users;
    const content = Buffer.from("bytes").toString("base64");
    await alice("POST", "/memos?memoId=a", { content: "words" });
    await alice("POST", "/attachments?attachmentId=f", { filename: "a.txt", content });
    await alice("PATCH", "/memos/a/attachments", { attachments: [{ name: "attachments/f" }] });
    const file = `/file/attachments/f/a.txt?share_token=${await share(alice, "a")}`;
    const statuses: number[] = [];
    for (let at = 0; at < 41; at++) statuses.push((await open(server, file)).status);
    expect(statuses.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
  });

  test("is in the reader's language", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    await alice("POST", "/memos?memoId=a", {
      content: "words",
      createTime: "2026-05-04T10:00:00Z",
    });
    const token = await share(alice, "a");
    for (const [accept, language, day] of [
      ["de-AT,de;q=0.9,en;q=0.5", "de", "4. Mai 2026"],
      ["fr,ja;q=0.8,en;q=0.1", "ja", "2026年5月4日"],
      ["zh-CN", "zh-Hans", "2026年5月4日"],
      ["zh-TW", "en", "May 4, 2026"],
      ["fr", "en", "May 4, 2026"],
      ["de;q=0, en", "en", "May 4, 2026"],
      [";;,q=,-", "en", "May 4, 2026"],
    ] as const) {
      const { html } = await open(server, `/s/${token}`, { "accept-language": accept });
      expect(html, accept).toContain(`<html lang="${language}">`);
      expect(html, accept).toContain(day);
      expect(html, accept).toContain(pageWords[language].sharedWith);
    }
  });
});

describe("files on the page of a share", () => {
  test("are those of its own memo, in place and with its token, and no other's", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    const inText = await upload(alice, "a b.txt", "text/plain", "in the text");
    const below = await upload(alice, 'below "it".csv', "text/csv", "below");
    const sound = await upload(alice, "waves.mp3", "audio/mpeg");
    const picture = await upload(alice, "boat.png", "image/png");
    const others = await upload(alice, "other.txt", "text/plain", "another memo's");
    await alice("POST", "/memos?memoId=b", { attachments: [{ name: `attachments/${others}` }] });
    const content = [
      `[the text](/file/attachments/${inText}/a%20b.txt)`,
      `[theirs](/file/attachments/${others}/other.txt)`,
      `![theirs](/file/attachments/${others}/other.png)`,
      `![theirs](/file/attachments/${others})`,
      `before ![boat](/file/attachments/${picture}) after`,
      "[a memo](/memos/b) [a host](https://tides.example/?a=b&c=d) [mail](mailto:a@tides.example)",
      "![far](https://tides.example/p.png)",
    ].join("\n\n");
    await alice("POST", "/memos?memoId=a", {
      content,
      attachments: [inText, below, sound, picture].map((id) => ({ name: `attachments/${id}` })),
    });
    const token = await share(alice, "a");
    const { body } = await open(server, `/s/${token}`);
    expect(body).toContain(`<a href="/file/attachments/${inText}/a%20b.txt?share_token=${token}">`);
    expect(body).toContain(
      `href="/file/attachments/${below}/below%20%22it%22.csv?share_token=${token}"`,
    );
    expect(body).toContain(`<audio controls`);
    expect(body).toContain('<a href="https://tides.example/?a=b&amp;c=d" rel=');
    expect(body).toContain('<a href="https://tides.example/p.png" class="image"');
    expect(body).toContain("a memo <a");
    expect(body).not.toContain(others);
    expect(body).not.toContain("/memos/");
    // Memos 0.31 writes file paths like this.
    expect(body).toContain(
      `before <img src="/file/attachments/${picture}/boat.png?share_token=${token}" alt="boat"`,
    );
    expect(body.split("<img")).toHaveLength(2);
    // Files that the text embeds aren't listed again.
    expect(body.split(inText)).toHaveLength(2);
    const at = `${server.url}/file/attachments/${below}/x?share_token=`;
    const file = await fetch(at + token);
    expect([file.status, await file.text()]).toEqual([200, "below"]);
    // The sandboxed page has an opaque origin, so browsers would block its files without this header.
    expect(file.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect((await fetch(`${at}wrong`)).headers.get("cross-origin-resource-policy")).toBe(
      "same-origin",
    );
  });

  test("its fonts are public and immutable, and nothing else in their folder is served", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    await alice("POST", "/memos?memoId=a", { content: "$x$" });
    const { html } = await open(server, `/s/${await share(alice, "a")}`);
    const addresses = [...html.matchAll(/url\((\/fonts\/[^)]+)\)/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(10);
    for (const address of addresses) {
      const answer = await fetch(server.url + address);
      expect(answer.status, address).toBe(200);
      expect(answer.headers.get("cache-control")).toContain("immutable");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      await answer.arrayBuffer();
    }
    const [name] = /katex-\d[^/]*/.exec(html) ?? [];
    for (const path of [
      "none/KaTeX_Main-Regular.woff2",
      `${name}/..%2f..%2fkatex.min.css`,
      `${name}/constructor`,
      `${name}/%2fetc%2fpasswd`,
    ]) {
      expect((await fetch(`${server.url}/fonts/${path}`)).status, path).toBe(404);
    }
  });
});
