import { NetworkError } from "./network.ts";
import { nowCalled } from "./older-peers.ts";
import type { World } from "./world.ts";
import { end, openDevice, openServer } from "./processes.ts";

/** Restarts the peer as this version. Its messages under way are lost. */
export async function upgrade(world: World, peer: string): Promise<void> {
  if (!world.older.delete(peer)) return;
  if (peer === "server") {
    world.server.process = null;
    for (const message of [...world.network.all()]) {
      world.network.remove(message);
      message.settle({ error: new NetworkError("reset") });
    }
    for (const { process } of world.devices.values()) if (process) process.hasGreeted = false;
    await openServer(world);
    return;
  }
  const device = world.devices.get(peer);
  if (device === undefined) return;
  device.process?.life.endAt(0);
  end(world, device);
  await device.file.peek.write(async ({ deferred }) => {
    for (const { kind, entity, seq, payload } of await deferred.all()) {
      const known = nowCalled(kind);
      if (known === null) continue;
      const change = JSON.parse(payload) as object;
      await deferred.remove(kind, entity);
      await deferred.put(known, entity, seq, JSON.stringify({ ...change, kind: known }));
    }
  });
  await openDevice(world, device);
}
