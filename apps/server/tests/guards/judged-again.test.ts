import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "@tidemark/core/model";
import { routeRequests } from "../authorisation/route-requests.ts";
import { startWorld, type World } from "../authorisation/world.ts";
import { cookieOf, type HttpServer, password } from "../http-server.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";
import { holdBody } from "./held-request.ts";

/** Caller for service calls within the process, without a credential. */
const inside = (name: string, role: Caller["role"] = "USER"): Caller => ({
  name: `users/${name}`,
  role,
  spaces: [],
  scope: null,
  device: "test",
});

describe("a credential that ends before the transaction", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Routes that write nothing on behalf of their caller, or later. */
  const withoutWrite = [
    "POST /instance/backups",
    "POST /auth/refresh",
    "POST /auth/signout",
    "POST /auth/status (older)",
    "POST /instance/settings:batchGet",
    "POST /users:batchGet",
    "POST /memos/-/linkMetadata:batchGet",
    "POST /ai:transcribe",
    "POST ~/mcp",
  ];
  const writes = Object.entries(routeRequests).filter(
    ([key, { policy }]) => !key.startsWith("GET ") && !key.startsWith("HEAD ") && policy !== "open",
  );

  test.each(writes)("rolls back %s", async (key, route) => {
    const { server } = world;
    const [thing] = world.things;
    if (thing === undefined) throw new Error("there is nothing");
    const isForAdmin = route.policy === "administrator" || route.policy === "spaceManager";
    const name = isForAdmin ? "alice" : "owner";
    const self = inside(name, isForAdmin ? "ADMIN" : "USER");
    const tokens = server.services.auth.personalAccessTokens;
    const made = await tokens.create(self, {
      name: "to be revoked",
      description: "",
      expiresMs: null,
      scope: null,
    });
    if (!made.ok) throw new Error(made.error.message);
    const { token, value: bearer } = made.value;
    // The first use is recorded now, so that its write isn't mistaken for the tested one.
    expect((await server.ask("GET", "/api/v1/auth/me", { bearer })).status).toBe(200);

    server.gate.beforeWrite = async () => {
      expect((await tokens.revoke(self, token.id)).ok).toBe(true);
    };
    const written = route.path(thing, world);
    const path = written.startsWith("~") ? written.slice(1) : `/api/v1${written}`;
    const status = await ask(server, { key, path, bearer, body: route.body?.(thing, world) });
    const isUnasked = server.gate.beforeWrite !== null;
    server.gate.beforeWrite = null;
    expect(isUnasked, "wrote nothing").toBe(withoutWrite.includes(key));
    if (!isUnasked) expect(status).toBe(401);
  });

  async function ask(
    server: HttpServer,
    { key, path, bearer, body }: { key: string; path: string; bearer: string; body: unknown },
  ): Promise<number> {
    const [method = ""] = key.split(" ");
    if (routeRequests[key]?.isUpload !== true) {
      return (await server.ask(method, path, { bearer, ...(body !== undefined && { body }) }))
        .status;
    }
    const form = new FormData();
    form.set("file", new Blob(["bytes"]), "f.txt");
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await fetch(server.url + path, { method, headers, body: form });
    await response.arrayBuffer();
    return response.status;
  }
});

describe("a device's push", () => {
  const push = (api: TwoUsers, bearer: string) =>
    api.server.ask("POST", "/sync/push", {
      bearer,
      body: { epoch: "e", streamId: "stream-of-bob", clientNowMs: 0, ops: [] },
    });

  test("is rejected as usual when its credential ends before the transaction", async () => {
    await using api = await startWithUsers();
    const { token, bearer } = await mint(api);
    api.server.gate.beforeWrite = async () => {
      await api.server.services.auth.personalAccessTokens.revoke(inside("bob"), token);
    };
    expect(await push(api, bearer)).toMatchObject({
      status: 401,
      body: { error: { data: { code: "UNAUTHORIZED", app: { code: "TOKEN_REVOKED" } } } },
    });
  });

  test("is retried when its user's rights shrink after the check", async () => {
    await using api = await startWithUsers();
    const { spaces } = api.server.services;
    await api.alice("POST", "/spaces", { title: "team", spaceId: "team" });
    await api.alice("POST", "/spaces/team/members", { user: "bob" });
    const { bearer } = await mint(api);
    api.server.gate.beforeWrite = async () => {
      const removed = await spaces.removeMember(inside("alice", "ADMIN"), "team", "bob");
      expect(removed.ok).toBe(true);
    };
    expect(await push(api, bearer)).toMatchObject({
      status: 409,
      body: { error: { data: { app: { code: "PERMISSION_DENIED" } } } },
    });
    expect((await push(api, bearer)).status).toBe(200);
  });
});

