import { checkDevice } from "./check-device.ts";
import { checkDeviceFiles, checkServerFiles } from "./check-files.ts";
import { checkServer } from "./check-server.ts";
import { Broken } from "./failure.ts";
import type { World } from "./world.ts";

/** Checks every law that holds at any time, not only at rest. */
export async function checkAll(world: World): Promise<void> {
  if (world.thrown !== null) {
    throw new Broken("throws", world.thrown.stack ?? world.thrown.message);
  }
  await checkServer(world);
  for (const device of world.devices.values()) await checkDevice(world, device);
  if (world.files.fates.size === 0) return;
  await checkServerFiles(world);
  for (const device of world.devices.values()) await checkDeviceFiles(device);
}
