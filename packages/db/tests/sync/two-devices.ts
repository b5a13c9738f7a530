import { createWorld, type DeviceReplica, must } from "./replicas.ts";

/** Creates a world with two connected devices of one user, and a memo that both have. */
export async function twoDevices(content: string) {
  const world = await createWorld();
  const desk = await world.device("desk");
  const laptop = await world.device("laptop");
  const { id } = must(await desk.memos.create(await desk.caller(), { content }));
  for (const device of [desk, laptop]) {
    await device.connect();
    await device.syncAll();
  }
  return { world, desk, laptop, id };
}

/** Replaces the text of a memo on a device. */
export async function edit(device: DeviceReplica, id: string, content: string): Promise<void> {
  must(await device.memos.update(await device.caller(), id, { content }));
}
