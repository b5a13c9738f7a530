import { beginEpoch } from "@tidemark/core/sync/server";
import { startDevice } from "./device-process.ts";
import { startServer } from "./server-process.ts";
import type { SimDevice, World } from "./world.ts";

export async function newEpoch(world: World): Promise<void> {
  await world.server.file.peek.write(({ meta }) => beginEpoch(meta, epochName(world), world.nowMs));
}

/** Returns a name that no epoch had before. */
export function epochName({ server }: World): string {
  server.epochs += 1;
  return `epoch-${server.epochs}`;
}

export async function openServer(world: World): Promise<void> {
  const { server } = world;
  server.process = await startServer({
    file: server.file,
    disk: server.disk,
    wallMs: () => world.nowMs,
    newId: () => world.newId(),
    newEpoch: () => epochName(world),
    onChange: (change) => server.changes.push(change),
    contentBytes: () => server.contentBytes,
  });
}

export async function openDevice(world: World, device: SimDevice): Promise<void> {
  device.process = await startDevice({
    file: device.file,
    disk: device.disk,
    node: device.node,
    wallMs: () => world.nowMs + device.driftMs,
    newId: () => world.newId(),
    textClientId: () => world.newClientId(),
  });
}

export function newDevice(
  given: Pick<SimDevice, "name" | "user" | "node" | "file" | "disk" | "driftMs" | "isBound">,
): SimDevice {
  return {
    ...given,
    dropped: new Set(),
    process: null,
    isCut: false,
    isExpired: false,
    lastPull: null,
    cursors: { epoch: null, seqs: new Map() },
    hasDeferred: false,
    shown: new Map(),
    othersMemos: new Set(),
    checkedVersion: -1,
  };
}

/** Ends a device's process and discards its calls. */
export function end(world: World, device: SimDevice): void {
  device.process = null;
  world.network.dropAllOf(device.name);
}

/** Runs everything that doesn't wait for the network. */
export async function runAll(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
