import { describe, expect, test } from "vitest";
import { z } from "zod";
import { shareServer } from "../shared-server.ts";
import { openSyncDevice, stampAt } from "../sync-device.ts";
import { listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

const hourMs = 60 * 60 * 1000;

// C8: a client queries the changes since the newest updateTime that it has seen.
describe("C8 · updateTime, on a machine whose clock was set back", () => {
  const shared = shareServer(startWithUsers);

  /** Creates a memo, then runs `change` with the clock set back. Returns both updateTimes. */
  async function changedInThePast(
    id: string,
    change: (users: TwoUsers) => Promise<unknown>,
    backMs = 25 * 365 * 24 * hourMs,
  ): Promise<{ readonly before: number; readonly after: number }> {
    const users = shared();
    const { alice, server } = users;
    const made = await alice("POST", `/memos?memoId=${id}`, { content: "one" });
    const { nowMs } = server.clock;
    server.clock.nowMs -= backMs;
    try {
      await change(users);
      const read = await alice("GET", `/memos/${id}`);
      return { before: timeOf(made.body), after: timeOf(read.body) };
    } finally {
      server.clock.nowMs = nowMs;
    }
  }
  const timeOf = (memo: Record<string, unknown>): number => Date.parse(String(memo["updateTime"]));

  test.each([
    ["years ago", 25 * 365 * 24 * hourMs],
    ["a second ago", 1000],
  ])("is a second later after a PATCH %s, and again after the next", async (_, backMs) => {
    const id = `patched-${backMs}`;
    const twice = async ({ alice }: TwoUsers): Promise<void> => {
      await alice("PATCH", `/memos/${id}`, { content: "two" });
      await alice("PATCH", `/memos/${id}`, { pinned: true });
    };
    const { before, after } = await changedInThePast(id, twice, backMs);
    expect(after - before).toBe(2000);
  });

  test("is a second later by the older form, Connect and a change of its files", async () => {
    const older = await changedInThePast("older", async ({ alice }) => {
      const listed = listOf(await alice("GET", "/memos?limit=50"), "data");
      const number = listed.find(({ uid }) => uid === "older")?.["id"];
      const reply = await alice("PATCH", `/memos/${String(number)}`, { content: "two" });
      expect(reply.status).toBe(200);
    });
    expect(older.after - older.before).toBe(1000);
    const connect = await changedInThePast("connect", async ({ server, bearer }) => {
      const reply = await server.ask("POST", "/memos.api.v1.MemoService/UpdateMemo", {
        bearer,
        body: { memo: { name: "memos/connect", content: "two" }, updateMask: "content" },
      });
      expect(reply.status).toBe(200);
    });
    expect(connect.after - connect.before).toBe(1000);
    const files = await changedInThePast("filed", async ({ alice }) => {
      const { body } = await alice("POST", "/attachments", { filename: "a.txt", content: "YQ==" });
      await alice("PATCH", "/memos/filed", { attachments: [{ name: body["name"] }] });
    });
    expect(files.after - files.before).toBe(1000);
  });

  test("is a second later when a device sends a change that its clock dated earlier", async () => {
    const { server } = shared();
    const device = await openSyncDevice(server, "alice");
    const { before, after } = await changedInThePast("synced", async () => {
      const result = await device.push({
        kind: "memo.set",
        entity: "synced",
        stamp: stampAt(server.clock.nowMs + 26 * 365 * 24 * hourMs),
        set: { pinned: true, updatedMs: server.clock.nowMs },
      });
      // The result contains it too, so that the device shows the same time as everyone else.
      expect(result).toMatchObject({ code: "applied", row: { fields: { pinned: true } } });
      const { fields } = z
        .object({ fields: z.object({ updatedMs: z.number() }) })
        .parse(result.row);
      expect(fields.updatedMs).toBeGreaterThan(server.clock.nowMs + hourMs);
    });
    expect(after - before).toBe(1000);
  });

  test("follows the clock again once it is right, and can be set explicitly", async () => {
    const { alice, server } = shared();
    await changedInThePast("again", ({ alice: as }) =>
      as("PATCH", "/memos/again", { pinned: true }),
    );
    server.clock.nowMs += 5000;
    const moved = await alice("PATCH", "/memos/again", { content: "now" });
    expect(timeOf(moved.body)).toBe(Math.floor(server.clock.nowMs / 1000) * 1000);
    const set = await alice("PATCH", "/memos/again", { updateTime: "2020-01-01T00:00:00Z" });
    expect(set.body["updateTime"]).toBe("2020-01-01T00:00:00Z");
  });
});
