import type { Caller } from "@tidemark/core/model";
import { accountKey, followedSpaces, isEvictingPublic } from "@tidemark/core/sync/device";
import { spacesOf } from "./members.ts";
import { callerOf } from "./server-process.ts";
import type { SimDevice, World } from "./world.ts";
import { asUserReference } from "@tidemark/core/names";

/** A user as the server knows them, from a device of theirs or through the API. */
export function remoteCaller(world: World, user: string, device: string): Caller {
  return callerOf(asUserReference(user), spacesOf(world, user), device);
}

/** The owner of a profile, as the host says it. */
export async function profileOwner(world: World, device: SimDevice): Promise<Caller> {
  const { account, spaces, hidesPublic } = await device.file.peek.read(async (stores) => ({
    account: await stores.meta.get(accountKey),
    spaces: await followedSpaces(stores),
    hidesPublic: await isEvictingPublic(stores),
  }));
  return { ...callerOf(account ?? "users/local", spaces, device.name), hidesPublic };
}
