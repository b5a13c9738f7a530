import type { SyncRouter } from "@tidemark/core/router";
import type { TRPCClient } from "@trpc/client";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/services/sha256.ts";
import { password, type HttpServer } from "../http-server.ts";
import { codeOf, deviceOf, syncCalls } from "../sync-calls.ts";
import { listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

type Calls = TRPCClient<SyncRouter>;

const minuteMs = 60_000;
const refused = [403, "PERMISSION_DENIED"];
const wrongCode = "0000-0000-0000-0000";

function redeem(server: HttpServer, code: string, device = "Phone") {
  return syncCalls(server).pairing.redeem.mutate({ code, device });
}

async function statesOf(desk: Calls, ids: readonly string[]): Promise<string[]> {
  const states = await Promise.all(ids.map((id) => desk.pairing.state.query({ id })));
  return states.map(({ state }) => state);
}

/** Starts a server on which bob's device `desk` has created a code. */
async function withCode(...options: Parameters<typeof startWithUsers>) {
  const users = await startWithUsers(...options);
  const desk = (await deviceOf(users.server, "bob")).calls;
  const made = await desk.pairing.begin.mutate();
  return { ...users, desk, made };
}

/** Redeems a code with a forwarded address. */
function redeemFrom({ server }: Pick<TwoUsers, "server">, address: string, code: string) {
  return server.ask("POST", "/sync/pairing.redeem", {
    headers: { "x-forwarded-for": address },
    body: { code, device: "Phone" },
  });
}

describe("A34 · a code for another device", () => {
  test("opens a session of its user, like a password, that is listed and can be ended", async () => {
    await using setting = await withCode();
    const { server, desk, made, bob } = setting;
    expect(made).toMatchObject({ lastsMs: 10 * minuteMs, publicUrl: null });
    expect(await desk.pairing.state.query({ id: made.id })).toEqual({ state: "waiting" });
    const typed = made.code.toLowerCase().replaceAll(/(.{4})/g, "$1 ");
    const { token, user } = await redeem(server, typed, "Bob's phone");
    expect([token, user]).toEqual([expect.stringMatching(/^tidemark_device_/), "users/bob"]);
    const phone = syncCalls(server, token);
    expect((await phone.hello.query()).user.name).toBe("users/bob");
    const came = { state: "used", device: "Bob's phone" };
    expect(await desk.pairing.state.query({ id: made.id })).toEqual(came);
    const devices = await desk.devices.query();
    const added = devices.find(({ name }) => name === "Bob's phone");
    expect(added).toMatchObject({ isCurrent: false });
    expect(
      listOf(await bob("GET", "/users/bob/sessions"), "sessions").map(({ name }) => name),
    ).toContain(`users/bob/sessions/${added?.id}`);
    // The new device can create a code for the next one.
    expect((await redeem(server, (await phone.pairing.begin.mutate()).code, "Tablet")).user).toBe(
      "users/bob",
    );
    await desk.revokeDevice.mutate({ id: added?.id ?? "" });
    expect(await codeOf(phone.hello.query())).toEqual([401, "TOKEN_REVOKED"]);
  });

  test("works once, even if two devices redeem it at once", async () => {
    await using setting = await withCode();
    const { server, desk, made } = setting;
    let asked = 0;
    server.gate.pause = async () => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, (asked % 3) * 5));
    };
    const both = await Promise.allSettled(
      Array.from({ length: 6 }, (_, i) => redeem(server, made.code, `Phone ${i}`)),
    );
    server.gate.pause = null;
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await codeOf(redeem(server, made.code))).toEqual(refused);
    expect((await desk.devices.query()).length).toBe(2);
  });

  test("expires after ten minutes, and upkeep deletes it", async () => {
    await using setting = await withCode();
    const { server, desk, made } = setting;
    const other = await desk.pairing.begin.mutate();
    server.clock.nowMs += 10 * minuteMs - 1;
    expect((await redeem(server, other.code)).user).toBe("users/bob");
    server.clock.nowMs += 1;
    expect(await codeOf(redeem(server, made.code))).toEqual(refused);
    expect(await statesOf(desk, [made.id, other.id])).toEqual(["gone", "used"]);
    await server.services.upkeep();
    const kept = await server.services.database.read((s) => s.pairingCodes.listByUser("users/bob"));
    expect(kept).toEqual([]);
  });

  test("A34a · is kept as a hash, and told nowhere but in its answer", async () => {
    await using setting = await withCode();
    const { server, made } = setting;
    const [kept] = await server.services.database.read((s) =>
      s.pairingCodes.listByUser("users/bob"),
    );
    expect(kept?.hash).toBe(sha256(made.code));
    await redeem(server, made.code);
    await codeOf(redeem(server, wrongCode));
    expect(server.log.join("\n")).not.toMatch(new RegExp(`${made.code}|${wrongCode}`));
  });

  test("can be revoked only by its user", async () => {
    await using setting = await withCode();
    const { server, desk, made } = setting;
    const carols = (await deviceOf(server, "carol")).calls;
    expect(await statesOf(carols, [made.id])).toEqual(["gone"]);
    expect(await codeOf(carols.pairing.cancel.mutate({ id: made.id }))).toEqual([404, "NOT_FOUND"]);
    expect(await statesOf(desk, [made.id])).toEqual(["waiting"]);
    await desk.pairing.cancel.mutate({ id: made.id });
    expect(await codeOf(redeem(server, made.code))).toEqual(refused);
    expect(await codeOf(desk.pairing.cancel.mutate({ id: made.id }))).toEqual([404, "NOT_FOUND"]);
  });

  test("A34a · is one of five at most: one more takes the place of the oldest", async () => {
    await using setting = await withCode();
    const { server, desk, made } = setting;
    const ids = [made.id];
    for (let n = 0; n < 5; n += 1) {
      server.clock.nowMs += 1;
      ids.push((await desk.pairing.begin.mutate()).id);
    }
    expect(await statesOf(desk, ids)).toEqual(["gone", ...Array<string>(5).fill("waiting")]);
    expect(await codeOf(redeem(server, made.code))).toEqual(refused);
  });

  test("A34a · is made by a device that is signed in, and by no token", async () => {
    await using setting = await withCode();
    const { server, desk } = setting;
    const web = await server.ask("POST", "/api/v1/auth/signin", {
      body: { username: "bob", password },
    });
    for (const scope of ["write", null] as const) {
      const wanted = { name: "Script", scope, expiresMs: null };
      const { value } = await desk.accessTokens.create.mutate(wanted);
      expect(await codeOf(syncCalls(server, value).pairing.begin.mutate())).toEqual(refused);
    }
    const reader = { name: "Reader", scope: "read", expiresMs: null } as const;
    const { value } = await desk.accessTokens.create.mutate(reader);
    expect(await codeOf(syncCalls(server, value).pairing.begin.mutate())).toEqual([
      401,
      "PERMISSION_DENIED",
    ]);
    const page = syncCalls(server, String(web.body["accessToken"]));
    expect(await codeOf(page.pairing.begin.mutate())).toEqual(refused);
    expect(await codeOf(syncCalls(server).pairing.begin.mutate())).toEqual([
      401,
      "UNAUTHENTICATED",
    ]);
  });
});

