import type { World } from "./world.ts";

/** Whether a peer (`server`, or a device) is still of the version that lacks some kinds. */
export function isOlder(world: World, peer: string): boolean {
  return world.older.has(peer);
}
