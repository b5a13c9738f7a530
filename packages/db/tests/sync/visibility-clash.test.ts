import type { Visibility } from "@tidemark/core/model";
import type { PushRequest } from "@tidemark/core/sync/protocol";
import { describe, expect, test } from "vitest";
import { publicReader } from "./public-reader.ts";
import { createWorld, type DeviceReplica, must, type World } from "./replicas.ts";
import { lostChoices } from "@tidemark/core/sync/server";

const clash = "visibility-clash";

/** Returns a device's log entries of visibility clashes. */
async function notices({ database }: DeviceReplica): Promise<string[]> {
  const log = await database.read(({ syncLog }) => syncLog.list(50));
  return log.map(({ code }) => code).filter((code) => code === clash);
}

async function choose(device: DeviceReplica, id: string, visibility: Visibility): Promise<void> {
  must(await device.memos.update(await device.caller(), id, { visibility }));
}

/** Creates three devices of Alice's with one public memo. */
async function threeDevices(world: World): Promise<{ id: string; devices: DeviceReplica[] }> {
  const devices: DeviceReplica[] = [];
  for (const name of ["desk", "laptop", "tablet"]) {
    devices.push(await publicReader(world, name, "alice"));
  }
  const [desk] = devices;
  if (desk === undefined) throw new Error("there is no device");
  const content = { content: "a", visibility: "PUBLIC" } as const;
  const { id } = must(await desk.memos.create(await desk.caller(), content));
  for (const device of devices) await device.syncAll();
  return { id, devices };
}

describe("S4 · two devices that change the visibility of a memo", () => {
  test.each([
    ["PROTECTED", "PRIVATE", 1],
    ["PRIVATE", "PROTECTED", 0],
  ] as const)(
    "first to %s, then to %s: the later device is notified, the first %d times",
    async (first, second, heardFirst) => {
      await using world = await createWorld();
      const { id, devices } = await threeDevices(world);
      const [desk, laptop, tablet] = devices as [DeviceReplica, DeviceReplica, DeviceReplica];
      await choose(desk, id, first);
      await choose(laptop, id, second);
      for (const device of [desk, tablet, laptop, desk, tablet]) await device.syncAll();
      expect(await notices(laptop)).toEqual([clash]);
      expect(await notices(desk)).toHaveLength(heardFirst);
      expect(await notices(tablet)).toEqual([]);
      for (const { database } of devices) {
        expect((await database.read(({ memos }) => memos.find(id)))?.visibility).toBe("PRIVATE");
      }
      // Later changes cause no further notices.
      must(await laptop.memos.update(await laptop.caller(), id, { content: "b" }));
      for (const device of [laptop, desk]) await device.syncAll();
      await choose(desk, id, "PROTECTED");
      for (const device of [desk, laptop]) await device.syncAll();
      await choose(laptop, id, "PUBLIC");
      for (const device of [laptop, desk]) await device.syncAll();
      expect(await notices(laptop)).toEqual([clash]);
      expect(await notices(desk)).toHaveLength(heardFirst);
    },
  );

  test("S4a · the first is told once, also where it hears of it with the answer to another change", async () => {
    await using world = await createWorld();
    const { id, devices } = await threeDevices(world);
    const [desk, laptop] = devices as [DeviceReplica, DeviceReplica];
    await choose(desk, id, "PROTECTED");
    await choose(laptop, id, "PRIVATE");
    for (const device of [desk, laptop]) await device.syncAll();
    must(await desk.memos.update(await desk.caller(), id, { content: "b" }));
    await desk.syncAll();
    await desk.syncAll();
    expect(await notices(desk)).toEqual([clash]);
  });

  test("S4a · the first is told once, also where the answer to its choice was lost", async () => {
    await using world = await createWorld();
    const { id, devices } = await threeDevices(world);
    const [desk, laptop] = devices as [DeviceReplica, DeviceReplica];
    await choose(desk, id, "PROTECTED");
    await choose(laptop, id, "PRIVATE");
    const unheard = {
      ...desk.transport,
      push: async (request: PushRequest): Promise<never> => {
        await desk.transport.push(request);
        throw new Error("the answer was lost");
      },
    };
    await expect(desk.sync.push(unheard)).rejects.toThrow("lost");
    await laptop.syncAll();
    await desk.sync.pull(desk.transport);
    await desk.syncAll();
    expect(await notices(desk)).toEqual([clash]);
  });

  test.each(["a device", "a client of the API"] as const)(
    "leave no note on the server once the memo is purged by %s",
    async (by) => {
      await using world = await createWorld();
      const { id, devices } = await threeDevices(world);
      const [desk, laptop] = devices as [DeviceReplica, DeviceReplica];
      await choose(desk, id, "PROTECTED");
      await choose(laptop, id, "PRIVATE");
      for (const device of [desk, laptop]) await device.syncAll();
      const { server } = world;
      const noted = async (): Promise<boolean> =>
        (await server.database.read((stores) => lostChoices(stores, [id]))).has(id);
      expect(await noted()).toBe(true);
      const memos = by === "a device" ? desk.memos : server.memos;
      const caller = by === "a device" ? await desk.caller() : server.caller("users/alice");
      must(await memos.trash(caller, id));
      must(await memos.purge(caller, id));
      for (const device of devices) await device.syncAll();
      expect(await noted()).toBe(false);
      for (const { database } of devices) {
        const left = await database.read((stores) => lostChoices(stores, [id]));
        expect(left.size).toBe(0);
      }
    },
  );

  test("S4b · a choice that is made again in view of the other, before the first was sent, stands", async () => {
    await using world = await createWorld();
    const { id, devices } = await threeDevices(world);
    const [desk, laptop] = devices as [DeviceReplica, DeviceReplica];
    await choose(desk, id, "PRIVATE");
    await desk.syncAll();
    await choose(laptop, id, "PROTECTED");
    await laptop.sync.pull(laptop.transport);
    const shown = async ({ database }: DeviceReplica): Promise<Visibility | undefined> =>
      (await database.read(({ memos }) => memos.find(id)))?.visibility;
    expect(await shown(laptop)).toBe("PRIVATE");
    await choose(laptop, id, "PUBLIC");
    for (const device of [laptop, desk, laptop]) {
      await device.syncAll();
      expect(await shown(device)).toBe("PUBLIC");
      expect(await notices(device)).toEqual([]);
    }
  });

  test("to the same visibility, or one after the other, cause no notice", async () => {
    await using world = await createWorld();
    const desk = await publicReader(world, "desk", "alice");
    const laptop = await publicReader(world, "laptop", "alice");
    const { id } = must(
      await desk.memos.create(await desk.caller(), { content: "a", visibility: "PUBLIC" }),
    );
    for (const device of [desk, laptop]) await device.syncAll();
    for (const device of [desk, laptop]) {
      must(await device.memos.update(await device.caller(), id, { visibility: "PRIVATE" }));
    }
    for (const device of [desk, laptop, desk]) await device.syncAll();
    must(await laptop.memos.update(await laptop.caller(), id, { visibility: "PROTECTED" }));
    for (const device of [laptop, desk]) await device.syncAll();
    must(await desk.memos.update(await desk.caller(), id, { visibility: "PUBLIC" }));
    for (const device of [desk, laptop]) await device.syncAll();
    for (const { database } of [desk, laptop]) {
      expect(await database.read(({ syncLog }) => syncLog.list(50))).toEqual([]);
    }
  });
});
