import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { openDatabase } from "@tidemark/db/node";
import { createTRPCClient, httpLink } from "@trpc/client";
import type { SyncRouter } from "@tidemark/core/router";
import type { MemoOp } from "@tidemark/core/merge";
import { textHash, textUpdateTo, toBase64 } from "@tidemark/core/text";
import { Webhook } from "standardwebhooks";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createSecretBox } from "../../src/auth/secret-box.ts";
import { openFiles } from "../../src/files/store/open-files.ts";
import { createServices } from "../../src/services/create-services.ts";
import type { Services } from "../../src/services/services.ts";
import { deliverWebhooks } from "../../src/webhook/deliver-webhooks.ts";
import { runDeliveries } from "../../src/webhook/run-deliveries.ts";
import { password, startHttpServer } from "../http-server.ts";
import { startReceiver, type Received } from "../receiver.ts";
import { shareServer } from "../shared-server.ts";

const hooks = "/api/v1/users/alice/webhooks";
const memos = "/api/v1/memos";
const quiet = { error: () => {} } as never;

/** Starts a server that may call this machine, and a webhook receiver. */
async function start() {
  const receiver = await startReceiver();
  const server = await startHttpServer({}, { allowPrivateTargets: () => true });
  const bearer = await server.alice();
  return {
    server,
    bearer,
    receiver,
    ask: (method: string, path: string, body?: unknown) =>
      server.ask(method, path, { bearer, ...(body !== undefined && { body }) }),
    /** Delivers due events. Returns the milliseconds until the next delivery, or null. */
    async deliver() {
      const nextMs = await deliverNow(server.services);
      return nextMs === null ? null : nextMs - server.clock.nowMs;
    },
    /** Returns the received events with the content of their memos. */
    heard: () => receiver.received.map(({ text }) => heard(text)),
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const deliverySchema = z.looseObject({
  event: z.string(),
  memo: z.looseObject({ content: z.string() }),
});

function heard(text: string): [string, string] {
  const { event, memo } = parseJson(deliverySchema, text);
  return [event, memo.content];
}

/** Format of a generated secret: the prefix and 32 bytes in base64. */
const madeSecret = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** Removes the secrets of alice's webhooks, as in databases from before every webhook had one. */
async function removeSecret({ database }: Services): Promise<void> {
  await database.write(async ({ webhooks }) => {
    for (const webhook of await webhooks.listByUser("users/alice")) {
      await webhooks.update({ ...webhook, sealedSecret: "" });
    }
  });
}

/** Server for tests that remove their webhooks. */
const shared = shareServer(start);

describe("a webhook", () => {
  test("is created, listed, changed and removed by its owner, and keeps its secret", async () => {
    await using api = await start();
    const created = await api.ask("POST", hooks, {
      url: api.receiver.url,
      displayName: "Mine",
      signingSecret: "whsec_AAAA",
      events: ["memo.created"],
    });
    expect(created).toMatchObject({
      status: 200,
      body: {
        displayName: "Mine",
        url: api.receiver.url,
        signingSecretSet: true,
        events: ["memo.created"],
      },
    });
    expect(created.body).not.toHaveProperty("signingSecret");
    const path = `/api/v1/${String(created.body["name"])}`;
    expect((await api.ask("GET", path)).body).toEqual(created.body);
    expect((await api.ask("GET", hooks)).body).toEqual({ webhooks: [created.body] });
    expect((await api.ask("GET", `${path}:getSigningSecret`)).body).toEqual({
      signingSecret: "whsec_AAAA",
    });
    const patched = await api.ask("PATCH", `${path}?updateMask=display_name,signingSecret`, {
      displayName: "Ours",
    });
    // A mask with the secret but no value generates a new one.
    expect(patched.body).toMatchObject({ displayName: "Ours", signingSecretSet: true });
    expect((await api.ask("GET", `${path}:getSigningSecret`)).body).toEqual({
      signingSecret: expect.stringMatching(madeSecret) as string,
    });
    expect((await api.ask("PATCH", `${path}?updateMask=url`, {})).status).toBe(400);
    expect((await api.ask("PATCH", `${path}?updateMask=name`, { name: "x" })).status).toBe(400);
    expect((await api.ask("DELETE", path)).body).toEqual({});
    expect((await api.ask("GET", path)).status).toBe(404);
  });

  test("is stored with its secret encrypted, and reports a missing key", async () => {
    await using api = await start();
    const { database } = api.server.services;
    const { body } = await api.ask("POST", hooks, { url: api.receiver.url, signingSecret: "hush" });
    const path = `/api/v1/${String(body["name"])}`;
    const [stored] = await database.read(({ webhooks }) => webhooks.listByUser("users/alice"));
    if (stored === undefined) throw new Error("there is no webhook");
    expect(stored.sealedSecret).not.toBe("");
    expect(JSON.stringify(stored)).not.toContain("hush");
    const same = await api.ask("PATCH", path, { signingSecret: "hush" });
    expect(same.body).toEqual(body);
    const sealedSecret = createSecretBox(new Uint8Array(32)).seal("hush");
    await database.write(({ webhooks }) => webhooks.update({ ...stored, sealedSecret }));
    expect(await api.ask("GET", `${path}:getSigningSecret`)).toMatchObject({
      status: 400,
      body: { code: 9 },
    });
    await api.ask("POST", memos, { content: "x" });
    await api.deliver();
    expect(api.receiver.received).toEqual([]);
    expect(JSON.stringify((await api.ask("GET", `${path}/deliveries`)).body)).toContain("secret");
  });

  test("of the older form is the same one", async () => {
    await using api = await start();
    const created = await api.ask("POST", "/api/v1/webhooks", {
      name: "Old",
      url: api.receiver.url,
      events: ["memo.created", "memo.deleted"],
    });
    expect(created).toMatchObject({
      status: 200,
      body: { id: 1, name: "Old", events: ["memo.created", "memo.deleted"] },
    });
    expect((await api.ask("GET", "/api/v1/webhooks")).body).toEqual({ data: [created.body] });
    expect((await api.ask("GET", hooks)).body).toMatchObject({
      webhooks: [{ displayName: "Old", signingSecretSet: true }],
    });
    const refused = await api.ask("POST", "/api/v1/webhooks", {
      name: "x",
      url: "http://x",
      events: ["y"],
    });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "INVALID_ARGUMENT" } } });
  });

  test("of the older form is read, changed and removed by its number, and tells its owner its secret", async () => {
    await using api = await start();
    const made = await api.ask("POST", "/api/v1/webhooks", { name: "Old", url: api.receiver.url });
    const path = `/api/v1/webhooks/${String(made.body["id"])}`;
    expect(await api.ask("GET", path)).toMatchObject({ status: 200, body: made.body });
    const changed = await api.ask("PATCH", path, { name: "New", events: ["memo.deleted"] });
    expect(changed.body).toMatchObject({
      name: "New",
      url: api.receiver.url,
      events: ["memo.deleted"],
    });
    const masked = await api.ask("PATCH", `${path}?updateMask=name`, { name: "Newer", events: [] });
    expect(masked.body).toMatchObject({ name: "Newer", events: ["memo.deleted"] });
    const secret = await api.ask("GET", `${path}:getSigningSecret`);
    expect(secret.body).toEqual({ signingSecret: expect.stringMatching(madeSecret) as string });
    await api.ask("PATCH", path, { signingSecret: "hush" });
    expect((await api.ask("GET", `${path}:getSigningSecret`)).body).toEqual({
      signingSecret: "hush",
    });
    for (const body of [{}, { url: "" }, { colour: 1 }, { events: ["x"] }]) {
      expect(await api.ask("PATCH", path, body)).toMatchObject({
        status: 400,
        body: { error: { code: "INVALID_ARGUMENT" } },
      });
    }
    expect(await api.ask("DELETE", path)).toMatchObject({ status: 200, body: {} });
    for (const id of [path, "/api/v1/webhooks/0", "/api/v1/webhooks/none"]) {
      expect(await api.ask("GET", id)).toMatchObject({
        status: 404,
        body: { error: { code: "NOT_FOUND" } },
      });
    }
  });

  test("without a secret of its own gets one of 32 random bytes, and another when that is taken away", async () => {
    await using api = await start();
    const secrets: string[] = [];
    for (const signingSecret of [undefined, "", null]) {
      const made = await api.ask("POST", hooks, { url: api.receiver.url, signingSecret });
      expect(made.body).toMatchObject({ signingSecretSet: true });
      const path = `/api/v1/${String(made.body["name"])}`;
      const read = async (): Promise<void> => {
        const { body } = await api.ask("GET", `${path}:getSigningSecret`);
        secrets.push(String(body["signingSecret"]));
      };
      await read();
      await api.ask("PATCH", path, { signingSecret: "" });
      await read();
      await api.ask("PATCH", path, { displayName: "unchanged" });
      const { body } = await api.ask("GET", `${path}:getSigningSecret`);
      expect(body["signingSecret"]).toBe(secrets.at(-1));
    }
    expect(new Set(secrets).size).toBe(6);
    for (const secret of secrets) expect(secret).toMatch(madeSecret);
    const verified = new Webhook(secrets.at(-1) ?? "");
    await api.ask("POST", memos, { content: "x" });
    await api.deliver();
    // Finds the delivery of this webhook among three concurrent ones.
    const isOwn = api.receiver.received.map(({ text, headers }) => {
      try {
        return verified.verify(text, headers) !== undefined;
      } catch {
        return false;
      }
    });
    expect(isOwn.filter(Boolean)).toHaveLength(1);
    expect(isOwn).toHaveLength(3);
  });

  test("that was made before without a secret stays unsigned until it is given one", async () => {
    await using api = await start();
    const { body } = await api.ask("POST", hooks, { url: api.receiver.url });
    const path = `/api/v1/${String(body["name"])}`;
    await removeSecret(api.server.services);
    expect((await api.ask("GET", path)).body).toMatchObject({ signingSecretSet: false });
    await api.ask("PATCH", path, { displayName: "still" });
    await api.ask("POST", memos, { content: "x" });
    await api.deliver();
    const [first] = api.receiver.received;
    expect(first?.headers).not.toHaveProperty("webhook-signature");
    await api.ask("PATCH", path, { signingSecret: "" });
    await api.ask("POST", memos, { content: "y" });
    await api.deliver();
    expect(api.receiver.received.at(-1)?.headers).toHaveProperty("webhook-signature");
  });

  test("does not exist for others", async () => {
    await using api = await start();
    const { body } = await api.ask("POST", hooks, { url: api.receiver.url });
    await addUser(api.server.services, "bob");
    const bob = await signIn(api, "bob");
    const path = `/api/v1/${String(body["name"])}`;
    for (const [method, target] of [
      ["GET", hooks],
      ["POST", hooks],
      ["GET", path],
      ["GET", `${path}:getSigningSecret`],
      ["GET", `${path}/deliveries`],
      ["GET", path.replace("alice", "bob")],
      ["DELETE", path.replace("alice", "bob")],
      ["GET", "/api/v1/webhooks/1"],
      ["PATCH", "/api/v1/webhooks/1"],
      ["DELETE", "/api/v1/webhooks/1"],
      ["GET", "/api/v1/webhooks/1:getSigningSecret"],
    ] as const) {
      const sent = ["POST", "PATCH"].includes(method) ? { body: { url: api.receiver.url } } : {};
      const reply = await api.server.ask(method, target, { bearer: bob, ...sent });
      expect(reply.status, `${method} ${target}`).toBe(404);
    }
  });

  test("is deleted with its owner's account", async () => {
    await using api = await start();
    await addUser(api.server.services, "bob");
    const bob = await signIn(api, "bob");
    const body = { url: api.receiver.url };
    await api.server.ask("POST", "/api/v1/users/bob/webhooks", { bearer: bob, body });
    const kept = () =>
      api.server.services.database.read(({ webhooks }) => webhooks.listByUser("users/bob"));
    expect(await kept()).toHaveLength(1);
    expect((await api.ask("DELETE", "/api/v1/users/bob")).status).toBe(200);
    expect(await kept()).toEqual([]);
  });

  test.each([
    ["an address on the server's own network", "http://10.0.0.1/", "url"],
    ["the server itself", "http://localhost:5230/", "url"],
    ["a cloud's metadata", "http://169.254.169.254/", "url"],
    ["a hidden address", "http://2130706433/", "url"],
    ["credentials", "https://a:b@example.com/", "url"],
    ["no URL", "nowhere", "url"],
  ])("is refused with %s", async (_, url, field) => {
    await using server = await startHttpServer();
    const bearer = await server.alice();
    const refused = await server.ask("POST", hooks, { bearer, body: { url } });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field }] }] },
    });
  });

  test("may target a private address if the administrator allows it", async () => {
    await using receiver = await startReceiver();
    await using server = await startHttpServer();
    const bearer = await server.alice();
    const body = { url: receiver.url };
    expect((await server.ask("POST", hooks, { bearer, body })).status).toBe(400);
    const allowed = await server.ask("PATCH", "/api/v1/instance/settings/WEBHOOKS", {
      bearer,
      body: { webhooksSetting: { allowPrivateTargets: true } },
    });
    expect(allowed.status).toBe(200);
    expect((await server.ask("POST", hooks, { bearer, body })).status).toBe(200);
    await server.ask("POST", memos, { bearer, body: { content: "x" } });
    await deliverNow(server.services);
    expect(receiver.received).toHaveLength(1);
  });

  test("saved while private targets were allowed isn't called once they are disallowed", async () => {
    await using receiver = await startReceiver();
    let allowed = true;
    await using server = await startHttpServer({}, { allowPrivateTargets: () => allowed });
    const bearer = await server.alice();
    const { body } = await server.ask("POST", hooks, { bearer, body: { url: receiver.url } });
    allowed = false;
    await server.ask("POST", memos, { bearer, body: { content: "x" } });
    await deliverNow(server.services);
    expect(receiver.received).toEqual([]);
    const log = await server.ask("GET", `/api/v1/${String(body["name"])}/deliveries`, { bearer });
    expect(log.body).toMatchObject({
      deliveries: [{ state: "PENDING", attempts: 1, lastStatus: null }],
    });
    expect(JSON.stringify(log.body)).toContain("private-address");
  });
});

