import type { Caller } from "@tidemark/core/model";
import { profileOwner, remoteCaller } from "./callers.ts";
import { Crash } from "./crash.ts";
import type { DeviceProcess } from "./device-process.ts";
import { Broken } from "./failure.ts";
import { end } from "./processes.ts";
import type { ReplicaFile } from "./replica-file.ts";
import type { ServerProcess } from "./server-process.ts";
import type { SimDevice, World } from "./world.ts";

/** Author of a step: a user on a device, or an API client. */
export interface Writer {
  readonly name: string;
  readonly file: ReplicaFile;
  readonly process: DeviceProcess | ServerProcess;
  readonly caller: Caller;
  readonly device: SimDevice | null;
}

/** Returns the writer, or null while its process isn't running. */
export async function writerOf(world: World, on: string): Promise<Writer | null> {
  if (on.startsWith("api:")) {
    const { process, file } = world.server;
    if (process === null) return null;
    const user = on.slice("api:".length);
    return { name: on, file, process, caller: remoteCaller(world, user, "API"), device: null };
  }
  const device = world.devices.get(on);
  if (device === undefined || device.process === null) return null;
  const caller = await profileOwner(world, device);
  return { name: on, file: device.file, process: device.process, caller, device };
}

/** Performs a step's work, which a crash of the writer's process may interrupt. */
export async function attempt(
  world: World,
  writer: Writer,
  step: { readonly do: string; readonly on: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Crash || writer.process.life.isOver) {
      if (writer.device === null) world.server.process = null;
      else if (writer.device.process === writer.process) end(world, writer.device);
    } else if (error instanceof Broken) {
      throw error;
    } else {
      throw new Broken("throws", `${step.do} on ${step.on}: ${(error as Error).stack ?? ""}`);
    }
  }
}