describe("A34b · a code ends with", () => {
  test.each<[string, (setting: Awaited<ReturnType<typeof withCode>>) => Promise<unknown>]>([
    ["the session that made it, signed out", ({ desk }) => desk.signOut.mutate()],
    [
      "the session that made it, ended from elsewhere",
      async ({ server, desk }) => {
        const [own] = await desk.devices.query();
        const other = (await deviceOf(server, "bob")).calls;
        return other.revokeDevice.mutate({ id: own?.id ?? "" });
      },
    ],
    [
      "a new password",
      ({ bob }) =>
        bob("PATCH", "/users/bob", { password: "another horse", currentPassword: password }),
    ],
    ["the account's being archived", ({ alice }) => alice("PATCH", "/users/bob", archived)],
    ["the account", ({ alice }) => alice("DELETE", "/users/bob")],
  ])("%s", async (_what, end) => {
    await using setting = await withCode();
    await end(setting);
    expect(await codeOf(redeem(setting.server, setting.made.code))).toEqual(refused);
  });

  test("a new password, even if the session that created it stays", async () => {
    await using setting = await withCode();
    const { server } = setting;
    const { token, calls } = await deviceOf(server, "carol");
    const made = await calls.pairing.begin.mutate();
    const changed = await server.ask("PATCH", "/api/v1/users/carol", {
      bearer: token,
      body: { password: "another horse", currentPassword: password },
    });
    expect(changed.status).toBe(200);
    expect((await calls.hello.query()).user.name).toBe("users/carol");
    expect(await codeOf(redeem(server, made.code))).toEqual(refused);
  });

  test("nothing else: an instance without passwords accepts codes of signed-in users", async () => {
    await using setting = await withCode();
    const { server, alice, made } = setting;
    const changed = await alice("PATCH", "/instance/settings/GENERAL", {
      generalSetting: { disablePasswordLogin: true },
    });
    expect(changed.status).toBe(200);
    const signIn = syncCalls(server).signIn.mutate({ username: "bob", password, device: "Phone" });
    expect(await codeOf(signIn)).toEqual([401, "PERMISSION_DENIED"]);
    expect((await redeem(server, made.code)).user).toBe("users/bob");
  });
});

