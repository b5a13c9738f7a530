import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import type { SyncRouter } from "@tidemark/core/router";
import { describe, expect, test } from "vitest";
import { password, startHttpServer, type HttpServer } from "../http-server.ts";
import { openStream } from "../open-stream.ts";
import { shareServer } from "../shared-server.ts";

function device(server: HttpServer, bearer?: string) {
  return createTRPCClient<SyncRouter>({
    links: [
      httpLink({
        url: `${server.url}/sync`,
        headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      }),
    ],
  });
}

const laptop = { username: "alice", password, device: "Laptop" };

/** Server with its administrator's token. */
const shared = shareServer(async () => {
  const server = await startHttpServer();
  return Object.assign(server, { bearer: await server.alice() });
});

describe("a device", () => {
  test("signs in, says hello, and keeps its session while it is used", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const { token, user } = await device(server).signIn.mutate(laptop);
    expect(user).toBe("users/alice");
    const hello = await device(server, token).hello.query();
    expect(hello.user).toEqual({ name: "users/alice", role: "ADMIN" });
    server.clock.nowMs += 29 * 24 * 3600 * 1000;
    await device(server, token).hello.query();
    server.clock.nowMs += 29 * 24 * 3600 * 1000;
    await device(server, token).hello.query();
    const sessions = await server.services.database.read((stores) =>
      stores.sessions.listByUser("users/alice"),
    );
    expect(sessions.map((session) => [session.kind, session.clientInfo])).toContainEqual([
      "device",
      "Laptop",
    ]);
  });

  test("is given the name of the notebook: the instance's title, or the user's name", async () => {
    await using server = await startHttpServer();
    const token = await server.alice();
    const change = (path: string, body: object): Promise<unknown> =>
      fetch(`${server.url}/api/v1${path}`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const name = async (): Promise<string | undefined> =>
      (await device(server, token).hello.query()).title;
    expect(await name()).toBe("alice");
    await change("/users/alice", { displayName: " Alice Liddell " });
    expect(await name()).toBe("Alice Liddell");
    await change("/instance/settings/GENERAL", { generalSetting: { title: "Harbour notes" } });
    expect(await name()).toBe("Harbour notes");
    await change("/instance/settings/GENERAL", { generalSetting: { title: "" } });
    expect(await name()).toBe("Alice Liddell");
  });

  test.each([
    ["no credential", undefined],
    ["a bad one", "x"],
  ])("with %s gets a tRPC error", async (_, bearer) => {
    const server = shared();
    const failure: unknown = await device(server, bearer)
      .hello.query()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TRPCClientError);
    expect(failure).toMatchObject({ data: { code: "UNAUTHORIZED", httpStatus: 401 } });
  });

  test("with a wrong password is rejected, and eventually throttled", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const attempt = () =>
      device(server)
        .signIn.mutate({ ...laptop, password: "wrong one" })
        .catch((error: unknown) => error);
    for (let i = 0; i < 10; i += 1) {
      expect(await attempt()).toMatchObject({ data: { app: { code: "UNAUTHENTICATED" } } });
    }
    expect(await attempt()).toMatchObject({ data: { app: { code: "RESOURCE_EXHAUSTED" } } });
  });

  test("with a read-only token is rejected", async () => {
    const server = shared();
    const { bearer } = server;
    const { body } = await server.ask("POST", "/api/v1/access-tokens", {
      bearer,
      body: { name: "x", scope: "read" },
    });
    const failure: unknown = await device(server, String(body["accessToken"]))
      .hello.query()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ data: { app: { code: "PERMISSION_DENIED" } } });
  });

  test("T10 · reads only the earlier texts of its user's memos", async () => {
    const server = shared();
    const { bearer } = server;
    const made = await server.ask("POST", "/api/v1/memos", {
      bearer,
      body: { content: "as it was", visibility: "PUBLIC" },
    });
    const name = String(made.body["name"]);
    await server.ask("PATCH", `/api/v1/${name}`, { bearer, body: { content: "as it is" } });
    const memo = name.slice("memos/".length);
    const { token } = await device(server).signIn.mutate(laptop);
    expect(await device(server, token).revisions.query({ memo })).toEqual({
      revisions: [
        expect.objectContaining({ memo, content: "as it was", author: "users/alice" }) as object,
      ],
    });

    const asked = (as: string | undefined, id: string): Promise<unknown> =>
      device(server, as)
        .revisions.query({ memo: id })
        .catch((error: unknown) => error);
    expect(await asked(token, "nowhere")).toMatchObject({
      data: { httpStatus: 404, app: { code: "NOT_FOUND" } },
    });
    expect(await asked(undefined, memo)).toMatchObject({ data: { httpStatus: 401 } });
    const body = { username: "bob", password };
    await server.ask("POST", "/api/v1/users", { bearer, body });
    const other = await device(server).signIn.mutate({ ...laptop, username: "bob" });
    expect(await asked(other.token, memo)).toMatchObject({
      data: { httpStatus: 403, app: { code: "PERMISSION_DENIED" } },
    });
  });

  test("R10 · doesn't count toward the limits of the API", async () => {
    await using server = await startHttpServer({ rateLimit: 1, rateLimitAnonymous: 5 });
    await server.alice();
    const { token } = await device(server).signIn.mutate(laptop);
    for (let i = 0; i < 3; i += 1) await device(server, token).hello.query();
    expect((await server.ask("GET", "/api/v1/auth/me", { bearer: token })).status).toBe(200);
    expect((await server.ask("GET", "/api/v1/auth/me", { bearer: token })).status).toBe(429);
  });

  test("over the limit of sync gets an error in tRPC's shape", async () => {
    await using server = await startHttpServer({ rateLimitAnonymous: 1 });
    await server.alice();
    const failures = [];
    for (let i = 0; i < 2; i += 1) {
      failures.push(
        await device(server)
          .hello.query()
          .catch((error: unknown) => error),
      );
    }
    expect(failures[1]).toMatchObject({
      data: { httpStatus: 429, app: { code: "RESOURCE_EXHAUSTED" } },
    });
  });
});

