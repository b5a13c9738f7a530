import { describe, expect, test } from "vitest";
import { pageWords } from "../../src/pages/page-words.ts";
import { ownPath } from "../../src/web/own-path.ts";
import { parseForm } from "../../src/web/read-form.ts";
import { password, startHttpServer, type HttpServer } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";
import { deviceOf } from "../sync-calls.ts";
import { addUser } from "../two-users.ts";
import { open, post, sessionOf } from "./browser.ts";

const { door: words } = pageWords.en;
const newPassword = "a slow green tide";

/** Starts a server with the administrator `alice` that accepts new accounts. */
async function startOpen(...options: Parameters<typeof startHttpServer>): Promise<HttpServer> {
  const server = await startHttpServer(...options);
  const bearer = await server.alice();
  await server.ask("PATCH", "/api/v1/instance/settings/GENERAL", {
    bearer,
    body: { generalSetting: { allowSignUp: true } },
  });
  return server;
}

/** Escapes a sentence as pages do. */
const shownAs = (sentence: string): string => sentence.replaceAll("'", "&#39;");

/** Returns the message beside a field of a form; null without one. */
function errorBeside(html: string, field: string): string | null {
  return new RegExp(`<p class="error" id="${field}-error">([^<]*)</p>`).exec(html)?.[1] ?? null;
}

const alertOf = (html: string): string | null =>
  /<p class="alert" role="alert">([^<]*)<\/p>/.exec(html)?.[1] ?? null;

const shared = shareServer(startOpen);

