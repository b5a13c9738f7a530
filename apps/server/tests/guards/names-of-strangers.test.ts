import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWithUsers, type TwoUsers } from "../two-users.ts";

/** Names that every JavaScript object inherits. */
const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

let api: TwoUsers;
beforeAll(async () => {
  api = await startWithUsers();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Sends a sync call. The body is text because an object literal can't have the key `__proto__`. */
const sync = (path: string, body: string) =>
  api.server.ask("POST", `/sync/${path}`, { bearer: api.bearer, body });

async function epoch(): Promise<string> {
  const hello = await api.server.ask("GET", "/sync/hello", { bearer: api.bearer });
  return String((hello.body["result"] as { data: { epoch: string } }).data.epoch);
}

describe.each(inherited)("the name %s is unknown", (name) => {
  test("as the kind of an operation", async () => {
    const streamId = `stream-${crypto.randomUUID()}`;
    const op = (kind: string, entity: string): string =>
      `{"kind":"${kind}","entity":"${entity}","stamp":"018bcfe56800-0001-d","set":{}}`;
    const ops = [
      op(name, "a"),
      op(`${name}.set`, "a"),
      op(`memo.${name}`, "a"),
      op("view.put", name),
    ];
    const body = `{"epoch":"${await epoch()}","streamId":"${streamId}","clientNowMs":${api.server.clock.nowMs},"ops":[${ops.map((each, at) => `{"n":${at + 1},"op":${each}}`).join(",")}]}`;
    const reply = await sync("push", body);
    expect(reply.status).toBe(200);
    const { results } = (reply.body["result"] as { data: { results: { code: string }[] } }).data;
    expect(results.map(({ code }) => code)).toEqual(["invalid", "invalid", "invalid", "invalid"]);
  });

  test("as a scope, and as a call", async () => {
    const from = `{"epoch":"${await epoch()}","cursors":{"${name}":0},"maxBytes":100000}`;
    expect((await sync("pull", from)).status).toBeLessThan(500);
    expect((await sync(name, "{}")).status).toBe(404);
  });

  test("as a field, a function or a variable of a filter", async () => {
    for (const filter of [
      `${name} == "x"`,
      `${name}`,
      `${name}("x")`,
      `content.${name}("x")`,
      `${name}.contains("x")`,
      `"x" in ${name}`,
      `tags.exists(${name}, ${name} == "x")`,
    ]) {
      const path = `?filter=${encodeURIComponent(filter)}`;
      const memos = await api.alice("GET", `/memos${path}`);
      // A variable may have any name that CEL accepts.
      const isBound = filter.includes("exists") && name !== "__proto__";
      expect(memos.status, filter).toBe(isBound ? 200 : 400);
      expect((await api.alice("GET", `/attachments${path}`)).status, filter).toBe(400);
    }
  });

  test("as a setting, an order, a mask or a value", async () => {
    const asked: [method: string, path: string, status: number, body?: object][] = [
      ["GET", `/users/alice/settings/${name}`, 404],
      ["PATCH", `/users/alice/settings/${name}?updateMask=x`, 400, { generalSetting: {} }],
      ["PATCH", `/users/alice/settings/GENERAL?updateMask=${name}`, 400, { generalSetting: {} }],
      ["GET", `/instance/settings/${name}`, 404],
      ["PATCH", `/instance/settings/GENERAL?updateMask=${name}`, 400, { generalSetting: {} }],
      ["GET", `/memos?orderBy=${name}`, 400],
      ["GET", `/attachments?orderBy=${name}`, 400],
      ["GET", `/memos?state=${name}`, 400],
      ["POST", "/memos", 400, { content: "x", visibility: name }],
      ["PATCH", `/users/alice?updateMask=${name}`, 400, {}],
      ["GET", `/users/${name}`, 404],
    ];
    for (const [method, path, status, body] of asked) {
      const reply = await api.alice(method, path, body);
      expect(reply.status, `${method} ${path}`).toBe(status);
    }
  });
});

test("an error of the sync protocol reveals nothing about the program", async () => {
  for (const reply of [
    await sync("push", '{"epoch":1}'),
    await sync("nope", "{}"),
    await sync("push", "no json"),
    await api.server.ask("GET", "/sync/hello"),
  ]) {
    expect(reply.status).toBeGreaterThanOrEqual(400);
    const text = JSON.stringify(reply.body);
    expect(text).not.toContain("stack");
    expect(text).not.toMatch(/node_modules|\.ts:\d/);
  }
});
