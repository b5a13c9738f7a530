import { cp } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import { expect, test, vi } from "vitest";
import type { OpenHost } from "../../apps/desktop/src/host/open-host.ts";
import { serverTokenKey } from "../../packages/replica/src/sync/session-keys.ts";
import { texts, write } from "./host-memos.ts";
import { alice } from "./in-process-server.ts";
import { filesWith } from "./raw-bytes.ts";
import { serverAndDevices } from "./server-and-devices.ts";

/** Makes a backup and returns its name. */
async function backUp({ app }: OpenHost): Promise<string> {
  expect(await app.backups.backUp()).toMatchObject({ ok: true });
  return vi.waitFor(
    async () => {
      const { backups, atWork, failure } = await app.backups.state();
      expect({ atWork, failure }).toEqual({ atWork: null, failure: null });
      return backups[0]?.name ?? "";
    },
    { interval: 20 },
  );
}

async function restore({ app }: OpenHost, name: string): Promise<void> {
  const { backups: before } = await app.backups.state();
  expect(await app.backups.restore(name, { disconnects: false })).toMatchObject({ ok: true });
  await vi.waitFor(
    async () => {
      const { backups, atWork, failure } = await app.backups.state();
      expect({ atWork, failure }).toEqual({ atWork: null, failure: null });
      expect(backups.length).toBeGreaterThan(before.length);
    },
    { interval: 20 },
  );
}

async function meet(hosts: readonly OpenHost[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    for (const host of hosts) await host.app.syncNow();
  }
}

test("A30a · a restored device syncs with its server without losing or duplicating memos", async () => {
  const setting = await serverAndDevices();
  const desk = await setting.synced("desk");
  const laptop = await setting.synced("laptop");
  const early = await write(desk, "early");
  const dropped = await write(desk, "dropped later");
  await meet([desk, laptop]);
  const name = await backUp(desk);

  await desk.app.updateMemo(early, { content: "early, edited at the desk" });
  await write(desk, "written at the desk");
  await desk.app.syncNow();
  await write(laptop, "written at the laptop");
  await laptop.app.trashMemos([dropped]);
  await laptop.app.purgeMemos([dropped]);
  await laptop.app.syncNow();

  await restore(desk, name);
  // It still has its session and may have synced already.
  expect((await desk.app.profile()).user).toBe("users/alice");
  await write(desk, "written after the restore");
  await meet([desk, laptop]);
  const all = [
    "early, edited at the desk",
    "written after the restore",
    "written at the desk",
    "written at the laptop",
  ];
  expect(await texts(desk)).toEqual(all);
  expect(await texts(laptop)).toEqual(all);
  const fresh = await setting.synced("fresh");
  expect(await texts(fresh)).toEqual(all);
  for (const { app } of [desk, laptop]) {
    expect(await app.syncStatus()).toMatchObject({ state: "synced", waiting: 0, rejected: 0 });
  }
});

test("A30a · changes pending in the backup and sent since are sent again, without effect", async () => {
  const setting = await serverAndDevices();
  const desk = await setting.synced("desk");
  const laptop = await setting.synced("laptop");
  const early = await write(desk, "early");
  await meet([desk, laptop]);
  await desk.app.setPaused(true);
  await desk.app.updateMemo(early, { content: "early and waiting" });
  await write(desk, "waiting");
  const name = await backUp(desk);
  await desk.app.setPaused(false);
  await meet([desk, laptop]);
  await laptop.app.updateMemo(early, { content: "early, answered at the laptop" });
  await meet([laptop, desk]);
  await restore(desk, name);
  // The change is pending again, as at the time of the backup.
  expect(await texts(desk)).toEqual(["early and waiting", "waiting"]);
  expect(await desk.app.syncStatus()).toMatchObject({ state: "paused", waiting: 2 });
  await desk.app.setPaused(false);
  await meet([desk, laptop]);
  const all = ["early, answered at the laptop", "waiting"];
  for (const host of [desk, laptop]) {
    expect(await texts(host)).toEqual(all);
    expect(await host.app.syncStatus()).toMatchObject({ waiting: 0, rejected: 0 });
  }
});

test("A30b · on another machine it signs in again, and both devices sync", async () => {
  const setting = await serverAndDevices();
  const desk = await setting.synced("desk");
  const early = await write(desk, "early");
  await desk.app.syncNow();
  const name = await backUp(desk);
  await write(desk, "written since");
  await desk.app.syncNow();

  const from = join(setting.dir, "desk/backups");
  const other = await setting.device("other");
  await cp(from, join(setting.dir, "other/backups"), { recursive: true });
  await restore(other, name);
  expect(await texts(other)).toEqual(["early"]);
  expect((await other.app.syncStatus()).state).toBe("sign-in");
  expect(await other.app.signIn(alice.password)).toMatchObject({ ok: true });
  await other.app.updateMemo(early, { content: "early, edited on the other" });
  await write(other, "written on the other");
  await write(desk, "written at the desk");
  await meet([other, desk]);
  const all = [
    "early, edited on the other",
    "written at the desk",
    "written on the other",
    "written since",
  ];
  expect(await texts(other)).toEqual(all);
  expect(await texts(desk)).toEqual(all);
});

test("A29a · no backup contains a credential, even after disconnecting", async () => {
  const setting = await serverAndDevices();
  const desk = await setting.synced("desk");
  await write(desk, "early");
  await desk.app.syncNow();
  const tokenOf = async (): Promise<string> => {
    const file = join(setting.dir, "desk/tidemark.db");
    const opened = await openDatabase({ file, role: "device" });
    const token = await opened.database.read(({ meta }) => meta.get(serverTokenKey));
    await opened.close();
    return token ?? "";
  };
  await backUp(desk);
  await desk.close();
  const token = await tokenOf();
  expect(token).not.toBe("");
  const again = await setting.device("desk");
  await again.app.disconnect();
  await backUp(again);
  const backups = join(setting.dir, "desk/backups");
  expect(filesWith(backups, "early")).toHaveLength(2);
  expect(filesWith(backups, token)).toEqual([]);
});