describe("signing in by the form", () => {
  test("starts a session in the browser's cookie and leads to the app", async () => {
    const server = shared();
    const shown = await open(server, "/sign-in");
    expect(shown.status).toBe(200);
    expect(shown.html).toContain('<form method="post" action="/sign-in">');
    const done = await post(server, "/sign-in", { username: "alice", password });
    expect([done.status, done.location]).toEqual([303, "/"]);
    const cookie = done.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/tidemark_browser=tidemark_browser_\w+; .*HttpOnly; SameSite=Lax/);
    // Signed-in users don't see the form again.
    const again = await open(server, "/sign-in?next=%2Fm%2Fx", {
      headers: { cookie: sessionOf(done) },
    });
    expect([again.status, again.location]).toEqual([303, "/m/x"]);
    const me = await server.ask("GET", "/sync/hello", { headers: { cookie: sessionOf(done) } });
    expect(me.status).toBe(200);
  });

  test("A42 · on a shared computer, the session ends with the browser", async () => {
    const server = shared();
    const shown = await open(server, "/sign-in");
    expect(shown.html).toContain(`<label for="shared">${words.shared}</label>`);
    const wrong = { username: "alice", password: "wrong", shared: "yes" };
    const refused = await post(server, "/sign-in", wrong);
    expect(refused.html).toMatch(/<input id="shared"[^>]* checked>/);
    const done = await post(server, "/sign-in", { username: "alice", password, shared: "yes" });
    const cookies = done.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    expect(cookies.join("\n")).not.toMatch(/Max-Age|Expires/);
    expect(cookies[0]).toMatch(/^tidemark_browser=\w+; Path=\/; HttpOnly; SameSite=Lax$/);
    // The page reads that it stores nothing.
    expect(cookies[1]).toBe("tidemark_shared=yes; Path=/; SameSite=Lax");
    const cookie = `${sessionOf(done)}; tidemark_shared=yes`;
    const again = await open(server, "/sign-in?again=yes", { headers: { cookie } });
    expect(again.html).toMatch(/<input id="shared"[^>]* checked>/);
    const own = await post(server, "/sign-in", { username: "alice", password }, { cookie });
    const [session, mark] = own.headers.getSetCookie();
    expect(session).toContain("Max-Age=2592000");
    expect(mark).toMatch(/^tidemark_shared=; Max-Age=0/);
  });

  test("says the same for a wrong password and an unknown name, and keeps no password", async () => {
    const server = shared();
    const answers = [];
    for (const username of ["alice", "nobody-here"]) {
      const sent = { username, password: "wrong <password>" };
      const { status, html, headers } = await post(server, "/sign-in", sent);
      expect(status).toBe(401);
      expect(headers.get("set-cookie")).toBeNull();
      expect(errorBeside(html, "password")).toBe(words.wrongPassword);
      expect(html).toContain(`value="${username}"`);
      expect(html).not.toContain("wrong &lt;password");
      answers.push(html.replaceAll(username, ""));
    }
    expect(answers[0]).toBe(answers[1]);
  });

  test.each([
    ["username", { username: " ", password: "x" }, words.enterUsername],
    ["password", { username: "alice", password: "" }, words.enterPassword],
    ["username", {}, words.enterUsername],
  ])("names the empty field: %s", async (field, sent, sentence) => {
    const { status, html } = await post(shared(), "/sign-in", sent);
    expect(status).toBe(400);
    expect(errorBeside(html, field)).toBe(sentence);
    const input = new RegExp(`<input id="${field}"[^>]*>`).exec(html)?.[0] ?? "";
    expect(input).toContain('aria-invalid="true"');
    expect(input).toContain(`aria-describedby="${field}-error"`);
    expect(input).toContain("autofocus");
  });

  test("escapes what it shows again", async () => {
    const username = `"><script>alert(1)</script>`;
    const { html } = await post(shared(), "/sign-in", { username, password: "x" });
    expect(html).not.toContain("<script");
    expect(html).toContain("&quot;&gt;&lt;script&gt;");
  });

  test("is limited like the API's sign-in, with the same counts", async () => {
    await using server = await startOpen();
    for (let n = 0; n < 5; n += 1) {
      await post(server, "/sign-in", { username: "alice", password: "wrong" });
      const body = { username: "alice", password: "wrong" };
      await server.ask("POST", "/api/v1/auth/signin", { body });
    }
    const { status, headers, html } = await post(server, "/sign-in", {
      username: "alice",
      password,
    });
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(60);
    expect(alertOf(html)).toBe(words.tooMany(15));
  });

  test("is counted per address, and a page says so beyond the limit", async () => {
    await using server = await startHttpServer({ rateLimitSignIn: 3, rateLimitAnonymous: 1 });
    await server.services.auth.createFirstAdministrator({ username: "alice", password });
    for (let n = 0; n < 3; n += 1) expect((await open(server, "/sign-in")).status).toBe(200);
    const beyond = await post(server, "/sign-in", { username: "alice", password });
    expect(beyond.status).toBe(429);
    expect(beyond.html).toContain(pageWords.en.busy);
    expect(beyond.headers.get("retry-after")).not.toBeNull();
    // Other anonymous requests have a count of their own.
    expect((await open(server, "/nothing")).status).toBe(404);
  });

  test("explains that passwords are turned off, only with the right one", async () => {
    await using server = await startOpen();
    await addUser(server, "bob");
    const bearer = await server.alice();
    await server.ask("PATCH", "/api/v1/instance/settings/GENERAL", {
      bearer,
      body: { generalSetting: { disallowPasswordAuth: true } },
    });
    const right = await post(server, "/sign-in", { username: "bob", password });
    expect([right.status, alertOf(right.html)]).toEqual([403, shownAs(words.passwordsOff)]);
    const wrong = await post(server, "/sign-in", { username: "bob", password: "wrong" });
    expect(errorBeside(wrong.html, "password")).toBe(words.wrongPassword);
  });
});

describe("a form from another site", () => {
  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["an opaque origin", { origin: "null" }],
    ["another site", { origin: "", "sec-fetch-site": "cross-site" }],
    ["a sibling host", { origin: "", "sec-fetch-site": "same-site" }],
  ])("signs nobody in and creates nothing: %s", async (_name, { origin, ...headers }) => {
    const server = shared();
    for (const path of ["/sign-in", "/sign-up", "/set-up"]) {
      const answer = await open(server, path, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          ...(origin !== "" && { origin }),
          ...headers,
        },
        body: new URLSearchParams({ username: "alice", password, repeated: password }).toString(),
      });
      expect(answer.status, path).toBe(403);
      expect(answer.html).toContain(shownAs(words.crossSite));
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });

  test("is refused for origins whose scripts may sign in by the API", async () => {
    const origin = "https://friend.example";
    await using server = await startHttpServer({ corsOrigins: [origin] });
    await server.services.auth.createFirstAdministrator({ username: "alice", password });
    const sent = { username: "alice", password };
    expect((await post(server, "/sign-in", sent, { origin })).status).toBe(403);
    expect((await post(server, "/sign-in", sent)).status).toBe(303);
  });

  test("is told from one of the same site behind a proxy that isn't configured", async () => {
    const server = shared();
    const headers = { origin: "https://tides.example", "sec-fetch-site": "same-origin" };
    const sent = { username: "alice", password };
    expect((await post(server, "/sign-in", sent, headers)).status).toBe(303);
    // Without the browser's word, the origin must be the server's own.
    const { origin } = headers;
    expect((await post(server, "/sign-in", sent, { origin })).status).toBe(403);
  });

  test("would be sent with an opaque origin if pages hid it: they don't", async () => {
    const { headers, html } = await open(shared(), "/sign-in");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(html).not.toContain('name="referrer"');
  });
});

