import type { AuditEntry } from "@tidemark/core";
import { noteFailedSignIn } from "@tidemark/core/audit";
import { describe, expect, test } from "vitest";
import { holdBody } from "../guards/held-request.ts";
import { password, startHttpServer } from "../http-server.ts";
import { listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

const hour = 3600 * 1000;
const day = 24 * hour;

/** Returns the log's entries as lines, oldest first. */
async function linesOf({ alice }: Pick<TwoUsers, "alice">, filter = ""): Promise<string[]> {
  const reply = await alice(
    "GET",
    `/instance/auditLog?pageSize=1000&filter=${encodeURIComponent(filter)}`,
  );
  expect(reply.status).toBe(200);
  return listOf(reply, "entries")
    .map(({ actor, action, target }) => `${String(actor)} ${String(action)} ${String(target)}`)
    .toReversed();
}

describe("the audit log", () => {
  test("holds what happens to accounts, tokens and others' memos, and each is told once", async () => {
    const heard: AuditEntry[] = [];
    await using users = await startWithUsers(
      { trustedProxies: ["loopback"] },
      { onAudit: (entry) => heard.push(entry) },
    );
    const { server, alice, bob } = users;
    const before = (await linesOf(users)).length;
    const failed = { username: "bob", password: "a wrong one that nobody has" };
    await server.ask("POST", "/api/v1/auth/signin", {
      body: failed,
      headers: { "x-forwarded-for": "203.0.113.7" },
    });
    const signedIn = await server.ask("POST", "/api/v1/auth/signin", {
      body: { username: "bob", password },
      headers: { "x-forwarded-for": "203.0.113.7" },
    });
    expect(signedIn.status).toBe(200);
    await users.nobody("POST", "/auth/signin", { username: "bob", password });
    const personal = await bob("POST", "/users/bob/personalAccessTokens", { description: "d" });
    const token = (personal.body["personalAccessToken"] as { name: string }).name;
    await bob("DELETE", `/${token}`);
    const made = await alice("POST", "/access-tokens", { name: "script" });
    await alice("DELETE", `/access-tokens/${String(made.body["id"])}`);
    await bob("PATCH", "/users/bob", { password: "another horse", currentPassword: password });
    await alice("PATCH", "/users/carol", { password: "another horse" });
    await alice("PATCH", "/users/carol", { role: "ADMIN" });
    await alice("PATCH", "/users/carol", { role: "USER", state: "ARCHIVED" });
    await alice("PATCH", "/users/carol", { state: "NORMAL" });
    await alice("PATCH", "/users/carol", { displayName: "C." });
    await alice("POST", "/users", { username: "dora", password, role: "ADMIN" });
    await alice("POST", "/users", { username: "erin", password });
    await alice("DELETE", "/users/erin");
    const named = { generalSetting: { title: "Harbour notes" } };
    await alice("PATCH", "/instance/settings/GENERAL", named);
    await alice("PATCH", "/instance/settings/GENERAL", named);
    // Rejected requests aren't logged.
    await bob("PATCH", "/users/bob", { role: "ADMIN" });
    await alice("PATCH", "/users/carol", { password: "short" });

    const lines = (await linesOf(users)).slice(before);
    expect(lines).toEqual([
      " signin.failed users/bob",
      "users/bob signin.new_address users/bob",
      `users/bob token.created ${token}`,
      `users/bob token.revoked ${token}`,
      `users/alice token.created users/alice/personalAccessTokens/${String(made.body["id"])}`,
      `users/alice token.revoked users/alice/personalAccessTokens/${String(made.body["id"])}`,
      "users/bob password.changed users/bob",
      "users/alice password.changed users/carol",
      "users/alice role.raised users/carol",
      "users/alice role.lowered users/carol",
      "users/alice account.archived users/carol",
      "users/alice account.restored users/carol",
      "users/alice account.created users/dora",
      "users/alice role.raised users/dora",
      "users/alice account.created users/erin",
      "users/alice account.closed users/erin",
      "users/alice setting.changed instance/settings/GENERAL",
    ]);
    const said = heard.map(({ actor, action, target }) => `${actor} ${action} ${target}`);
    expect(said.slice(-lines.length)).toEqual(lines);

    const { entries } = (await alice("GET", "/instance/auditLog?pageSize=1000")).body;
    const shown = entries as Record<string, unknown>[];
    expect(Object.keys(shown[0] ?? {}).toSorted()).toEqual([
      "action",
      "actor",
      "address",
      "id",
      "target",
      "time",
    ]);
    const addresses = shown.filter(({ address }) => address === "203.0.113.7");
    expect(addresses.map(({ action }) => action)).toEqual(["signin.new_address", "signin.failed"]);
    expect(new Set(shown.map(({ address }) => address))).toEqual(
      new Set(["203.0.113.7", "127.0.0.1", ""]),
    );
    const secrets = [
      password,
      "another horse",
      failed.password,
      String(personal.body["token"]),
      String(made.body["accessToken"]),
      String(signedIn.body["accessToken"]),
    ];
    for (const secret of secrets) {
      expect(JSON.stringify([shown, heard])).not.toContain(secret);
    }
  });

  test("names the first administrator, but not text typed into the username field", async () => {
    await using server = await startHttpServer();
    const code = await server.services.auth.setupCode();
    const body = { code, username: "alice", password };
    const made = await server.ask("POST", "/api/v1/setup", { body });
    const bearer = String(made.body["accessToken"]);
    await server.ask("POST", "/api/v1/auth/signin", {
      body: { username: "my secret phrase", password: "x" },
    });
    const { body: listed } = await server.ask("GET", "/api/v1/instance/auditLog", { bearer });
    expect(listed["entries"]).toMatchObject([
      { action: "signin.failed", actor: "", target: "", address: "127.0.0.1" },
      { action: "signin.new_address", actor: "users/alice", target: "users/alice" },
      { action: "role.raised", actor: "", target: "users/alice", address: "127.0.0.1" },
    ]);
    expect(JSON.stringify(listed)).not.toContain("secret phrase");
  });

  test("is written in the same transaction as the change", async () => {
    let isBroken = false;
    await using users = await startWithUsers(
      {},
      {},
      {
        beforeStatement: (sql) => {
          if (isBroken && /audit_entry/i.test(sql)) throw new Error("broken off");
        },
      },
    );
    isBroken = true;
    const { bob } = users;
    expect((await bob("POST", "/users/bob/personalAccessTokens", {})).status).toBe(500);
    const body = { password: "another horse", currentPassword: password };
    expect((await bob("PATCH", "/users/bob", body)).status).toBe(500);
    isBroken = false;
    const tokens = await bob("GET", "/users/bob/personalAccessTokens");
    expect(listOf(tokens, "personalAccessTokens")).toEqual([]);
    expect((await bob("PATCH", "/users/bob", body)).status).toBe(200);
  });

  test("records the address of a change, even if its caller was authorized again", async () => {
    await using users = await startWithUsers({ trustedProxies: ["loopback"] });
    const { server, alice, bearer } = users;
    const held = await holdBody(server, {
      method: "PATCH",
      path: "/api/v1/users/bob",
      bearer,
      body: JSON.stringify({ password: "another horse" }),
      headers: { "x-forwarded-for": "203.0.113.9" },
    });
    // Invalidates the cached credential checks, which depend on every account.
    expect((await alice("PATCH", "/users/carol", { displayName: "C." })).status).toBe(200);
    expect(await held.finish()).toBe(200);
    const { body } = await alice("GET", "/instance/auditLog?pageSize=1");
    expect(body["entries"]).toMatchObject([
      { action: "password.changed", target: "users/bob", address: "203.0.113.9" },
    ]);
  });

  test("is readable only by administrators whose token allows it", async () => {
    await using users = await startWithUsers();
    const { alice, bob, nobody, as } = users;
    expect((await bob("GET", "/instance/auditLog")).status).toBe(403);
    expect((await nobody("GET", "/instance/auditLog")).status).toBe(401);
    for (const [scope, status] of [
      ["read", 403],
      ["write", 403],
      ["admin", 200],
    ] as const) {
      const { body } = await alice("POST", "/access-tokens", { name: "x", scope });
      const token = as(String(body["accessToken"]));
      expect([scope, (await token("GET", "/instance/auditLog")).status]).toEqual([scope, status]);
    }
    expect((await bob("POST", "/instance/auditLog", {})).status).toBe(405);
    expect((await bob("DELETE", "/instance/auditLog")).status).toBe(405);
  });
});

/** Writes entries of one action, one per minute, the last one now. */
async function fill({ server }: TwoUsers, count: number): Promise<void> {
  await server.services.database.write(async ({ auditLog }) => {
    for (let i = 0; i < count; i += 1) {
      await auditLog.add({
        atMs: server.clock.nowMs - (count - 1 - i) * 60_000,
        action: i % 2 === 0 ? "token.created" : "token.revoked",
        actor: `users/u${i % 5}`,
        target: `users/u${i % 5}/personalAccessTokens/t${i}`,
        address: `203.0.113.${i % 3}`,
      });
    }
  });
}

describe("the list of the audit log", () => {
  test("joins its pages to the whole, newest first, whatever is added meanwhile", async () => {
    await using users = await startWithUsers();
    await fill(users, 25);
    const filter = encodeURIComponent('action.startsWith("token.")');
    const seen: string[] = [];
    let pageToken = "";
    do {
      const path = `/instance/auditLog?pageSize=4&filter=${filter}&pageToken=${pageToken}`;
      const { body } = await users.alice("GET", path);
      const entries = body["entries"] as { target: string; time: string }[];
      expect(entries.length).toBeLessThanOrEqual(4);
      seen.push(...entries.map(({ target }) => target.split("/").at(-1) ?? ""));
      pageToken = String(body["nextPageToken"]);
      await users.bob("POST", "/users/bob/personalAccessTokens", {});
    } while (pageToken !== "");
    expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => `t${24 - i}`));
    const other = await users.alice("GET", `/instance/auditLog?pageSize=4&filter=${filter}`);
    const token = String(other.body["nextPageToken"]);
    const mixed = await users.alice("GET", `/instance/auditLog?pageSize=4&pageToken=${token}`);
    expect(mixed.status).toBe(400);
  });

  test("takes filters over each of its fields, and says what it does not take", async () => {
    await using users = await startWithUsers();
    await fill(users, 10);
    for (const [filter, count] of [
      ['actor == "users/u1"', 2],
      ['target == "users/u1/personalAccessTokens/t1"', 1],
      ['address == "203.0.113.0" && action == "token.created"', 2],
      ['action in ["token.revoked", "token.created"]', 10],
      ['target.endsWith("/t9") || target.contains("/t3")', 2],
      ['!(action == "token.created") && action.matches("^token[.]")', 5],
      ["time > now - duration('270s') && action.startsWith('token')", 5],
      ["time == time && actor.startsWith('users/u')", 10],
    ] as const) {
      expect([filter, (await linesOf(users, filter)).length]).toEqual([filter, count]);
    }
    for (const [filter, word] of [
      ["content == 'x'", "content"],
      ["create_time > now", "filters use time"],
      ["action", "filter"],
      ["count > 1", "count"],
      ["'x' in tags", "tags"],
      ["a".repeat(9000), "filter"],
    ] as const) {
      const path = `/instance/auditLog?filter=${encodeURIComponent(filter)}`;
      const refused = await users.alice("GET", path);
      expect(refused).toMatchObject({ status: 400, body: { code: 3 } });
      expect(JSON.stringify(refused.body)).toContain(word);
    }
  });

  test("keeps ninety days", async () => {
    await using users = await startWithUsers();
    const { server } = users;
    await fill(users, 5);
    const entries = await linesOf(users);
    server.clock.nowMs += 90 * day - 60_000 * 2;
    const first = await server.services.upkeep();
    expect(first).toMatchObject({ droppedAuditEntries: 2 });
    server.clock.nowMs += hour;
    const second = await server.services.upkeep();
    expect(second.droppedAuditEntries).toBe(entries.length - 2);
    expect(await server.services.database.read((s) => s.auditLog.list(all))).toEqual([]);
    expect(await server.services.upkeep()).toMatchObject({ droppedAuditEntries: 0 });
  });
});

