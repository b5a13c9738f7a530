import type { DeviceReplica, World } from "./replicas.ts";

/** A device of a user that keeps what others show to everybody, and has all of it. */
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
