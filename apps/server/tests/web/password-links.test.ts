import { describe, expect, test } from "vitest";
import { pageWords } from "../../src/pages/page-words.ts";
import { type HttpServer, password, startHttpServer } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";
import { addUser } from "../two-users.ts";
import { open, post, sessionOf } from "./browser.ts";

const { door: words } = pageWords.en;
const path = "/choose-password";
const chosen = "a slow green tide";

/** Starts a server with the administrator `alice` and the users `bob` and `carol`. */
async function startWithUsers(): Promise<HttpServer> {
  const server = await startHttpServer();
  await server.alice();
  for (const name of ["bob", "carol"]) await addUser(server, name);
  return server;
}

const shared = shareServer(startWithUsers);

async function signIn(server: HttpServer, username: string, secret: string): Promise<number> {
  const body = { username, password: secret };
  return (await server.ask("POST", "/api/v1/auth/signin", { body })).status;
}

/** Returns the link that an administrator gets for an account. */
async function linkFor(server: HttpServer, username: string): Promise<URL> {
  const bearer = await server.alice();
  const made = await server.ask("POST", `/api/v1/users/${username}:createPasswordLink`, { bearer });
  expect(made.status).toBe(200);
  return new URL(String(made.body["link"]));
}

const codeOf = ({ hash }: URL): string => new URLSearchParams(hash.slice(1)).get("code") ?? "";

function redeem(server: HttpServer, code: string, secret = chosen, repeated = secret) {
  return post(server, path, { code, password: secret, repeated });
}

function errorBeside(html: string, field: string): string | null {
  return new RegExp(`<p class="error" id="${field}-error">([^<]*)</p>`).exec(html)?.[1] ?? null;
}

describe("a link for choosing a password", () => {
  test("sets it once, signs in, and ends what the former one admitted", async () => {
    const server = shared();
    const former = sessionOf(await post(server, "/sign-in", { username: "bob", password }));
    const link = await linkFor(server, "bob");
    expect([link.origin, link.pathname, link.search]).toEqual([server.url, path, ""]);
    const shown = await open(server, path);
    expect(shown.html).toContain(`<h1>${words.passwordTitle}</h1>`);
    expect(shown.html).not.toContain('name="username"');
    const done = await redeem(server, codeOf(link));
    expect([done.status, done.location]).toEqual([303, "/"]);
    const hello = (cookie: string) => server.ask("GET", "/sync/hello", { headers: { cookie } });
    expect((await hello(sessionOf(done))).status).toBe(200);
    expect((await hello(former)).status).toBe(401);
    expect(await signIn(server, "bob", chosen)).toBe(200);
    expect(await signIn(server, "bob", password)).toBe(401);
    const again = await redeem(server, codeOf(link), "another green tide");
    expect([again.status, errorBeside(again.html, "code")]).toEqual([
      403,
      words.wrongLinkCode.replaceAll("'", "&#39;"),
    ]);
    expect(again.headers.get("set-cookie")).toBeNull();
    const log = await server.ask("GET", "/api/v1/instance/auditLog", {
      bearer: await server.alice(),
    });
    const actions = JSON.stringify(log.body);
    expect(actions).toContain("password.link_created");
    expect(actions).not.toContain(codeOf(link));
  });

  test("is shown to somebody who is signed in", async () => {
    const server = shared();
    const cookie = sessionOf(await post(server, "/sign-in", { username: "alice", password }));
    expect((await open(server, path, { headers: { cookie } })).status).toBe(200);
  });

  test("stays after a password that isn't accepted", async () => {
    const server = shared();
    const code = codeOf(await linkFor(server, "carol"));
    const short = await redeem(server, code, "short");
    expect([short.status, errorBeside(short.html, "password")]).toEqual([400, words.passwordShort]);
    const differs = await redeem(server, code, chosen, "a slow blue tide");
    expect(differs.status).toBe(400);
    expect((await redeem(server, code)).status).toBe(303);
  });

  test.each<[string, (server: HttpServer, bearer: string) => Promise<unknown>]>([
    ["another link", (server) => linkFor(server, "dora")],
    [
      "another password",
      (server, bearer) =>
        server.ask("PATCH", "/api/v1/users/dora", { bearer, body: { password: "a grey tide" } }),
    ],
    [
      "signing out",
      (server, bearer) => server.ask("POST", "/api/v1/users/dora:signOut", { bearer }),
    ],
    [
      "archiving the account",
      (server, bearer) =>
        server.ask("PATCH", "/api/v1/users/dora", { bearer, body: { state: "ARCHIVED" } }),
    ],
    [
      "closing the account",
      (server, bearer) => server.ask("DELETE", "/api/v1/users/dora", { bearer }),
    ],
    [
      "three days",
      async (server) => {
        server.clock.nowMs += 3 * 24 * 3600 * 1000 + 1;
      },
    ],
    [
      "turning passwords off",
      (server, bearer) =>
        server.ask("PATCH", "/api/v1/instance/settings/GENERAL", {
          bearer,
          body: { generalSetting: { disablePasswordLogin: true } },
        }),
    ],
  ])("ends with %s", async (_name, end) => {
    await using server = await startWithUsers();
    await addUser(server, "dora");
    const code = codeOf(await linkFor(server, "dora"));
    await end(server, await server.alice());
    const refused = await redeem(server, code);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("set-cookie")).toBeNull();
  });

  test("is used by one of two requests at once", async () => {
    await using server = await startWithUsers();
    const code = codeOf(await linkFor(server, "bob"));
    const both = await Promise.all([redeem(server, code), redeem(server, code, "a grey tide")]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([303, 403]));
  });

  test("can't be guessed, made by others, or sent from another site", async () => {
    await using server = await startWithUsers();
    const code = codeOf(await linkFor(server, "bob"));
    for (const wrong of [
      "bob",
      "bob.",
      "bob.x",
      `carol.${code.split(".")[1] ?? ""}`,
      "__proto__.x",
    ]) {
      expect((await redeem(server, wrong)).status).toBe(403);
    }
    const bearer = String(
      (await server.ask("POST", "/api/v1/auth/signin", { body: { username: "bob", password } }))
        .body["accessToken"],
    );
    const asked = (user: string) =>
      server.ask("POST", `/api/v1/users/${user}:createPasswordLink`, { bearer });
    expect((await asked("carol")).status).toBe(403);
    expect((await asked("bob")).status).toBe(403);
    const site = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const sent = await post(server, path, { code, password: chosen, repeated: chosen }, site);
    expect(sent.status).toBe(403);
    // Still good, but not after many wrong ones from the address.
    for (let tries = 0; tries < 60; tries += 1) await redeem(server, "bob.x");
    expect((await redeem(server, code)).status).toBe(429);
  });
});
