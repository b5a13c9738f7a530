import { describe, expect, test } from "vitest";
import { formatTimestamp } from "../../src/rest/shared/wire-values.ts";
import { startHttpServer, type HttpServer } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";

const path = "/api/v1/access-tokens";
const soon = (server: HttpServer) => formatTimestamp(server.clock.nowMs + 60_000);

async function create(server: HttpServer, bearer: string, body: object = { name: "script" }) {
  const reply = await server.ask("POST", path, { bearer, body });
  return { reply, id: String(reply.body["id"]), value: String(reply.body["accessToken"]) };
}

describe("access tokens", () => {
  const shared = shareServer(async () => {
    const server = await startHttpServer();
    return Object.assign(server, { bearer: await server.alice() });
  });

  test("show their value once, at creation", async () => {
    await using server = await startHttpServer();
    const bearer = await server.alice();
    const expiresAt = soon(server);
    const { reply, id, value } = await create(server, bearer, {
      name: "script",
      description: "nightly",
      expiresAt,
      scope: "read",
    });
    expect(reply).toMatchObject({
      status: 200,
      body: { name: "script", description: "nightly", expiresAt, scope: "read", lastUsedAt: null },
    });
    expect(value).toMatch(/^memos_pat_[0-9A-Za-z]{32}$/);
    const got = await server.ask("GET", `${path}/${id}`, { bearer });
    const { accessToken: _, ...shown } = reply.body;
    expect(got.body).toEqual(shown);
    const list = await server.ask("GET", path, { bearer });
    expect(list.body).toEqual({ data: [shown], nextPageToken: "" });
  });

  test("authenticate, and remember when they were used", async () => {
    const server = shared();
    const { bearer } = server;
    const { id, value } = await create(server, bearer);
    const me = await server.ask("GET", "/api/v1/auth/me", { bearer: value });
    expect(me).toMatchObject({ status: 200, body: { user: { username: "alice" } } });
    const { body } = await server.ask("GET", `${path}/${id}`, { bearer });
    expect(body["lastUsedAt"]).toBe(formatTimestamp(server.clock.nowMs));
  });

  test("say TOKEN_EXPIRED from their last moment on, in both forms", async () => {
    await using server = await startHttpServer();
    const bearer = await server.alice();
    const { value } = await create(server, bearer, { name: "x", expiresAt: soon(server) });
    server.clock.nowMs += 60_000;
    expect(await server.ask("GET", "/api/v1/memos", { bearer: value })).toMatchObject({
      status: 401,
      body: { code: 16, details: [{ reason: "TOKEN_EXPIRED" }] },
    });
    expect(await server.ask("GET", path, { bearer: value })).toMatchObject({
      status: 401,
      body: { error: { code: "TOKEN_EXPIRED" } },
    });
  });

  test("say TOKEN_REVOKED at once when revoked, and are gone from the list", async () => {
    await using server = await startHttpServer();
    const bearer = await server.alice();
    const { id, value } = await create(server, bearer);
    expect(await server.ask("DELETE", `${path}/${id}`, { bearer })).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await server.ask("GET", "/api/v1/auth/me", { bearer: value })).toMatchObject({
      status: 401,
      body: { details: [{ reason: "TOKEN_REVOKED" }] },
    });
    expect((await server.ask("GET", path, { bearer })).body).toMatchObject({ data: [] });
    expect((await server.ask("GET", `${path}/${id}`, { bearer })).status).toBe(404);
    expect((await server.ask("DELETE", `${path}/${id}`, { bearer })).status).toBe(404);
  });

  test("a read-only token can read", async () => {
    const server = shared();
    const { bearer } = server;
    const { value } = await create(server, bearer, { name: "x", scope: "read" });
    expect((await server.ask("GET", "/api/v1/memos", { bearer: value })).status).toBe(200);
    const write = await server.ask("POST", "/api/v1/memos", {
      bearer: value,
      body: { content: "" },
    });
    expect(write).toMatchObject({ status: 403, body: { code: 7 } });
  });

  test("a read-only token gets no secret that allows more than reading", async () => {
    await using server = await startHttpServer({}, { allowPrivateTargets: () => true });
    const bearer = await server.alice();
    const reader = await create(server, bearer, { name: "x", scope: "read" });
    const writer = await create(server, bearer, { name: "x", scope: "write" });
    const url = "http://127.0.0.1:9/hook";
    const made = await server.ask("POST", "/api/v1/users/alice/webhooks", {
      bearer,
      body: { url, signingSecret: "whsec_AAAA" },
    });
    await server.ask("POST", "/api/v1/memos?memoId=a", { bearer, body: { content: "x" } });
    const shared = await server.ask("POST", "/api/v1/memos/a/shares", { bearer, body: {} });
    const token = String(shared.body["name"]).split("/").at(-1) ?? "";
    expect(token).toMatch(/^\w{22,}$/);
    const secrets: readonly (readonly [string, string])[] = [
      [`/api/v1/${String(made.body["name"])}:getSigningSecret`, "whsec_AAAA"],
      ["/api/v1/memos/a/shares", token],
    ];
    for (const [path, secret] of secrets) {
      const refused = await server.ask("GET", path, { bearer: reader.value });
      expect(refused).toMatchObject({
        status: 403,
        body: { code: 7, message: expect.stringMatching(/read-only/) as string },
      });
      expect(JSON.stringify(refused.body)).not.toContain(secret);
      const shown = await server.ask("GET", path, { bearer: writer.value });
      expect(shown.status).toBe(200);
      expect(JSON.stringify(shown.body)).toContain(secret);
    }
    // No other route that the token may read contains the secret.
    for (const path of [
      "/api/v1/users/alice/webhooks",
      `/api/v1/${String(made.body["name"])}`,
      "/api/v1/users/alice/settings/WEBHOOKS",
      "/api/v1/webhooks",
      "/api/v1/memos/a",
      "/api/v1/users/alice/notifications",
    ]) {
      const { status, body } = await server.ask("GET", path, { bearer: reader.value });
      expect([path, status]).toEqual([path, 200]);
      for (const [, secret] of secrets) expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  test("revoking a token revokes the tokens created with it, recursively", async () => {
    const server = shared();
    const { bearer } = server;
    const maker = await create(server, bearer, { name: "maker" });
    const made = await create(server, maker.value, { name: "made", scope: "write" });
    const admin = await create(server, maker.value, { name: "admin", scope: "admin" });
    const below = await create(server, admin.value, { name: "below", scope: "read" });
    const other = await create(server, bearer, { name: "other" });
    const me = async (value: string): Promise<number> =>
      (await server.ask("GET", "/api/v1/auth/me", { bearer: value })).status;
    const all = [maker, made, admin, below, other];
    expect(await Promise.all(all.map(({ value }) => me(value)))).toEqual(all.map(() => 200));
    expect((await server.ask("DELETE", `${path}/${maker.id}`, { bearer })).status).toBe(200);
    const after = await Promise.all(all.map(({ value }) => me(value)));
    expect(after).toEqual([401, 401, 401, 401, 200]);
    const list = await server.ask("GET", path, { bearer });
    const names = (list.body["data"] as { name: string }[]).map(({ name }) => name);
    expect(names).toContain("other");
    for (const name of ["maker", "made", "admin", "below"]) expect(names).not.toContain(name);
  });

  test("a write token can't manage tokens, an admin token can", async () => {
    const server = shared();
    const { bearer } = server;
    const writer = await create(server, bearer, { name: "x", scope: "write" });
    expect(
      (await server.ask("POST", "/api/v1/memos", { bearer: writer.value, body: { content: "" } }))
        .status,
    ).toBe(200);
    expect(await server.ask("GET", path, { bearer: writer.value })).toMatchObject({
      status: 403,
      body: { error: { code: "PERMISSION_DENIED" } },
    });
    const admin = await create(server, bearer, { name: "x", scope: "admin" });
    expect((await server.ask("GET", path, { bearer: admin.value })).status).toBe(200);
  });

  test.each([
    ["no name", {}, "name"],
    ["a blank name", { name: " " }, "name"],
    ["an end in the past", { name: "x", expiresAt: "2001-01-01T00:00:00Z" }, "expiresAt"],
    ["an end that is no time", { name: "x", expires_at: "tomorrow" }, "expiresAt"],
    ["an unknown scope", { name: "x", scope: "all" }, "scope"],
  ])("are rejected with %s, in the older body", async (_, body, field) => {
    const server = shared();
    const { reply } = await create(server, server.bearer, body);
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { code: "INVALID_ARGUMENT", details: [{ field }] } },
    });
  });

  test("are listed newest first in pages that join to the whole", async () => {
    await using server = await startHttpServer();
    const bearer = await server.alice();
    for (const name of ["a", "b", "c"]) {
      server.clock.nowMs += 1000;
      await create(server, bearer, { name });
    }
    const names: unknown[] = [];
    let pageToken = "";
    do {
      const page = await server.ask("GET", `${path}?pageSize=2&pageToken=${pageToken}`, { bearer });
      names.push(...(page.body["data"] as { name: string }[]).map((token) => token.name));
      pageToken = String(page.body["nextPageToken"]);
    } while (pageToken !== "");
    expect(names).toEqual(["c", "b", "a"]);
    expect((await server.ask("GET", `${path}?pageToken=rubbish`, { bearer })).status).toBe(400);
  });
});