describe("while a body is being sent", () => {
  test("a revoked token can't create another token", async () => {
    await using api = await startWithUsers();
    const { token, bearer } = await mint(api);
    const path = "/api/v1/users/bob/personalAccessTokens";
    const held = await holdBody(api.server, {
      method: "POST",
      path,
      bearer,
      body: '{"description":"child"}',
    });
    await api.bob("DELETE", `/users/bob/personalAccessTokens/${token}`);
    expect(await held.finish()).toBe(401);
    const left = await api.bob("GET", "/users/bob/personalAccessTokens");
    expect(left.body["personalAccessTokens"]).toEqual([]);
  });

  test("a demoted administrator can't regain the role", async () => {
    await using api = await startWithUsers();
    await api.alice("PATCH", "/users/bob", { role: "ADMIN" });
    const { bearer } = await mint(api);
    const held = await holdBody(api.server, {
      method: "PATCH",
      path: "/api/v1/users/bob?updateMask=role",
      bearer,
      body: '{"role":"ADMIN"}',
    });
    await api.alice("PATCH", "/users/bob", { role: "USER" });
    expect(await held.finish()).toBe(403);
    expect((await api.alice("GET", "/users/bob")).body["role"]).toBe("USER");
  });

  test("a removed member can't post into a space", async () => {
    await using api = await startWithUsers();
    await api.alice("POST", "/spaces", { title: "team", spaceId: "team" });
    await api.alice("POST", "/spaces/team/members", { user: "bob" });
    await api.alice("POST", "/spaces/team/members", { user: "alice" });
    const { bearer } = await mint(api);
    const held = await holdBody(api.server, {
      method: "POST",
      path: "/api/v1/memos?memoId=late",
      bearer,
      body: '{"content":"late","visibility":"SPACE","space":"spaces/team"}',
    });
    await api.alice("DELETE", "/spaces/team/members/bob");
    expect(await held.finish()).toBe(404);
    expect((await api.bob("GET", "/memos/late")).status).toBe(404);
  });

  test.each([
    ["blocked", (api: TwoUsers) => api.alice("PATCH", "/users/bob", { state: "ARCHIVED" })],
    ["closed", (api: TwoUsers) => api.alice("DELETE", "/users/bob")],
    [
      "given another password",
      (api: TwoUsers) => api.alice("PATCH", "/users/bob", { password: "another horse" }),
    ],
  ])("an account that is %s can't write", async (_how, end) => {
    await using api = await startWithUsers();
    const { bearer } = await mint(api);
    const boundary = "part";
    const form = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f.txt"\r\n\r\nbytes\r\n--${boundary}--\r\n`;
    const multipart = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const push = JSON.stringify({ epoch: "e", streamId: "stream-of-bob", clientNowMs: 0, ops: [] });
    const held = [
      { path: "/api/v1/memos", body: '{"content":"late"}' },
      { path: "/api/v1/memos?page=1", body: '{"content":"late"}' },
      { path: "/file/attachments", body: form, headers: multipart },
      { path: "/api/v1/resources", body: form, headers: multipart },
      { path: "/sync/push", body: push },
    ];
    const finishers = [];
    for (const request of held) {
      finishers.push(await holdBody(api.server, { method: "POST", bearer, ...request }));
    }
    expect((await end(api)).status).toBe(200);
    for (const [at, { finish }] of finishers.entries()) {
      expect(await finish(), held[at]?.path).toBe(401);
    }
    const counts = await api.server.services.database.read(async (stores) => ({
      memos: await stores.memos.idsByCreator("users/bob", "", 10),
      files: await stores.attachments.listByCreator("users/bob", "", 10),
    }));
    expect(counts).toEqual({ memos: [], files: [] });
  });

  test("a signed-out device can't upload a file", async () => {
    await using api = await startWithUsers();
    const { token, bearer } = await mint(api);
    const bytes = "the bytes of a file";
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const encode = (text: string): string => Buffer.from(text).toString("base64");
    const tus = { authorization: `Bearer ${bearer}`, "tus-resumable": "1.0.0" };
    const begun = await fetch(`${api.server.url}/sync/blobs`, {
      method: "POST",
      headers: {
        ...tus,
        "upload-length": String(bytes.length),
        "upload-metadata": `filename ${encode("a.txt")},type ${encode("text/plain")},sha256 ${encode(sha256)}`,
      },
    });
    expect(begun.status).toBe(201);
    const held = await holdBody(api.server, {
      method: "PATCH",
      path: begun.headers.get("location") ?? "",
      bearer,
      body: bytes,
      headers: {
        "tus-resumable": "1.0.0",
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
      },
    });
    await api.bob("DELETE", `/users/bob/personalAccessTokens/${token}`);
    expect(await held.finish()).toBe(401);
    const received = await api.server.services.database.read(({ receivedBlobs }) =>
      receivedBlobs.find("users/bob", sha256),
    );
    expect(received).toBeNull();
  });
});

