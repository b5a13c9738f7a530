import type { DeviceReplica, World } from "./replicas.ts";

/** Creates a device of a user that stores other users' public memos, and syncs all of them. */
export async function publicReader(
  world: World,
  name: string,
  user: string,
): Promise<DeviceReplica> {
  const device = await world.device(name, `users/${user}`);
  await device.connect();
  await device.sync.setFollowPublic(true);
  await device.syncAll();
  return device;
}