describe("an open stream", () => {
  test("is poked for changes by REST after their commit, but not for other users' scopes", async () => {
    const server = shared();
    const { bearer } = server;
    const { token } = await device(server).signIn.mutate(laptop);
    const stream = await openStream(server, "/sync/poke", token);
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    expect(await stream.next("connected")).toBe(true);
    await server.ask("POST", "/api/v1/memos", { bearer, body: { content: "x" } });
    expect(await stream.next('["u:alice"]')).toBe(true);
    await server.services.database.write(async ({ afterCommit }) =>
      afterCommit({ kind: "scopes-moved", scopes: ["u:bob", "pub"] }),
    );
    expect(await stream.next('["pub"]')).toBe(true);
    await stream.cancel();
  });

  test("ends when the device signs out", async () => {
    const server = shared();
    const { token } = await device(server).signIn.mutate(laptop);
    const stream = await openStream(server, "/sync/poke", token);
    expect(await stream.next("connected")).toBe(true);
    await device(server, token).signOut.mutate();
    expect(await stream.next("anything")).toBe(false);
  });

  test("ends when the access token that opened it is revoked", async () => {
    const server = shared();
    const { bearer } = server;
    const { body } = await server.ask("POST", "/api/v1/access-tokens", {
      bearer,
      body: { name: "x" },
    });
    const stream = await openStream(server, "/sync/poke", String(body["accessToken"]));
    expect(await stream.next("connected")).toBe(true);
    await server.ask("DELETE", `/api/v1/access-tokens/${String(body["id"])}`, { bearer });
    expect(await stream.next("anything")).toBe(false);
  });

  test("is limited to twenty per user", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const { token } = await device(server).signIn.mutate(laptop);
    const streams = [];
    for (let count = 0; count < 20; count += 1) {
      const stream = await openStream(server, "/sync/poke", token);
      expect(await stream.next("connected")).toBe(true);
      streams.push(stream);
    }
    const refused = await openStream(server, "/sync/poke", token);
    expect(await refused.next("RESOURCE_EXHAUSTED")).toBe(true);
    // The limit of the API's event stream is separate.
    const events = await fetch(`${server.url}/api/v1/sse`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(events.status).toBe(200);
    await events.body?.cancel();
    for (const stream of streams) await stream.cancel();
  });

  test("ends when the server closes, without delaying it", async () => {
    await using server = await startHttpServer();
    await server.alice();
    const { token } = await device(server).signIn.mutate(laptop);
    const stream = await openStream(server, "/sync/poke", token);
    expect(await stream.next("connected")).toBe(true);
    await server.close();
    expect(await stream.next("anything")).toBe(false);
  });
});
