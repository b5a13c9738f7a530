import { parseJson } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { deliverWebhooks } from "../../src/webhook/deliver-webhooks.ts";
import { password } from "../http-server.ts";
import { startReceiver } from "../receiver.ts";
import { codeOf, deviceOf } from "../sync-calls.ts";
import { type AskAs, listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

const minute = 60_000;

/** Starts a server that may call this machine, a receiver, and alice's device with a webhook. */
async function start(allowPrivateTargets: () => boolean = () => true) {
  const receiver = await startReceiver();
  const users = await startWithUsers({}, { allowPrivateTargets });
  const { webhooks } = (await deviceOf(users.server, "alice")).calls;
  const { id } = await webhooks.create.mutate({ url: receiver.url, name: "Log", events: [] });
  return {
    users,
    webhooks,
    receiver,
    id,
    deliver: () => deliverNow(users),
    log: async () => (await webhooks.deliveries.query({ id })).deliveries,
    heard: () => receiver.received.map(({ text }) => parseJson(z.looseObject({}), text)),
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]();
      await users[Symbol.asyncDispose]();
    },
  };
}

function deliverNow({ server }: Pick<TwoUsers, "server">): Promise<number | null> {
  const onFault = (error: unknown): void => {
    throw error;
  };
  return deliverWebhooks(server.services, { signal: new AbortController().signal, onFault });
}

type Started = Awaited<ReturnType<typeof start>>;

/** Signs in again, because days have passed. */
async function anew({ server, as }: TwoUsers, username: string): Promise<AskAs> {
  const { body } = await server.ask("POST", "/api/v1/auth/signin", {
    body: { username, password },
  });
  return as(String(body["accessToken"]));
}

/** Creates a memo whose delivery fails for good. Returns the delivery's id. */
async function failedFor({ users, receiver, deliver, log }: Started, memo: string) {
  receiver.answer = (_, response) => response.writeHead(500).end("no");
  await users.alice("POST", `/memos?memoId=${memo}`, { content: `says ${memo}` });
  await deliver();
  users.server.clock.nowMs += 4 * 24 * 3600 * 1000;
  await deliver();
  receiver.answer = (_, response) => response.writeHead(204).end();
  const [last] = await log();
  if (last?.state !== "FAILED") throw new Error(`it is ${last?.state}`);
  return last.id;
}

describe("A33 · a webhook that a device changes", () => {
  test("keeps unnamed fields, including its secret unless it is renewed", async () => {
    await using setting = await start();
    const { webhooks, id, users } = setting;
    const { secret } = await webhooks.secret.mutate({ id });
    const changed = await webhooks.update.mutate({ id, changes: { name: "New" } });
    expect(changed).toMatchObject({ id, name: "New", url: setting.receiver.url, events: [] });
    const narrowed = await webhooks.update.mutate({ id, changes: { events: ["memo.deleted"] } });
    expect(narrowed).toMatchObject({ name: "New", events: ["memo.deleted"] });
    expect(listOf(await users.alice("GET", "/users/alice/webhooks"), "webhooks")).toEqual([
      expect.objectContaining({ displayName: "New", events: ["memo.deleted"] }),
    ]);
    expect(await webhooks.secret.mutate({ id })).toEqual({ secret });
    await webhooks.update.mutate({ id, changes: { renewsSecret: true } });
    expect((await webhooks.secret.mutate({ id })).secret).not.toBe(secret);
  });

  test("has the errors of the API", async () => {
    await using setting = await start();
    const { webhooks, id } = setting;
    const update = (changes: Parameters<typeof webhooks.update.mutate>[0]["changes"]) =>
      codeOf(webhooks.update.mutate({ id, changes }));
    for (const url of ["ftp://hooks.example", "nowhere", "https://a:b@hooks.example"]) {
      expect(await update({ url })).toEqual([400, "INVALID_ARGUMENT"]);
    }
    expect(await update({ name: "n".repeat(257) })).toEqual([400, "INVALID_ARGUMENT"]);
    expect(await update({ url: "" })).toEqual([400, null]);
    expect(await update({ events: ["webhook.test" as "memo.created"] })).toEqual([400, null]);
  });
});