describe("a body that isn't a form", () => {
  test.each([
    ["JSON", "application/json", `{"username":"alice"}`, 415],
    ["several parts", "multipart/form-data; boundary=b", "--b--", 415],
    ["text", "text/plain", "username=alice", 415],
    ["a field twice", undefined, "username=a&username=b", 400],
    ["bytes that aren't UTF-8", undefined, "username=a&password=%ff%fe", 400],
    ["half an escape", undefined, "username=%e", 400],
    ["a NUL", undefined, "username=a%00b", 400],
    ["many fields", undefined, Array.from({ length: 99 }, (_, n) => `f${n}=1`).join("&"), 400],
    ["a large field", undefined, `username=${"x".repeat(70_000)}`, 413],
  ])("is refused with a page: %s", async (_name, type, body, status) => {
    const answer = await post(shared(), "/sign-in", body, {
      ...(type !== undefined && { "content-type": type }),
    });
    expect(answer.status).toBe(status);
    expect(answer.html).toContain(shownAs(words.unreadable));
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  test("forms are read with spaces, escapes and empty fields", () => {
    expect([...parseForm("a=1+2&b=%C3%BC%2B&c&d=&e==")]).toEqual([
      ["a", "1 2"],
      ["b", "ü+"],
      ["c", ""],
      ["d", ""],
      ["e", "="],
    ]);
    expect([...parseForm("")]).toEqual([]);
    expect(parseForm("__proto__=x").get("__proto__")).toBe("x");
  });
});

describe("the path to return to", () => {
  test.each([
    ["/", "/"],
    ["/m/abc", "/m/abc"],
    ["/#/tasks?x=1", "/#/tasks?x=1"],
    ["/s/a b", "/s/a%20b"],
    ["/./m/x", "/m/x"],
    ["", "/"],
    ["m/abc", "/"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["/\n/evil.example", "/"],
    ["/.//evil.example", "/"],
    ["/..//evil.example", "/"],
    ["/x/..//evil.example", "/"],
    ["/%2e//evil.example", "/"],
    ["https://evil.example/", "/"],
    ["javascript:alert(1)", "/"],
    ["http:evil.example", "/"],
    [`/${"x".repeat(3000)}`, "/"],
    [["/a", "/b"], "/"],
    [undefined, "/"],
  ])("%j leads to %s", (address, path) => {
    expect(ownPath(address)).toBe(path);
  });

  test("goes through the forms, and never to another site", async () => {
    const server = shared();
    const form = await open(server, "/sign-in?next=%2Fm%2Fabc");
    expect(form.html).toContain('<input type="hidden" name="next" value="/m/abc">');
    expect(form.html).toContain('href="/sign-up?next=%2Fm%2Fabc"');
    const sent = { username: "alice", password };
    expect((await post(server, "/sign-in", { ...sent, next: "/m/abc" })).location).toBe("/m/abc");
    const failed = await post(server, "/sign-in", { ...sent, password: "no", next: "/m/abc" });
    expect(failed.html).toContain('name="next" value="/m/abc"');
    for (const next of ["https://evil.example", "//evil.example", "/\\evil.example"]) {
      expect((await post(server, "/sign-in", { ...sent, next })).location).toBe("/");
    }
  });
});

describe("creating an account by the form", () => {
  test("signs the new user in", async () => {
    const server = shared();
    const sent = { username: "new-1", password: newPassword, repeated: newPassword };
    const done = await post(server, "/sign-up", sent);
    expect([done.status, done.location]).toEqual([303, "/"]);
    expect(sessionOf(done)).not.toBe("");
  });

  test.each([
    ["username", { username: "Alice" }, words.usernameTaken, 409],
    ["username", { username: "a b" }, words.usernameInvalid, 400],
    ["username", { username: "1234" }, words.usernameInvalid, 400],
    ["username", { username: "local" }, words.usernameReserved, 400],
    ["password", { password: "short" }, words.passwordShort, 400],
    ["password", { password: "password123" }, words.passwordCommon, 400],
    ["password", { password: "x".repeat(1025) }, words.passwordLong, 400],
    ["password", { password: "with\u0007bell" }, words.passwordControl, 400],
    ["repeated", { repeated: "another one" }, words.passwordsDiffer, 400],
  ])("names the problem beside its field: %s of %j", async (field, differing, sentence, status) => {
    const sent = { username: "fresh", password: newPassword, ...differing };
    const repeated = "repeated" in differing ? differing.repeated : sent.password;
    const answer = await post(shared(), "/sign-up", { ...sent, repeated });
    expect(answer.status).toBe(status);
    expect(errorBeside(answer.html, field)).toBe(shownAs(sentence));
    expect(answer.html).not.toContain(sent.password.slice(0, 12));
  });

  test("isn't offered where it is closed", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const form = await open(server, "/sign-in");
    expect(form.html).not.toContain("/sign-up");
    const page = await open(server, "/sign-up?next=/m/x");
    expect([page.status, page.location]).toEqual([303, "/sign-in?next=%2Fm%2Fx"]);
    const sent = { username: "eve", password: newPassword, repeated: newPassword };
    const refused = await post(server, "/sign-up", sent);
    expect([refused.status, alertOf(refused.html)]).toEqual([403, shownAs(words.signUpClosed)]);
  });
});

describe("setting the server up by the form", () => {
  test("needs the printed code, and every other door leads there", async () => {
    await using server = await startHttpServer();
    for (const path of ["/sign-in", "/sign-up"]) {
      expect((await open(server, path)).location).toBe("/set-up");
      expect((await post(server, path, { username: "a", password: "b" })).location).toBe("/set-up");
    }
    const code = (await server.services.auth.setupCode()) ?? "";
    const sent = { username: "alice", password: newPassword, repeated: newPassword };
    const wrong = await post(server, "/set-up", { ...sent, code: "AAAA-BBBB-CCCC" });
    expect([wrong.status, errorBeside(wrong.html, "code")]).toEqual([403, words.wrongCode]);
    expect(wrong.html).not.toContain(code);
    const missing = await post(server, "/set-up", sent);
    expect(errorBeside(missing.html, "code")).toBe(words.enterCode);
    const weak = { ...sent, password: "short", repeated: "short", code };
    expect(errorBeside((await post(server, "/set-up", weak)).html, "password")).toBe(
      words.passwordShort,
    );
    // People type it as they like.
    const typed = code.toLowerCase().replaceAll("-", " ");
    const done = await post(server, "/set-up", { ...sent, code: typed });
    expect([done.status, done.location]).toEqual([303, "/"]);
    expect(sessionOf(done)).not.toBe("");
    expect((await open(server, "/set-up")).location).toBe("/sign-in");
    expect((await post(server, "/set-up", { ...sent, code })).location).toBe("/sign-in");
  });

  test("allows ten wrong codes from an address", async () => {
    await using server = await startHttpServer();
    const sent = { username: "alice", password: newPassword, repeated: newPassword };
    const code = (await server.services.auth.setupCode()) ?? "";
    for (let n = 0; n < 10; n += 1) {
      expect((await post(server, "/set-up", { ...sent, code: "X" })).status).toBe(403);
    }
    const { status, html } = await post(server, "/set-up", { ...sent, code });
    expect(status).toBe(429);
    expect(alertOf(html)).toBe(words.tooMany(15));
  });
});

describe("every page", () => {
  test.each([
    ["de-CH, en;q=0.5", "de", "Bei Tidemark anmelden"],
    ["ja", "ja", "Tidemark にサインイン"],
    ["zh-CN", "zh-Hans", "登录 Tidemark"],
    ["fr", "en", "Sign in to Tidemark"],
  ])("is in the browser's language: %s", async (accepted, language, title) => {
    const headers = { "accept-language": accepted };
    const shown = await open(shared(), "/sign-in", { headers });
    expect(shown.html).toContain(`<html lang="${language}">`);
    expect(shown.html).toContain(`<title>${title}</title>`);
    expect(shown.headers.get("vary")).toContain("accept-language");
    const failed = await post(shared(), "/sign-in", { username: "x", password: "y" }, headers);
    expect(failed.html).toContain(pageWords[language as "de"].door.wrongPassword);
  });

  test("has no script, isn't cached or framed, and posts only to its server", async () => {
    const server = shared();
    for (const path of ["/sign-in", "/sign-up", "/m/x"]) {
      const { headers, html } = await open(server, path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).not.toContain("script-src");
      expect(policy).not.toContain("unsafe");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain(path === "/m/x" ? "form-action 'none'" : "form-action 'self'");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
      expect(html).not.toMatch(/<script|\son\w+=|style=/);
    }
  });

  test("has the same sentences in all languages", () => {
    const all = Object.values(pageWords).map(({ door }) => door);
    for (const door of all) expect(Object.keys(door)).toEqual(Object.keys(words));
    for (const [key, sentence] of Object.entries(words)) {
      const others = all.slice(1).map((door) => door[key as keyof typeof words]);
      for (const other of others) expect(other, key).not.toBe(sentence);
    }
  });
});

describe("signing in with a code of another device", () => {
  /** Returns a code that a device of alice creates. */
  async function newCode(server: HttpServer): Promise<string> {
    const { calls } = await deviceOf(server, "alice");
    return (await calls.pairing.begin.mutate()).code;
  }

  test("A44f · the form redeems the code once, and starts a session in the browser's cookie", async () => {
    const server = shared();
    const code = await newCode(server);
    const shown = await open(server, "/connect");
    expect(shown.status).toBe(200);
    expect(shown.html).toContain('<form method="post" action="/connect">');
    expect(shown.headers.get("content-security-policy")).toMatch(
      /^default-src 'none';.* script-src 'sha256-[\w+/=]+';/,
    );
    const done = await post(server, "/connect", { code: ` ${code.toLowerCase()} ` });
    expect([done.status, done.location]).toEqual([303, "/"]);
    expect(sessionOf(done)).not.toBe("");
    const again = await post(server, "/connect", { code });
    expect(again.status).toBe(403);
    expect(errorBeside(again.html, "code")).toBe(words.wrongDeviceCode);
    expect(again.headers.get("set-cookie")).toBeNull();
    const empty = await post(server, "/connect", { code: " " });
    expect([empty.status, errorBeside(empty.html, "code")]).toEqual([400, words.enterDeviceCode]);
  });

  test("A44f · a signed-in browser ignores a code, also one in the address's fragment", async () => {
    const server = shared();
    const cookie = sessionOf(await post(server, "/sign-in", { username: "alice", password }));
    const { status, location } = await open(server, "/connect", { headers: { cookie } });
    expect([status, location]).toEqual([303, "/#/"]);
  });

  test("A44f · another site can't post a code", async () => {
    const server = shared();
    const sent = await post(
      server,
      "/connect",
      { code: await newCode(server) },
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    );
    expect(sent.status).toBe(403);
    expect(sent.headers.get("set-cookie")).toBeNull();
  });
});

describe("sharing to a browser without the app's service worker", () => {
  test.each([
    ["a form of another site", "text/plain", "x=1"],
    ["a file", "multipart/form-data; boundary=x", `--x\r\n\r\n${"y".repeat(3_000_000)}`],
    ["nothing", "application/x-www-form-urlencoded", ""],
  ])("A44c · answers %s in words, and stores nothing", async (_name, type, body) => {
    const { status, html, headers } = await open(shared(), "/share", {
      method: "POST",
      headers: { "content-type": type, origin: "null", "sec-fetch-site": "cross-site" },
      body,
    });
    expect(status).toBe(409);
    expect(html).toContain(shownAs(words.notSharedBody));
    expect(headers.get("set-cookie")).toBeNull();
  });

  test("A44c · its address leads to the app", async () => {
    const { status, location } = await open(shared(), "/share");
    expect([status, location]).toEqual([303, "/"]);
  });
});