describe("a delivery", () => {
  test("carries the memo in the current form, with a signature that the library verifies", async () => {
    await using api = await start();
    const secret = `whsec_${Buffer.from("a key of some length, for tests").toString("base64")}`;
    await api.ask("POST", hooks, { url: `${api.receiver.url}/hook?a=b`, signingSecret: secret });
    const memo = await api.ask("POST", `${memos}?memoId=first`, { content: "Hello #tag" });
    expect(await api.deliver()).toBeNull();
    const [got] = api.receiver.received;
    expect(got?.path).toBe("/hook?a=b");
    expect(got?.headers["content-type"]).toBe("application/json");
    const { text = "", headers = {} } = got ?? {};
    const sent = new Webhook(secret).verify(text, headers) as Record<string, unknown>;
    const shown = await api.ask("GET", `${memos}/first`);
    expect(sent).toEqual({
      id: headers["webhook-id"],
      event: "memo.created",
      activityType: "memos.memo.created",
      createTime: memo.body["createTime"],
      url: `${api.receiver.url}/hook?a=b`,
      creator: "users/alice",
      memo: shown.body,
    });
    expect(() => new Webhook(secret).verify(`${text} `, headers)).toThrow(
      "No matching signature found",
    );
  });

  test("is signed with the raw bytes of a secret without a prefix, and unsigned without a secret", async () => {
    await using api = await start();
    await api.ask("POST", hooks, { url: `${api.receiver.url}/none` });
    await removeSecret(api.server.services);
    await api.ask("POST", hooks, { url: `${api.receiver.url}/raw`, signingSecret: "plain words" });
    await api.ask("POST", memos, { content: "x" });
    await api.deliver();
    const at = (path: string): Received | undefined =>
      api.receiver.received.find((each) => each.path === path);
    const raw = at("/raw");
    new Webhook("plain words", { format: "raw" }).verify(raw?.text ?? "", raw?.headers ?? {});
    expect(at("/none")?.headers).not.toHaveProperty("webhook-signature");
    expect(at("/none")?.headers["webhook-id"]).toMatch(/^msg_/);
  });

  test("is made for each event that was chosen, and for all when none was", async () => {
    await using api = await start();
    await api.ask("POST", hooks, { url: `${api.receiver.url}/all` });
    await api.ask("POST", hooks, { url: `${api.receiver.url}/gone`, events: ["memo.deleted"] });
    await api.ask("POST", `${memos}?memoId=m`, { content: "one" });
    await api.ask("PATCH", `${memos}/m`, { content: "two" });
    await api.ask("PATCH", `${memos}/m`, { content: "two" });
    await api.ask("POST", `${memos}/m/reactions`, { reaction: { reactionType: "+1" } });
    await api.ask("DELETE", `${memos}/m`);
    await api.ask("DELETE", `${memos}/m?force=true`);
    await api.deliver();
    const at = (path: string) =>
      api.receiver.received.filter((each) => each.path === path).map(({ text }) => heard(text));
    expect(at("/all")).toEqual([
      ["memo.created", "one"],
      ["memo.updated", "two"],
      ["memo.deleted", "two"],
    ]);
    expect(at("/gone")).toEqual([["memo.deleted", "two"]]);
  });

  test("contains the last state of a memo that was purged immediately", async () => {
    await using api = await start();
    await api.ask("POST", `${memos}?memoId=m`, { content: "last words" });
    await api.ask("POST", hooks, { url: api.receiver.url });
    await api.ask("DELETE", `${memos}/m?force=true`);
    await api.deliver();
    expect(api.heard()).toEqual([["memo.deleted", "last words"]]);
  });

  test("of a comment goes to the owner of the memo and to its author", async () => {
    await using api = await start();
    await addUser(api.server.services, "bob");
    const bob = await signIn(api, "bob");
    const ofBob = { bearer: bob, body: { url: `${api.receiver.url}/bob` } };
    await api.server.ask("POST", "/api/v1/users/bob/webhooks", ofBob);
    await api.ask("POST", hooks, { url: `${api.receiver.url}/alice` });
    await api.ask("POST", `${memos}?memoId=m`, { content: "memo", visibility: "PUBLIC" });
    await api.server.ask("POST", `${memos}/m/comments`, { bearer: bob, body: { content: "aha" } });
    await api.deliver();
    const seen = api.receiver.received.map(({ path, text }) => [path, ...heard(text)].join(" "));
    expect(seen.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      "/alice memo.comment.created aha",
      "/alice memo.created memo",
      "/bob memo.created aha",
    ]);
    const comment = api.receiver.received.find(({ text }) => text.includes("comment.created"));
    expect(JSON.parse(comment?.text ?? "{}")).toMatchObject({
      memo: {
        parent: "memos/m",
        relations: [{ type: "COMMENT", relatedMemo: { name: "memos/m" } }],
      },
    });
  });

  test("never contains other users' private memos", async () => {
    await using api = await start();
    await addUser(api.server.services, "bob");
    const bob = await signIn(api, "bob");
    const ofBob = { bearer: bob, body: { url: api.receiver.url } };
    await api.server.ask("POST", "/api/v1/users/bob/webhooks", ofBob);
    await api.ask("POST", memos, { content: "private" });
    await api.ask("POST", memos, { content: "public", visibility: "PUBLIC" });
    await api.deliver();
    expect(api.receiver.received).toEqual([]);
  });

  test("reports added and removed attachments", async () => {
    await using api = await start();
    await api.ask("POST", `${memos}?memoId=m`, { content: "x" });
    const file = await api.ask("POST", "/api/v1/attachments", {
      filename: "a.txt",
      content: Buffer.from("x").toString("base64"),
    });
    await api.ask("POST", hooks, { url: api.receiver.url });
    const { name } = file.body;
    api.server.clock.nowMs += 1000;
    await api.ask("PATCH", `${memos}/m/attachments`, { attachments: [{ name }] });
    await api.deliver();
    expect(JSON.parse(api.receiver.received[0]?.text ?? "{}")).toMatchObject({
      event: "memo.updated",
      memo: { attachments: [{ name, size: "1" }] },
    });
  });

  test("follows no redirect", async () => {
    await using api = await start();
    await using other = await startReceiver();
    await api.ask("POST", hooks, { url: api.receiver.url });
    api.receiver.answer = (_, response) => response.writeHead(302, { location: other.url }).end();
    await api.ask("POST", memos, { content: "x" });
    await api.deliver();
    expect([api.receiver.received.length, other.received.length]).toEqual([1, 0]);
  });
});