describe("A35a · a test of a webhook", () => {
  test("is sent and signed as deliveries are, before what waits, and its outcome is listed", async () => {
    await using setting = await start();
    const { webhooks, id, users, deliver, log, heard, receiver } = setting;
    await users.alice("POST", "/memos", { content: "waits" });
    const asked = await webhooks.test.mutate({ id });
    expect(asked).toMatchObject({ event: "webhook.test", state: "PENDING", attempts: 0 });
    await deliver();
    expect(heard().map(({ event }) => event)).toEqual(["webhook.test", "memo.created"]);
    const [first] = heard();
    expect(first).toMatchObject({
      id: asked.id,
      activityType: "memos.webhook.test",
      creator: "users/alice",
      url: receiver.url,
    });
    expect(first).not.toHaveProperty("memo");
    expect(receiver.received[0]?.headers).toMatchObject({
      "webhook-id": asked.id,
      "webhook-signature": expect.stringMatching(/^v1,/),
    });
    expect((await log()).at(0)).toMatchObject({ id: asked.id, state: "DELIVERED", status: 200 });
    const listed = listOf(
      await users.alice("GET", `/users/alice/webhooks/${id}/deliveries`),
      "deliveries",
    );
    expect(listed).toContainEqual(expect.objectContaining({ event: "webhook.test" }));
  });

  test("is sent even to a webhook for one event, and only on request", async () => {
    await using setting = await start();
    const { webhooks, id, deliver, heard } = setting;
    await webhooks.update.mutate({ id, changes: { events: ["memo.deleted"] } });
    await webhooks.test.mutate({ id });
    await deliver();
    expect(heard()).toHaveLength(1);
  });

  test("is tried once, and contains the response", async () => {
    await using setting = await start();
    const { webhooks, id, deliver, log, receiver } = setting;
    receiver.answer = (_, response) => response.writeHead(503).end("closed");
    await webhooks.test.mutate({ id });
    expect(await deliver()).toBeNull();
    expect(await log()).toMatchObject([{ state: "FAILED", attempts: 1, status: 503 }]);
    expect(receiver.received).toHaveLength(1);
  });

  test("A35 · reaches nothing that only the server reaches", async () => {
    let isAllowed = true;
    await using setting = await start(() => isAllowed);
    const { webhooks, id, deliver, log, receiver } = setting;
    isAllowed = false;
    await webhooks.test.mutate({ id });
    await deliver();
    expect(receiver.received).toEqual([]);
    expect(await log()).toMatchObject([
      { state: "FAILED", status: null, error: expect.stringMatching(/^private-address: /) },
    ]);
  });

  test("is limited to one at a time and five per minute", async () => {
    await using setting = await start();
    const { webhooks, id, deliver, users, receiver } = setting;
    const ask = () => codeOf(webhooks.test.mutate({ id }));
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(
      expect.arrayContaining([null, [412, "FAILED_PRECONDITION"], [412, "FAILED_PRECONDITION"]]),
    );
    await deliver();
    for (let n = 1; n < 5; n += 1) {
      expect(await ask()).toBeNull();
      await deliver();
    }
    expect(await ask()).toEqual([429, "RESOURCE_EXHAUSTED"]);
    // Other deliveries don't count toward the limit.
    for (let n = 0; n < 20; n += 1) await users.alice("POST", "/memos", { content: `${n}` });
    await deliver();
    receiver.received.length = 5;
    expect(await ask()).toEqual([429, "RESOURCE_EXHAUSTED"]);
    users.server.clock.nowMs += minute;
    expect(await ask()).toBeNull();
    await deliver();
    expect(receiver.received).toHaveLength(6);
  });
});

