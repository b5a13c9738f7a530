import type { Caller } from "@tidemark/core/model";
import { accountKey, followedSpaces, isEvictingPublic } from "@tidemark/core/sync/device";
import { spacesOf } from "./members.ts";
import { callerOf } from "./server-process.ts";
import type { SimDevice, World } from "./world.ts";
import { asUserReference } from "@tidemark/core/names";

/** Returns the server's caller for a user, on one of their devices or through the API. */
export function remoteCaller(world: World, user: string, device: string): Caller {
  return callerOf(asUserReference(user), spacesOf(world, user), device);
}

/** Returns the caller of a device's profile, as the host determines it. */
export async function profileOwner(world: World, device: SimDevice): Promise<Caller> {
  const { account, spaces, hidesPublic } = await device.file.peek.read(async (stores) => ({
    account: await stores.meta.get(accountKey),
    spaces: await followedSpaces(stores),
    hidesPublic: await isEvictingPublic(stores),
  }));
  return { ...callerOf(account ?? "users/local", spaces, device.name), hidesPublic };
}