describe("a delivery that waited", () => {
  test("contains the files, reactions and links at the time of the event, in one snapshot for all webhooks", async () => {
    await using api = await start();
    for (const path of ["one", "two", "three"]) {
      await api.ask("POST", hooks, { url: `${api.receiver.url}/${path}` });
    }
    await api.ask("POST", `${memos}?memoId=other`, { content: "other" });
    await api.deliver();
    const file = await api.ask("POST", "/api/v1/attachments", {
      filename: "a.txt",
      content: Buffer.from("x").toString("base64"),
    });
    const { name } = file.body;
    const from = api.receiver.received.length;
    await api.ask("POST", `${memos}?memoId=b`, {
      content: "see [other](memos/other)",
      attachments: [{ name }],
      relations: [{ relatedMemo: { name: "memos/other" }, type: "REFERENCE" }],
    });
    await api.ask("POST", `${memos}/b/reactions`, { reaction: { reactionType: "+1" } });
    await api.ask("DELETE", `/api/v1/${String(name)}`);
    await api.ask("DELETE", `${memos}/other`);
    // A retry sends the same body as the first attempt.
    api.receiver.answer = (_, response) => response.writeHead(500).end();
    const waitMs = (await api.deliver()) ?? 0;
    api.receiver.answer = (_, response) => response.end();
    api.server.clock.nowMs += Math.max(waitMs, 20_000);
    expect(await api.deliver()).toBeNull();
    const created = api.receiver.received
      .slice(from)
      .filter(({ text }) => text.includes('"memo.created"'));
    expect(created).toHaveLength(6);
    expect(new Set(created.map(({ text }) => text)).size).toBe(3);
    for (const { text } of created) {
      expect(JSON.parse(text)).toMatchObject({
        memo: {
          attachments: [{ name }],
          reactions: [],
          relations: [{ type: "REFERENCE", relatedMemo: { name: "memos/other" } }],
        },
      });
    }
  });

  test("of a purged memo contains its former files", async () => {
    const api = shared();
    const file = await api.ask("POST", "/api/v1/attachments", {
      filename: "a.txt",
      content: Buffer.from("x").toString("base64"),
    });
    const { name } = file.body;
    await api.ask("POST", `${memos}?memoId=purged`, { content: "x", attachments: [{ name }] });
    const hook = await api.ask("POST", hooks, { url: api.receiver.url });
    await api.ask("DELETE", `${memos}/purged?force=true`);
    await api.deliver();
    expect(JSON.parse(api.receiver.received.at(-1)?.text ?? "{}")).toMatchObject({
      event: "memo.deleted",
      memo: { name: "memos/purged", attachments: [{ name }] },
    });
    await api.ask("DELETE", `/api/v1/${String(hook.body["name"])}`);
  });
});

