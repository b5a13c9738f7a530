import type { CommitEffect } from "@tidemark/core";
import { CredentialRevokedError } from "@tidemark/core/access";
import { describe, expect, test } from "vitest";
import { runDeliveries } from "../../src/webhook/run-deliveries.ts";
import { type HttpServer, password } from "../http-server.ts";
import { openStream } from "../open-stream.ts";
import { startReceiver } from "../receiver.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";
import { defineMeta, metaForm } from "@tidemark/core";

const quiet = { error: () => {} } as never;

interface World extends AsyncDisposable {
  readonly users: TwoUsers;
  /** Effects published after commits; tests clear the list. */
  readonly heard: CommitEffect[];
  /** Simulates a disk failure before the next matching statement. */
  failAt(sql: RegExp): void;
}

async function start(): Promise<World> {
  let failing: RegExp | null = null;
  const beforeStatement = (sql: string): void => {
    if (failing?.test(sql) !== true) return;
    failing = null;
    throw new Error("the disk is gone");
  };
  const users = await startWithUsers({}, { allowPrivateTargets: () => true }, { beforeStatement });
  const heard: CommitEffect[] = [];
  users.server.services.database.onCommit((effects) => heard.push(...effects));
  return {
    users,
    heard,
    failAt: (sql) => {
      failing = sql;
    },
    [Symbol.asyncDispose]: () => users[Symbol.asyncDispose](),
  };
}

/** Signs in a new device and returns its bearer token. */
async function signInDevice(server: HttpServer, username: string): Promise<string> {
  const body = { username, password, device: "Laptop" };
  const reply = await server.ask("POST", "/sync/signIn", { body });
  const { data } = reply.body["result"] as { data: { token: string } };
  return data.token;
}

const commit = /^COMMIT$/;
const delivery = /^insert into "webhook_delivery"/i;

const scopesOf = (effects: readonly CommitEffect[]): string[] =>
  effects.flatMap((effect) => (effect.kind === "scopes-moved" ? effect.scopes : []));

describe("a write that fails late in its transaction", () => {
  test.each([
    ["its commit", commit],
    ["what webhooks are told of it", delivery],
  ])("at %s, reaches no event stream, webhook or device", async (_where, sql) => {
    await using receiver = await startReceiver();
    await using world = await start();
    const { users, heard } = world;
    const { server, alice } = users;
    await alice("POST", "/users/alice/webhooks", { url: receiver.url });
    await using deliveries = runDeliveries(server.services, quiet);
    void deliveries;
    const token = await signInDevice(server, "alice");
    const pokes = await openStream(server, "/sync/poke", token);
    const events = await openStream(server, "/api/v1/sse", users.bearer);
    expect(await pokes.next("connected")).toBe(true);
    expect(await events.next("retry:")).toBe(true);

    heard.length = 0;
    world.failAt(sql);
    const memo = { content: "undone", visibility: "PUBLIC" };
    expect((await alice("POST", "/memos?memoId=undone", memo)).status).toBe(500);
    expect(heard).toEqual([]);

    expect((await alice("POST", "/memos?memoId=kept", { content: "kept" })).status).toBe(200);
    expect(new Set(heard.map(({ kind }) => kind))).toEqual(
      new Set(["scopes-moved", "events-logged", "deliveries-due"]),
    );
    expect(await pokes.next('["u:alice"]')).toBe(true);
    expect(pokes.seen()).not.toContain("pub");
    expect(await events.next("memos/kept")).toBe(true);
    expect(events.seen()).not.toContain("undone");
    await receiver.waitFor(1);
    expect(receiver.received.map(({ text }) => text)).toEqual([expect.stringContaining("kept")]);
    await pokes.cancel();
    await events.cancel();
  });

  test("isn't included in the effects of concurrent writes", async () => {
    await using receiver = await startReceiver();
    await using world = await start();
    const { alice, bob, carol } = world.users;
    await alice("POST", "/users/alice/webhooks", { url: receiver.url });
    world.heard.length = 0;
    world.failAt(delivery);
    const answers = await Promise.all([
      bob("POST", "/memos", { content: "kept" }),
      alice("POST", "/memos", { content: "undone", visibility: "PUBLIC" }),
      carol("POST", "/memos", { content: "kept" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
    expect(scopesOf(world.heard).toSorted()).toEqual(["u:bob", "u:carol"]);
  });
});

describe("a change of credentials", () => {
  test("ends them immediately if committed, and doesn't affect them if rolled back", async () => {
    await using world = await start();
    const { server, alice, as } = world.users;
    const { auth } = server.services;
    const bearer = await signInDevice(server, "bob");
    const bob = as(bearer);
    // Looks up the credential once, which caches it.
    expect((await bob("GET", "/auth/me")).status).toBe(200);
    const identity = await auth.identify({ carrier: "bearer", value: bearer });
    if (!identity.ok) throw new Error(identity.error.message);
    const pokes = await openStream(server, "/sync/poke", bearer);
    expect(await pokes.next("connected")).toBe(true);

    world.failAt(commit);
    expect((await alice("PATCH", "/users/bob", { state: "ARCHIVED" })).status).toBe(500);
    expect(auth.isCredentialCurrent(identity.value)).toBe(true);
    expect((await bob("POST", "/memos", { content: "still here" })).status).toBe(200);
    expect(await pokes.next('["u:bob"]')).toBe(true);

    expect((await alice("PATCH", "/users/bob", { state: "ARCHIVED" })).status).toBe(200);
    expect(auth.isCredentialCurrent(identity.value)).toBe(false);
    expect((await bob("GET", "/auth/me")).status).toBe(401);
    expect(await pokes.next("never said")).toBe(false);
  });

  test("is seen by a write in the same commit, unless it is rolled back", async () => {
    await using world = await start();
    const { server, bob } = world.users;
    const { auth, database } = server.services;
    const made = await bob("POST", "/users/bob/personalAccessTokens", { description: "d" });
    const value = String(made.body["token"]);
    // Records the first use of the token.
    await auth.identify({ carrier: "bearer", value });
    const identity = await auth.identify({ carrier: "bearer", value });
    if (!identity.ok) throw new Error(identity.error.message);
    const { caller, credential } = identity.value;
    const revoke = (andThen: () => void): Promise<void> =>
      database.write(async ({ accessTokens, afterCommit }) => {
        const token = await accessTokens.find(credential.id);
        if (token === null) throw new Error("there is no token");
        await accessTokens.update({ ...token, revokedMs: server.clock.nowMs });
        afterCommit({ kind: "credentials-changed", ended: [credential.id] });
        andThen();
      });
    const use = (): Promise<string> =>
      database.write(async ({ meta }) => {
        await meta.set(defineMeta("test.used", metaForm.text), "yes");
        return "written";
      }, caller);
    const commits: string[][] = [];
    database.onCommit((effects) => commits.push(effects.map(({ kind }) => kind)));

    const undone = revoke(() => {
      throw new Error("changed its mind");
    });
    const [failed, used] = await Promise.allSettled([undone, use()]);
    expect([failed.status, used.status]).toEqual(["rejected", "fulfilled"]);
    expect(commits).toEqual([[]]);
    expect(auth.isCredentialCurrent(identity.value)).toBe(true);

    const [revoked, refused] = await Promise.allSettled([revoke(() => {}), use()]);
    expect(revoked.status).toBe("fulfilled");
    expect(refused).toMatchObject({ reason: expect.any(CredentialRevokedError) as object });
    // Both writes were one commit: the credential revision was unchanged when the second was authorized.
    expect(commits).toEqual([[], ["credentials-changed"]]);
  });
});