describe("a change of password", () => {
  const changeBobs = (api: TwoUsers) => async (): Promise<void> => {
    const changed = await api.server.services.users.update(
      { caller: inside("alice", "ADMIN"), credentialId: "none" },
      "bob",
      { password: "another horse" },
      null,
    );
    expect(changed.ok).toBe(true);
  };

  test("invalidates a concurrent sign-in with the old one", async () => {
    await using api = await startWithUsers();
    api.server.gate.beforeWrite = changeBobs(api);
    const signedIn = await api.nobody("POST", "/auth/signin", { username: "bob", password });
    expect(signedIn.status).toBe(401);
    const sessions = await api.server.services.auth.sessions.list("users/bob");
    expect(sessions).toEqual([]);
    const again = { username: "bob", password: "another horse" };
    expect((await api.nobody("POST", "/auth/signin", again)).status).toBe(200);
  });

  test("invalidates a token that is created meanwhile", async () => {
    await using api = await startWithUsers();
    api.server.gate.beforeWrite = changeBobs(api);
    const made = await api.bob("POST", "/users/bob/personalAccessTokens", { description: "late" });
    expect(made.status).toBe(401);
    const tokens = await api.server.services.database.read(({ accessTokens }) =>
      accessTokens.listByUser("users/bob", null, 10),
    );
    expect(tokens.filter(({ revokedMs }) => revokedMs === null)).toEqual([]);
  });

  test("wins over a concurrent change that was confirmed with the old one", async () => {
    await using api = await startWithUsers();
    const keptSession = { caller: inside("bob"), credentialId: "none" };
    const { users } = api.server.services;
    api.server.gate.beforeWrite = changeBobs(api);
    const late = await users.update(keptSession, "bob", { password: "third horse" }, password);
    expect(late).toMatchObject({ ok: false, error: { code: "PERMISSION_DENIED" } });
  });

  test("ends a session that is refreshed meanwhile", async () => {
    await using api = await startWithUsers();
    const signedIn = await api.nobody("POST", "/auth/signin", { username: "bob", password });
    const cookie = cookieOf(signedIn);
    api.server.gate.beforeWrite = changeBobs(api);
    const refreshed = await api.server.ask("POST", "/api/v1/auth/refresh", { cookie });
    expect(refreshed.status).toBe(401);
  });
});

/** Creates a token of bob and uses it. Returns its id and value. */
async function mint(api: TwoUsers): Promise<{ token: string; bearer: string }> {
  const made = await api.bob("POST", "/users/bob/personalAccessTokens", { description: "d" });
  const { name } = made.body["personalAccessToken"] as { name: string };
  const bearer = String(made.body["token"]);
  expect((await api.as(bearer)("GET", "/auth/me")).status).toBe(200);
  return { token: name.split("/").at(-1) ?? "", bearer };
}