const all = { filter: null, after: null, limit: 1000 };

describe("failed sign-ins in the audit log", () => {
  /** Records a failed sign-in without the cost of comparing passwords. */
  async function knock(
    { server }: TwoUsers,
    account: string | null,
    address: string,
    times: number,
  ): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      await server.services.database.write((stores) =>
        noteFailedSignIn(stores, { account, address, atMs: server.clock.nowMs }),
      );
    }
  }
  const failures = async ({ server }: TwoUsers): Promise<AuditEntry[]> =>
    (await server.services.database.read(({ auditLog }) => auditLog.list(all))).filter(
      ({ action }) => action === "signin.failed",
    );

  test("take at most 21 rows per hour and address, with an exact count", async () => {
    await using users = await startWithUsers();
    users.server.clock.nowMs = Math.ceil(users.server.clock.nowMs / hour) * hour;
    await knock(users, "users/bob", "203.0.113.1", 100);
    await knock(users, null, "203.0.113.1", 50);
    const entered = await failures(users);
    expect(entered).toHaveLength(21);
    expect(entered.reduce((sum, { count }) => sum + count, 0)).toBe(150);
    const { body } = await users.alice("GET", "/instance/auditLog");
    expect((body["entries"] as unknown[])[0]).toMatchObject({ target: "", count: 130 });
    users.server.clock.nowMs += hour;
    await knock(users, "users/bob", "203.0.113.1", 1);
    expect(await failures(users)).toHaveLength(22);
  });

  test("of all addresses take about 200 rows per hour", async () => {
    await using users = await startWithUsers();
    users.server.clock.nowMs = Math.ceil(users.server.clock.nowMs / hour) * hour;
    for (let i = 0; i < 300; i += 1) await knock(users, null, `203.0.${i}`, 2);
    for (let i = 0; i < 20; i += 1) await knock(users, "users/bob", `198.51.${i}`, 2);
    const entered = await failures(users);
    expect(entered).toHaveLength(201);
    expect(entered.reduce((sum, { count }) => sum + count, 0)).toBe(640);
    expect(entered.filter(({ address }) => address === "")).toHaveLength(1);
  });
});