describe("a delivery that fails", () => {
  test("is tried eight times over about a day under one id, then stored with its last response", async () => {
    await using api = await start();
    const { body } = await api.ask("POST", hooks, { url: api.receiver.url });
    api.receiver.answer = (_, response) => response.writeHead(503).end("closed\0for today");
    await api.ask("POST", memos, { content: "x" });
    // The session's token would expire before the last attempt.
    const token = await api.ask("POST", "/api/v1/access-tokens", { name: "later" });
    const waits: number[] = [];
    for (;;) {
      const waitMs = await api.deliver();
      if (waitMs === null) break;
      waits.push(waitMs);
      api.server.clock.nowMs += waitMs;
    }
    expect(api.receiver.received).toHaveLength(8);
    expect(new Set(api.receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(api.receiver.received.map(({ text }) => text)).size).toBe(1);
    for (const [index, waitMs] of waits.entries()) {
      expect(waitMs / (15_000 * 4 ** index)).toBeGreaterThanOrEqual(0.8);
      expect(waitMs / (15_000 * 4 ** index)).toBeLessThanOrEqual(1.2);
    }
    const totalHours = waits.reduce((sum, waitMs) => sum + waitMs, 0) / 3_600_000;
    expect(totalHours).toBeGreaterThan(17);
    expect(totalHours).toBeLessThan(30);
    const path = `/api/v1/${String(body["name"])}/deliveries`;
    const log = await api.server.ask("GET", path, { bearer: String(token.body["accessToken"]) });
    expect(log.body).toMatchObject({
      deliveries: [
        {
          event: "memo.created",
          state: "FAILED",
          attempts: 8,
          lastStatus: 503,
          lastError: "status 503: closed\uFFFDfor today",
        },
      ],
    });
  });

  test("delays only later deliveries of its memo, which arrive in order", async () => {
    await using api = await start();
    await api.ask("POST", hooks, { url: api.receiver.url });
    let isDown = true;
    api.receiver.answer = ({ text }, response) =>
      response.writeHead(isDown && text.includes("memos/a") ? 500 : 200).end();
    await api.ask("POST", `${memos}?memoId=a`, { content: "a1" });
    await api.ask("PATCH", `${memos}/a`, { content: "a2" });
    await api.ask("POST", `${memos}?memoId=b`, { content: "b1" });
    const waitMs = await api.deliver();
    const seen = api.heard().map((each) => each.join(" "));
    expect(new Set(seen)).toEqual(new Set(["memo.created a1", "memo.created b1"]));
    expect(seen).toHaveLength(2);
    isDown = false;
    api.server.clock.nowMs += waitMs ?? 0;
    await api.deliver();
    expect(api.heard().slice(2)).toEqual([
      ["memo.created", "a1"],
      ["memo.updated", "a2"],
    ]);
  });

  test("is tried only once if it has waited for days behind others", async () => {
    await using api = await start();
    const { body } = await api.ask("POST", hooks, { url: api.receiver.url });
    const token = await api.ask("POST", "/api/v1/access-tokens", { name: "later" });
    api.receiver.answer = (_, response) => response.writeHead(500).end();
    await api.ask("POST", `${memos}?memoId=m`, { content: "1" });
    for (const content of ["2", "3", "4"]) await api.ask("PATCH", `${memos}/m`, { content });
    for (;;) {
      const waitMs = await api.deliver();
      if (waitMs === null) break;
      api.server.clock.nowMs += waitMs + 24 * 3600 * 1000;
    }
    const path = `/api/v1/${String(body["name"])}/deliveries`;
    const log = await api.server.ask("GET", path, { bearer: String(token.body["accessToken"]) });
    const deliveries = log.body["deliveries"] as { state: string; attempts: number }[];
    expect(deliveries.map(({ state }) => state)).toEqual(Array(4).fill("FAILED"));
    expect(deliveries.slice(0, 3).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect(new Set(api.heard().map(([, content]) => content))).toEqual(
      new Set(["1", "2", "3", "4"]),
    );
  });

  test("times out after twenty seconds", async () => {
    await using api = await start();
    const timeouts: number[] = [];
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      timeouts.push(ms);
      return AbortSignal.abort(new DOMException("", "TimeoutError"));
    });
    const { body } = await api.ask("POST", hooks, { url: api.receiver.url });
    api.receiver.answer = () => {};
    await api.ask("POST", memos, { content: "x" });
    await api.deliver();
    vi.restoreAllMocks();
    expect(timeouts).toEqual([20_000]);
    const log = await api.ask("GET", `/api/v1/${String(body["name"])}/deliveries`);
    expect(log.body).toMatchObject({ deliveries: [{ state: "PENDING", lastStatus: null }] });
    expect(JSON.stringify(log.body)).toContain("timed-out");
  });

  test("is neither queued nor sent for an archived account; a restored one gets new events", async () => {
    await using api = await start();
    const { services } = api.server;
    for (const name of ["bob", "carol"]) await addUser(services, name);
    const [bob, carol] = [await signIn(api, "bob"), await signIn(api, "carol")];
    const as = (bearer: string) => (method: string, path: string, body: unknown) =>
      api.server.ask(method, path, { bearer, body });
    const hook = await as(bob)("POST", "/api/v1/users/bob/webhooks", { url: api.receiver.url });
    await as(bob)("POST", `${memos}?memoId=post`, { content: "post", visibility: "PUBLIC" });
    await api.deliver();
    const comment = (content: string) =>
      as(carol)("POST", `${memos}/post/comments`, { content, visibility: "PUBLIC" });
    const log = () =>
      services.database.read(({ deliveries }) =>
        deliveries.listByWebhook(String(hook.body["name"]).split("/").at(-1) ?? "", 9),
      );
    // One delivery waits for its retry, one for its first attempt.
    api.receiver.answer = (_, response) => response.writeHead(500).end();
    await comment("tried");
    await api.deliver();
    await comment("queued");
    api.receiver.answer = (_, response) => response.writeHead(200).end();
    expect((await log()).map(({ state }) => state)).toEqual(["PENDING", "PENDING", "DELIVERED"]);

    await api.ask("PATCH", "/api/v1/users/bob", { state: "ARCHIVED" });
    expect(await log()).toMatchObject([
      { state: "FAILED", lastError: "the account was archived" },
      { state: "FAILED", lastError: "the account was archived", lastStatus: 500 },
      { state: "DELIVERED" },
    ]);
    expect((await comment("while archived")).status).toBe(200);
    expect(await log()).toHaveLength(3);
    api.server.clock.nowMs += 24 * 3600 * 1000;
    expect(await api.deliver()).toBeNull();

    const alice = await signIn(api, "alice");
    const restored = await as(alice)("PATCH", "/api/v1/users/bob", { state: "NORMAL" });
    expect(restored.status).toBe(200);
    expect(await api.deliver()).toBeNull();
    const later = await signIn(api, "carol");
    await as(later)("POST", `${memos}/post/comments`, { content: "new", visibility: "PUBLIC" });
    await api.deliver();
    expect(api.heard().map((each) => each.join(" "))).toEqual([
      "memo.created post",
      "memo.comment.created tried",
      "memo.comment.created new",
    ]);
  });

  test("still pending for an archived account is dropped, and others are sent", async () => {
    await using api = await start();
    const { services } = api.server;
    await addUser(services, "bob");
    const bob = await signIn(api, "bob");
    const url = api.receiver.url;
    const asBob = (path: string, body: unknown) =>
      api.server.ask("POST", path, { bearer: bob, body });
    for (let n = 0; n < 9; n += 1) await asBob("/api/v1/users/bob/webhooks", { url });
    await asBob(memos, { content: "bob's" });
    await services.database.write(async ({ users }) => {
      const user = await users.findByUsername("bob");
      if (user !== null) await users.update({ ...user, state: "ARCHIVED" });
    });
    await api.ask("POST", hooks, { url });
    api.server.clock.nowMs += 1;
    await api.ask("POST", memos, { content: "alice's" });
    expect(await api.deliver()).toBeNull();
    expect(api.heard()).toEqual([["memo.created", "alice's"]]);
  });

  test("to a receiver that responds with 410 is the last until its webhook is saved again", async () => {
    await using api = await start();
    const { database } = api.server.services;
    const { body } = await api.ask("POST", hooks, { url: api.receiver.url });
    const path = `/api/v1/${String(body["name"])}`;
    api.receiver.answer = (_, response) => response.writeHead(410).end("moved out");
    await api.ask("POST", `${memos}?memoId=a`, { content: "a" });
    await api.ask("POST", `${memos}?memoId=b`, { content: "b" });
    expect(await api.deliver()).toBeNull();
    await api.ask("POST", memos, { content: "c" });
    expect(await api.deliver()).toBeNull();
    expect(api.receiver.received).toHaveLength(1);
    const log = await api.ask("GET", `${path}/deliveries`);
    expect(log.body).toMatchObject({
      deliveries: [
        { state: "FAILED", lastError: expect.stringContaining("410") as string },
        { state: "FAILED", attempts: 1, lastStatus: 410, lastError: "status 410: moved out" },
      ],
    });
    const stored = (): Promise<unknown> =>
      database.read(async ({ deliveries }) => {
        const heads = await deliveries.listByWebhook(path.split("/").at(-1) ?? "", 9);
        return Promise.all(heads.map(({ id }) => deliveries.snapshotOf(id)));
      });
    expect(await stored()).toEqual([null, null]);
    const gone = { type: "WEBHOOK_GONE", sender: "users/alice", memo: "memos/a", status: "UNREAD" };
    const inbox = async () => (await api.ask("GET", "/api/v1/users/alice/notifications")).body;
    expect(await inbox()).toMatchObject({ notifications: [gone] });
    // The notification stays after its memo is moved to the trash.
    await api.ask("DELETE", `${memos}/a`);
    expect(await inbox()).toMatchObject({ notifications: [gone] });

    api.receiver.answer = (_, response) => response.end();
    expect((await api.ask("PATCH", path, { url: api.receiver.url })).status).toBe(200);
    await api.ask("POST", memos, { content: "d" });
    await api.deliver();
    expect(await inbox()).toMatchObject({ notifications: [gone] });
    expect(api.heard().at(-1)).toEqual(["memo.created", "d"]);
  });

  const date = (ms: number): string => new Date(ms).toUTCString();
  test.each([
    ["429", 429, () => "7200", 2 * 3600],
    ["503 with a date", 503, (nowMs: number) => date(nowMs + 3_600_000), 3600],
    ["503 with a date that is past", 503, (nowMs: number) => date(nowMs - 3_600_000), 0],
    ["503 for longer than a day", 503, () => "99999999999", 24 * 3600],
    ["503 for longer than any number", 503, () => "9".repeat(400), 24 * 3600],
    ["503 with something else", 503, () => "-5", 0],
    ["500", 500, () => "7200", 0],
  ])("with %s is retried when the receiver asks for it", async (_, status, after, seconds) => {
    const api = shared();
    const { clock } = api.server;
    clock.nowMs = Math.ceil(clock.nowMs / 1000) * 1000;
    const hook = await api.ask("POST", hooks, { url: api.receiver.url });
    api.receiver.answer = (_got, response) =>
      response.writeHead(status, { "retry-after": after(clock.nowMs) }).end();
    await api.ask("POST", memos, { content: "x" });
    const waitMs = (await api.deliver()) ?? 0;
    if (seconds > 0) expect(waitMs).toBe(seconds * 1000);
    else expect(waitMs).toBeLessThanOrEqual(18_000);
    await api.ask("DELETE", `/api/v1/${String(hook.body["name"])}`);
  });

  test("is deleted with its webhook", async () => {
    await using api = await start();
    const { body } = await api.ask("POST", hooks, { url: api.receiver.url });
    await api.ask("POST", memos, { content: "x" });
    await api.ask("DELETE", `/api/v1/${String(body["name"])}`);
    expect(await api.deliver()).toBeNull();
    expect(api.receiver.received).toEqual([]);
  });
});

