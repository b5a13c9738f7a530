import { type DeviceDatabase, toHex } from "@tidemark/core";
import { createHybridClock, type HybridClock } from "@tidemark/core/clock";
import { newestStampKey } from "@tidemark/core/commit";
import { deviceIdKey } from "@tidemark/core/sync/device";
import type { Platform } from "../platform/platform.ts";

/**
 * Opens the clock that stamps this device's writes, with an id created on first use. It continues after the
 * newest stamp that the profile has seen.
 */
export async function openClock(
  database: DeviceDatabase,
  { randomBytes }: Pick<Platform, "randomBytes">,
): Promise<HybridClock> {
  const { deviceId, newestStamp } = await database.write(async ({ meta }) => {
    const known = await meta.get(deviceIdKey);
    const id = known ?? toHex(randomBytes(8));
    if (known === null) await meta.set(deviceIdKey, id);
    return { deviceId: id, newestStamp: await meta.get(newestStampKey) };
  });
  const clock = createHybridClock({ node: deviceId, wallMs: Date.now });
  if (newestStamp !== null) clock.observe(newestStamp);
  return clock;
}