describe("A35b · a delivery that failed", () => {
  test("is sent again under another id, with the memo as it is now, in place of the failed one", async () => {
    await using setting = await start();
    const { webhooks, id, users, deliver, log, heard, receiver } = setting;
    const failed = await failedFor(setting, "m");
    await webhooks.update.mutate({ id, changes: { events: ["memo.created"] } });
    const alice = await anew(users, "alice");
    await alice("PATCH", "/memos/m", { content: "says more" });
    receiver.received.length = 0;
    const again = await webhooks.sendAgain.mutate({ id, delivery: failed });
    expect(again).toMatchObject({ event: "memo.created", state: "PENDING", attempts: 0 });
    expect(again.id).not.toBe(failed);
    await deliver();
    expect(heard()).toMatchObject([
      { id: again.id, event: "memo.created", memo: { content: "says more" } },
    ]);
    expect(await log()).toMatchObject([{ id: again.id, state: "DELIVERED", status: 204 }]);
    expect(await codeOf(webhooks.sendAgain.mutate({ id, delivery: failed }))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    expect(await codeOf(webhooks.sendAgain.mutate({ id, delivery: again.id }))).toEqual([
      412,
      "FAILED_PRECONDITION",
    ]);
  });

  test("is listed after the last twenty, and can be resent from there", async () => {
    await using setting = await start();
    const { webhooks, id, users, deliver, log } = setting;
    const failed = await failedFor(setting, "m");
    const alice = await anew(users, "alice");
    for (let n = 0; n < 25; n += 1) {
      await alice("POST", "/memos", { content: `${n}` });
      await deliver();
    }
    const listed = await log();
    expect(listed).toHaveLength(21);
    expect(listed.at(-1)).toMatchObject({ id: failed, state: "FAILED" });
    expect(await codeOf(webhooks.sendAgain.mutate({ id, delivery: failed }))).toBeNull();
  });

  test("A35c · is not sent again while its memo is on its way, or where it says what is not so", async () => {
    await using setting = await start();
    const { webhooks, id, users, deliver, receiver } = setting;
    const again = (delivery: string) => codeOf(webhooks.sendAgain.mutate({ id, delivery }));
    const failed = await failedFor(setting, "m");
    const alice = await anew(users, "alice");
    await alice("PATCH", "/memos/m", { content: "waits" });
    expect(await again(failed)).toEqual([412, "FAILED_PRECONDITION"]);
    await deliver();
    await alice("DELETE", "/memos/m");
    await deliver();
    expect(await again(failed)).toEqual([412, "FAILED_PRECONDITION"]);
    receiver.answer = (_, response) => response.writeHead(500).end();
    await webhooks.test.mutate({ id });
    await deliver();
    const [test] = (await webhooks.deliveries.query({ id })).deliveries;
    expect(await again(test?.id ?? "")).toEqual([412, "FAILED_PRECONDITION"]);
  });

  test("A35c · shows no comment that its hearer may not read any more", async () => {
    await using setting = await start();
    const { webhooks, id, users, deliver, receiver, log } = setting;
    await users.alice("POST", "/memos?memoId=open", { content: "open", visibility: "PROTECTED" });
    await deliver();
    receiver.answer = (_, response) => response.writeHead(500).end();
    await users.bob("POST", "/memos/open/comments?commentId=c", { content: "bob says" });
    await deliver();
    users.server.clock.nowMs += 4 * 24 * 3600 * 1000;
    await deliver();
    const [delivery] = await log();
    expect(delivery).toMatchObject({ event: "memo.comment.created", state: "FAILED" });
    const bob = await anew(users, "bob");
    expect((await bob("DELETE", "/memos/c")).status).toBe(200);
    receiver.received.length = 0;
    expect(await codeOf(webhooks.sendAgain.mutate({ id, delivery: delivery?.id ?? "" }))).toEqual([
      412,
      "FAILED_PRECONDITION",
    ]);
    await deliver();
    expect(receiver.received).toEqual([]);
  });
});

describe("A35 · webhooks of others", () => {
  test("can't be changed, tested or resent", async () => {
    await using setting = await start();
    const { id, users, webhooks } = setting;
    const failed = await failedFor(setting, "m");
    const bob = (await deviceOf(users.server, "bob")).calls.webhooks;
    const own = await bob.create.mutate({ url: setting.receiver.url, name: "", events: [] });
    const missing = await Promise.all(
      [
        bob.update.mutate({ id, changes: { url: "https://elsewhere.example" } }),
        bob.update.mutate({ id, changes: { renewsSecret: true } }),
        bob.test.mutate({ id }),
        bob.sendAgain.mutate({ id, delivery: failed }),
        // Names a delivery of another user's webhook under bob's own webhook.
        bob.sendAgain.mutate({ id: own.id, delivery: failed }),
        webhooks.sendAgain.mutate({ id, delivery: "msg_none" }),
        webhooks.test.mutate({ id: "none" }),
      ].map(codeOf),
    );
    expect(missing).toEqual(Array.from({ length: 7 }, () => [404, "NOT_FOUND"]));
    expect((await webhooks.list.query()).webhooks).toMatchObject([{ url: setting.receiver.url }]);
  });

  test("an archived user can't test a webhook", async () => {
    await using setting = await start();
    const { users } = setting;
    const bob = (await deviceOf(users.server, "bob")).calls.webhooks;
    const { id } = await bob.create.mutate({ url: setting.receiver.url, name: "", events: [] });
    await users.alice("PATCH", "/users/bob", { state: "ARCHIVED" });
    expect(await codeOf(bob.test.mutate({ id }))).toEqual([401, expect.any(String)]);
    await setting.deliver();
    expect(setting.receiver.received).toEqual([]);
  });
});
