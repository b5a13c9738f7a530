import { describe, expect, test } from "vitest";
import { codeOf, deviceOf, syncCalls } from "../sync-calls.ts";
import { listOf, startWithUsers } from "../two-users.ts";

const reader = { name: "Backup script", scope: "read", expiresMs: null } as const;

describe("A32 · access tokens of a user's devices", () => {
  test("are those of the API: created, listed, used, and revoked immediately", async () => {
    await using users = await startWithUsers();
    const { bob, server } = users;
    const desk = (await deviceOf(server, "bob")).calls;
    const expiresMs = server.clock.nowMs + 86_400_000;
    const { token, value } = await desk.accessTokens.create.mutate({ ...reader, expiresMs });
    expect(token).toMatchObject({ name: "Backup script", scope: "read", expiresMs });
    expect(
      listOf(await bob("GET", "/users/bob/personalAccessTokens"), "personalAccessTokens"),
    ).toEqual([expect.objectContaining({ name: `users/bob/personalAccessTokens/${token.id}` })]);
    const withIt = (method: "GET" | "POST") =>
      server.ask(method, "/api/v1/memos", {
        bearer: value,
        ...(method === "POST" && { body: { content: "no" } }),
      });
    expect((await withIt("GET")).status).toBe(200);
    expect((await withIt("POST")).status).toBe(403);
    expect((await desk.accessTokens.list.query()).tokens).toMatchObject([{ id: token.id }]);
    await desk.accessTokens.revoke.mutate({ id: token.id });
    expect((await withIt("GET")).status).toBe(401);
    expect((await desk.accessTokens.list.query()).tokens).toEqual([]);
  });

  test("never return their value again, nor anything about other users' tokens", async () => {
    await using users = await startWithUsers();
    const [desk, others] = [
      (await deviceOf(users.server, "alice")).calls,
      (await deviceOf(users.server, "bob")).calls,
    ];
    const { token, value } = await desk.accessTokens.create.mutate(reader);
    expect(JSON.stringify(await desk.accessTokens.list.query())).not.toContain(value);
    expect((await others.accessTokens.list.query()).tokens).toEqual([]);
    expect(await codeOf(others.accessTokens.revoke.mutate({ id: token.id }))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    expect((await desk.accessTokens.list.query()).tokens).toHaveLength(1);
  });

  test("have the errors of the API, and allow no more than the calling credential", async () => {
    await using users = await startWithUsers();
    const { server } = users;
    const desk = (await deviceOf(server, "alice")).calls;
    const create = desk.accessTokens.create.mutate;
    const refused = await Promise.all(
      [
        create({ ...reader, name: " " }),
        create({ ...reader, name: "n".repeat(257) }),
        create({ ...reader, name: "a\u0000" }),
        create({ ...reader, expiresMs: server.clock.nowMs - 1 }),
      ].map(codeOf),
    );
    expect(refused).toEqual(Array.from({ length: 4 }, () => [400, "INVALID_ARGUMENT"]));
    const shapes = await Promise.all(
      [
        create({ ...reader, name: "n".repeat(1001) }),
        create({ ...reader, expiresMs: 9e15 }),
        create({ ...reader, scope: "root" as "read" }),
        desk.accessTokens.revoke.mutate({ id: "" }),
      ].map(codeOf),
    );
    expect(shapes).toEqual(Array.from({ length: 4 }, () => [400, null]));
    const { value } = await create({ ...reader, scope: "write" });
    const script = syncCalls(server, value);
    expect(await codeOf(script.accessTokens.create.mutate({ ...reader, scope: null }))).toEqual([
      403,
      "PERMISSION_DENIED",
    ]);
    expect(await codeOf(syncCalls(server).accessTokens.list.query())).toEqual([
      401,
      "UNAUTHENTICATED",
    ]);
  });
});

describe("A33 · webhooks of a user's devices", () => {
  const hook = { url: "https://hooks.example/memos", name: "Log", events: [] };

  test("are those of the API, with their secret and their deliveries", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    const desk = (await deviceOf(server, "alice")).calls;
    const made = await desk.webhooks.create.mutate({ ...hook, events: ["memo.created"] });
    expect(listOf(await alice("GET", "/users/alice/webhooks"), "webhooks")).toEqual([
      expect.objectContaining({ name: `users/alice/webhooks/${made.id}`, url: hook.url }),
    ]);
    expect((await desk.webhooks.list.query()).webhooks).toEqual([made]);
    const { secret } = await desk.webhooks.secret.mutate({ id: made.id });
    const { body } = await alice("GET", `/users/alice/webhooks/${made.id}:getSigningSecret`);
    expect(secret).toMatch(/^whsec_/);
    expect(body).toEqual({ signingSecret: secret });
    await alice("POST", "/memos", { content: "told" });
    expect((await desk.webhooks.deliveries.query({ id: made.id })).deliveries).toMatchObject([
      { event: "memo.created" },
    ]);
    await desk.webhooks.remove.mutate({ id: made.id });
    expect((await desk.webhooks.list.query()).webhooks).toEqual([]);
    expect(await codeOf(desk.webhooks.secret.mutate({ id: made.id }))).toEqual([404, "NOT_FOUND"]);
  });

  test("have the errors of the API, and are hidden from other users", async () => {
    await using users = await startWithUsers();
    const [desk, others] = [
      (await deviceOf(users.server, "alice")).calls,
      (await deviceOf(users.server, "bob")).calls,
    ];
    const { id } = await desk.webhooks.create.mutate(hook);
    const missing = await Promise.all(
      [
        others.webhooks.secret.mutate({ id }),
        others.webhooks.deliveries.query({ id }),
        others.webhooks.remove.mutate({ id }),
      ].map(codeOf),
    );
    expect(missing).toEqual(Array.from({ length: 3 }, () => [404, "NOT_FOUND"]));
    const create = (changes: object) => desk.webhooks.create.mutate({ ...hook, ...changes });
    const refused = await Promise.all(
      [
        create({ url: "ftp://hooks.example" }),
        create({ url: "http://169.254.169.254/latest" }),
        create({ name: "n".repeat(257) }),
      ].map(codeOf),
    );
    expect(refused).toEqual(Array.from({ length: 3 }, () => [400, "INVALID_ARGUMENT"]));
    const shapes = await Promise.all(
      [create({ url: "" }), create({ events: ["memo.read"] })].map(codeOf),
    );
    expect(shapes).toEqual([
      [400, null],
      [400, null],
    ]);
    for (let n = 1; n < 20; n += 1) await create({ url: `https://hooks.example/${n}` });
    expect(await codeOf(create({}))).toEqual([412, "FAILED_PRECONDITION"]);
  });
});
