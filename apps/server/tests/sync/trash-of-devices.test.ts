import { describe, expect, test } from "vitest";
import { assertedMemo, openSyncDevice, stampAt, type SyncDevice } from "../sync-device.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";

const dayMs = 86_400_000;
/** False times long before and long after any memo. */
const lies = [1, -62_135_596_800_000, 253_402_300_799_999];

async function find({ server }: TwoUsers, id: string) {
  return server.services.database.read(({ memos }) => memos.find(id));
}

/** Trashes a memo with the device's own stamp and time. */
const trash = (device: SyncDevice, id: string, stampMs: number, deletedMs: number) =>
  device.push({ kind: "memo.set", entity: id, stamp: stampAt(stampMs), set: { deletedMs } });

describe("A36 · the time at which a memo was trashed", () => {
  test("is the server's for another user's memo, and nothing is purged early", async () => {
    await using users = await startWithUsers();
    const { server } = users;
    const [admin, bob, carol] = [
      await openSyncDevice(server, "alice"),
      await openSyncDevice(server, "bob"),
      await openSyncDevice(server, "carol"),
    ];
    const atMs = server.clock.nowMs;
    await carol.push(assertedMemo("post", atMs, {}));
    for (const [index, deletedMs] of lies.entries()) {
      await bob.push(assertedMemo(`comment${index}`, atMs, { parent: "post" }));
      await bob.push(assertedMemo(`memo${index}`, atMs, {}));
      const trashed = [
        await trash(carol, `comment${index}`, atMs + 1, deletedMs),
        await trash(admin, `memo${index}`, atMs + 1, deletedMs),
      ];
      expect(trashed.map(({ code }) => code)).toEqual(["applied", "applied"]);
      for (const id of [`comment${index}`, `memo${index}`]) {
        expect(await find(users, id)).toMatchObject({ deletedMs: server.clock.nowMs });
      }
    }
    server.clock.nowMs += 29 * dayMs;
    expect(await server.services.upkeep()).toMatchObject({ purgedMemos: 0 });
    server.clock.nowMs += 2 * dayMs;
    expect(await server.services.upkeep()).toMatchObject({ purgedMemos: 2 * lies.length });
  });

  test.each([30, 1, 0])(
    "A36a · is a device's own while %i days leave it half of that, and never in the future",
    async (days) => {
      await using users = await startWithUsers({}, { trashDays: () => days });
      const { server } = users;
      const bob = await openSyncDevice(server, "bob");
      const atMs = server.clock.nowMs;
      const half = Math.ceil(atMs - ((days === 0 ? 30 : days) * dayMs) / 2);
      for (const [index, [said, kept]] of [
        [atMs - dayMs / 4, atMs - dayMs / 4],
        [half, half],
        [half - 1, half],
        [1, half],
        [-1, half],
        [atMs + 1, atMs],
        [253_402_300_799_999, atMs],
      ].entries()) {
        const { fields, ...asserted } = assertedMemo(`stated${index}`, atMs - 90 * dayMs, {});
        const put = { ...asserted, fields: { ...fields, deletedMs: said } };
        await bob.push(assertedMemo(`set${index}`, atMs - 90 * dayMs, {}));
        const answers = [
          await bob.push(put),
          await trash(bob, `set${index}`, atMs - 80 * dayMs, said ?? 0),
        ];
        // The result contains the time that the server stored.
        for (const { code, row } of answers) {
          expect({ said, code, row }).toMatchObject({
            said,
            code: "applied",
            row: { fields: { deletedMs: kept } },
          });
        }
        expect((await bob.push(put)).row).toMatchObject({ fields: { deletedMs: kept } });
      }
      expect(await server.services.upkeep()).toMatchObject({ purgedMemos: 0 });
    },
  );

  test("doesn't change for a memo that is already in the trash, and restoring still works", async () => {
    await using users = await startWithUsers();
    const { server, bob } = users;
    const device = await openSyncDevice(server, "bob");
    const atMs = server.clock.nowMs;
    await device.push(assertedMemo("m", atMs, {}));
    await trash(device, "m", atMs + 1, atMs);
    expect((await trash(device, "m", atMs + 2, 1)).code).toBe("applied");
    expect(await server.services.upkeep()).toMatchObject({ purgedMemos: 0 });
    const restore = { kind: "memo.set", entity: "m", stamp: stampAt(atMs + 3) };
    await device.push({ ...restore, set: { deletedMs: null } });
    expect((await bob("GET", "/memos/m")).status).toBe(200);
  });
});

describe("an administrator's token", () => {
  test("moves others' memos to the trash only with administrator rights", async () => {
    await using users = await startWithUsers();
    const { server, alice, as } = users;
    const bob = await openSyncDevice(server, "bob");
    const atMs = server.clock.nowMs;
    const ids = ["unscoped", "admin", "write", "read"] as const;
    for (const id of ids) await bob.push(assertedMemo(id, atMs, {}));
    const tokenOf = async (scope: string): Promise<string> => {
      const made = await alice("POST", "/users/alice/personalAccessTokens", {
        ...(scope !== "unscoped" && { scope }),
      });
      return String(made.body["token"]);
    };
    for (const id of ids) {
      const token = await tokenOf(id);
      const isAllowed = id === "unscoped" || id === "admin";
      const caller = await server.services.auth.identify({ carrier: "bearer", value: token });
      if (!caller.ok) throw new Error(caller.error.code);
      const { sync } = server.services;
      const { epoch } = await sync.hello(caller.value.caller);
      const op = {
        kind: "memo.set",
        entity: id,
        stamp: stampAt(atMs + 1),
        set: { deletedMs: atMs },
      };
      const pushed = await sync.push(caller.value.caller, {
        epoch,
        streamId: `stream-of-${id}`,
        clientNowMs: atMs,
        ops: [{ n: 1, op }],
      });
      expect([id, pushed]).toMatchObject([
        id,
        { results: [{ code: isAllowed ? "applied" : "denied" }] },
      ]);
      if (!isAllowed) {
        for (const path of [`/memos/${id}`, `/memos/${id}?force=true`]) {
          expect([id, (await as(token)("DELETE", path)).status]).toEqual([id, 403]);
        }
      }
    }
    expect((await alice("DELETE", "/memos/write")).status).toBe(200);
  });
});