describe("edits that a device pushes", () => {
  test("are delivered once, half a minute after the last, without delaying other writes", async () => {
    await using api = await start();
    await api.ask("POST", `${memos}?memoId=m`, { content: "a" });
    await api.ask("POST", hooks, { url: api.receiver.url });
    const type = await device(api);
    await type("ab");
    api.server.clock.nowMs += 20_000;
    await type("abc");
    expect(await api.deliver()).toBe(30_000);
    api.server.clock.nowMs += 29_999;
    expect(await api.deliver()).toBe(1);
    expect(api.heard()).toEqual([]);
    api.server.clock.nowMs += 1;
    await api.deliver();
    expect(api.heard()).toEqual([["memo.updated", "abc"]]);

    await type("abcd");
    await api.ask("PATCH", `${memos}/m`, { pinned: true });
    await api.deliver();
    expect(api.heard().slice(1)).toEqual([
      ["memo.updated", "abcd"],
      ["memo.updated", "abcd"],
    ]);
  });

  test("that arrive during a delivery are delivered afterwards", async () => {
    await using api = await start();
    await api.ask("POST", `${memos}?memoId=m`, { content: "a" });
    await api.ask("POST", hooks, { url: api.receiver.url });
    const type = await device(api);
    await type("ab");
    api.server.clock.nowMs += 30_000;
    const held = Promise.withResolvers<void>();
    api.receiver.answer = (_, response) => void held.promise.then(() => response.end());
    const delivering = api.deliver();
    await api.receiver.waitFor(1);
    await type("abc");
    held.resolve();
    await delivering;
    api.server.clock.nowMs += 30_000;
    await api.deliver();
    expect(api.heard()).toEqual([
      ["memo.updated", "ab"],
      ["memo.updated", "abc"],
    ]);
  });
});