describe("A34c · guesses of codes", () => {
  test("are answered alike, whatever is wrong with them", async () => {
    await using setting = await withCode();
    const { server, desk, made } = setting;
    const old = await desk.pairing.begin.mutate();
    await desk.pairing.cancel.mutate({ id: old.id });
    await redeem(server, made.code);
    const said = new Set<string>();
    for (const code of [wrongCode, old.code, made.code, "x", "🦀", "7KQ2-M9XB"]) {
      await redeem(server, code).catch((error: Error) => said.add(error.message));
    }
    expect([...said]).toEqual(["the code is wrong, already used or expired"]);
  });

  test("that aren't codes are rejected before any lookup", async () => {
    await using setting = await withCode();
    const { server } = setting;
    const shapes = await Promise.all(
      ["", "0".repeat(65), "0".repeat(60_000)].map((code) => codeOf(redeem(server, code))),
    );
    expect(shapes).toEqual(Array.from({ length: 3 }, () => [400, null]));
    expect(await codeOf(redeem(server, `${wrongCode}\u0000`))).toEqual([400, "INVALID_ARGUMENT"]);
    expect(await codeOf(redeem(server, wrongCode, ""))).toEqual([400, null]);
    const strange = { code: ["a"], device: {} } as unknown as { code: string; device: string };
    expect(await codeOf(syncCalls(server).pairing.redeem.mutate(strange))).toEqual([400, null]);
  });

  test("throttle only their address, together with wrong passwords", async () => {
    await using setting = await withCode({ trustedProxies: ["loopback"] });
    const { server, made } = setting;
    const tries = Array.from({ length: 50 }, () =>
      redeemFrom(setting, "203.0.113.1", wrongCode).then(({ status }) => status),
    );
    expect(new Set(await Promise.all(tries))).toEqual(new Set([403]));
    expect((await redeemFrom(setting, "203.0.113.1", made.code)).status).toBe(429);
    const signIn = await server.ask("POST", "/api/v1/auth/signin", {
      headers: { "x-forwarded-for": "203.0.113.1" },
      body: { username: "carol", password },
    });
    expect(signIn.status).toBe(429);
    expect((await redeemFrom(setting, "203.0.113.2", made.code)).status).toBe(200);
  });

  test("are logged in the audit log as failed sign-ins, without the code", async () => {
    await using setting = await withCode();
    const { server, alice } = setting;
    await codeOf(redeem(server, wrongCode));
    const log = await alice("GET", "/instance/auditLog");
    const [entry] = listOf(log, "entries").filter(({ action }) => action === "signin.failed");
    expect(entry).toMatchObject({ target: "", actor: "" });
    expect(JSON.stringify(log.body)).not.toContain(wrongCode);
  });
});

const archived = { state: "ARCHIVED" };