describe("the loop of deliveries", () => {
  test("isn't delayed by hanging receivers of the same or another user, nor by their retries", async () => {
    await using api = await start();
    const { services } = api.server;
    await addUser(services, "bob");
    const bearer = await signIn(api, "bob");
    const asBob = (path: string, body: unknown) => api.server.ask("POST", path, { bearer, body });
    const hung: string[] = [];
    api.receiver.answer = ({ path, text }, response) => {
      if (path === "/good") response.end();
      else hung.push(text);
    };
    await asBob("/api/v1/users/bob/webhooks", { url: `${api.receiver.url}/hang` });
    await api.ask("POST", hooks, { url: `${api.receiver.url}/hang` });
    await api.ask("POST", hooks, { url: `${api.receiver.url}/good` });
    await using _loop = runDeliveries(services, quiet);
    await asBob(memos, { content: "bob's" });
    await api.receiver.waitFor(1);
    await api.ask("POST", memos, { content: "first" });
    await api.receiver.waitFor(3);
    await api.ask("POST", memos, { content: "second" });
    await api.receiver.waitFor(4);
    expect(hung).toHaveLength(2);
    const good = api.receiver.received.filter(({ path }) => path === "/good");
    expect(good.map(({ text }) => heard(text)[1])).toEqual(["first", "second"]);
  });

  test("delivers events written while it runs, and pending ones when it starts", async () => {
    await using api = await start();
    await api.ask("POST", hooks, { url: api.receiver.url });
    await api.ask("POST", memos, { content: "left" });
    await using _loop = runDeliveries(api.server.services, quiet);
    await api.receiver.waitFor(1);
    await api.ask("POST", memos, { content: "new" });
    await api.receiver.waitFor(2);
    expect(api.heard()).toEqual([
      ["memo.created", "left"],
      ["memo.created", "new"],
    ]);
  });

  test("resumes after a restart of the whole server", async () => {
    await using receiver = await startReceiver();
    const folder = mkdtempSync(join(tmpdir(), "tidemark-restart-"));
    const open = async () => {
      const opened = await openDatabase({ file: join(folder, "t.db"), role: "server" });
      const files = await openFiles(folder);
      const allowPrivateTargets = () => true;
      return {
        opened,
        services: await createServices(opened, { files, allowPrivateTargets, secretKey }),
      };
    };
    const secretKey = new Uint8Array(32).fill(7);
    try {
      const first = await open();
      await first.services.auth.createFirstAdministrator({ username: "alice", password });
      const alice = {
        name: "users/alice",
        role: "ADMIN",
        spaces: [],
        scope: null,
        device: "",
      } as const;
      const webhook = { url: receiver.url, displayName: "", signingSecret: "", events: [] };
      await first.services.webhooks.create(alice, "alice", webhook);
      await first.services.memos.create(alice, { content: "before the restart" });
      await first.opened.close();
      const second = await open();
      const loop = runDeliveries(second.services, quiet);
      await receiver.waitFor(1);
      await loop[Symbol.asyncDispose]();
      await second.opened.close();
      expect(receiver.received.map(({ text }) => heard(text))).toEqual([
        ["memo.created", "before the restart"],
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("stops immediately while a receiver hangs, and the next one delivers under the same id", async () => {
    await using api = await start();
    const { body } = await api.ask("POST", hooks, { url: api.receiver.url });
    api.receiver.answer = () => {};
    await api.ask("POST", memos, { content: "x" });
    const first = runDeliveries(api.server.services, quiet);
    await api.receiver.waitFor(1);
    await first[Symbol.asyncDispose]();
    api.receiver.answer = (_, response) => response.end();
    await using _second = runDeliveries(api.server.services, quiet);
    await api.receiver.waitFor(2);
    const [before, after] = api.receiver.received;
    expect(after?.headers["webhook-id"]).toBe(before?.headers["webhook-id"]);
    expect(after?.text).toBe(before?.text);
    const path = `/api/v1/${String(body["name"])}/deliveries`;
    await expect
      .poll(async () => (await api.ask("GET", path)).body)
      .toMatchObject({ deliveries: [{ state: "DELIVERED", attempts: 1, lastStatus: 200 }] });
  });
});

/** Delivers due events; an unexpected error fails the test. */
function deliverNow(services: Services): Promise<number | null> {
  const onFault = (error: unknown): void => {
    throw error;
  };
  return deliverWebhooks(services, { signal: new AbortController().signal, onFault });
}

type Started = Awaited<ReturnType<typeof start>>;

async function addUser(services: Services, username: string): Promise<void> {
  const alice = await services.database.read(({ users }) => users.findByUsername("alice"));
  if (alice === null) throw new Error("there is no alice");
  await services.database.write(({ users }) =>
    users.insert({ ...alice, username, role: "USER", isHost: false }),
  );
}

async function signIn({ server }: Started, username: string): Promise<string> {
  const reply = await server.ask("POST", "/api/v1/auth/signin", { body: { username, password } });
  return String(reply.body["accessToken"]);
}

/** Signs in a device of alice. Returns a function that pushes a new text of the memo `m`. */
async function device({ server }: Started): Promise<(content: string) => Promise<void>> {
  const client = (token?: string) =>
    createTRPCClient<SyncRouter>({
      links: [
        httpLink({
          url: `${server.url}/sync`,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        }),
      ],
    });
  const { token } = await client().signIn.mutate({ username: "alice", password, device: "Laptop" });
  const { epoch } = await client(token).hello.query();
  let n = 0;
  return async (content) => {
    n += 1;
    const op = await textOp(server.services, "m", content, server.clock.nowMs, n);
    const pushed = await client(token).push.mutate({
      epoch,
      streamId: "stream-of-the-laptop",
      clientNowMs: server.clock.nowMs,
      ops: [{ n, op }],
    });
    expect(pushed).toMatchObject({ type: "results", results: [{ code: "applied" }] });
  };
}

/** Returns a device's operation that changes the server's text of a memo to `content`. */
async function textOp(
  { database }: Services,
  id: string,
  content: string,
  atMs: number,
  n: number,
): Promise<MemoOp> {
  return database.read(async (stores) => {
    const memo = await stores.memos.find(id);
    if (memo === null) throw new Error(`there is no memo ${id}`);
    const text = await stores.memos.text(id, memo.gen);
    const update = textUpdateTo({ memo: id, content: memo.content, text }, content, 7000 + n);
    return {
      kind: "memo.text",
      entity: id,
      stamp: `${atMs.toString(16).padStart(12, "0")}-${n.toString(16).padStart(4, "0")}-laptop`,
      gen: memo.gen,
      update: toBase64(update ?? new Uint8Array()),
      baseSha: textHash(memo.content),
      resultSha: textHash(content),
      updatedMs: atMs,
    };
  });
}
