import { Crash } from "./crash.ts";
import type { DeviceProcess } from "./device-process.ts";
import { type Message, NetworkError } from "./network.ts";
import { serveMessage } from "./serve-message.ts";
import { asNewer, checkDeferred } from "./unknown-things.ts";
import type { PullFacts, SimDevice, World } from "./world.ts";
import { end, openDevice, openServer, runAll } from "./processes.ts";
import { serverEpochKey } from "@tidemark/core/sync/device";
import { scopeEntries } from "@tidemark/core/model";

/** Starts the server or a device unless it is running. */
export async function start(world: World, on: string): Promise<void> {
  if (on === "server") {
    if (world.server.process === null) await openServer(world);
    return;
  }
  const device = world.devices.get(on);
  if (device !== undefined && device.process === null) await openDevice(world, device);
}

/** Returns a transport that sends any call of the protocol over the world's network. */
function transportOf(world: World, device: SimDevice): never {
  const call = async (method: string, payload: unknown): Promise<unknown> => {
    if (device.isCut) throw new NetworkError("offline");
    return world.network.call(device.name, method, limited(world, method, payload));
  };
  return new Proxy(
    {},
    { get: (_target, method) => (payload: unknown) => call(String(method), payload) },
  ) as never;
}

/** Limits pages and pushes to the script's sizes, so a few memos fill many. */
function limited(world: World, method: string, payload: unknown): unknown {
  if (method === "pull" || method === "snapshot")
    return { ...(payload as object), maxBytes: world.script.pageBytes };
  if (method !== "push") return payload;
  const { ops } = payload as { ops: unknown[] };
  const push = { ...(payload as object), ops: ops.slice(0, world.script.pushOps) };
  return world.script.isNewer === true ? asNewer(push) : push;
}

/** Binds a device to its account, in the background. */
export async function connect(world: World, device: SimDevice): Promise<void> {
  const { process } = device;
  if (process === null || process.running > 0) return;
  background(world, device, process, async () => {
    const transport = transportOf(world, device) as { hello(): Promise<never> };
    await process.sync.adopt(await transport.hello(), "http://server.test");
    device.isBound = true;
  });
}

/** Starts a round of sync, or a push or pull alone, in the background. */
export async function sync(
  world: World,
  device: SimDevice,
  what: "round" | "push" | "pull",
): Promise<void> {
  const { process } = device;
  if (process === null || !device.isBound || process.running > 2) return;
  background(world, device, process, async () => {
    const transport = transportOf(world, device);
    if (!process.hasGreeted) await process.sync.greet(transport);
    process.hasGreeted = true;
    if (what !== "pull") await process.sync.push(transport);
    if (what === "push") return;
    await process.sync.pull(transport);
    // Indexes only a memo or two; the rest stays pending for later crashes and edits.
    await process.database.write(({ lateTexts }) => lateTexts.index(20));
  });
}

/** Runs work of a device's process that may wait for the network. */
export function background(
  world: World,
  device: SimDevice,
  process: DeviceProcess,
  work: () => Promise<void>,
): void {
  process.running += 1;
  void work()
    .catch((error: unknown) => {
      process.hasGreeted = false;
      if (error instanceof Crash || process.life.isOver) {
        if (device.process === process) end(world, device);
      } else if (!(error instanceof NetworkError)) {
        world.thrown ??= error instanceof Error ? error : new Error(String(error));
      }
    })
    .finally(() => {
      process.running -= 1;
    });
}

/** Delivers, drops, repeats or times out a message. */
export async function onMessage(
  world: World,
  message: Message,
  what: "deliver" | "drop" | "repeat" | "time-out",
): Promise<void> {
  switch (what) {
    case "drop":
      world.network.remove(message);
      message.settle({ error: new NetworkError("lost") });
      return;
    case "time-out":
      message.settle({ error: new NetworkError("timed out") });
      return;
    case "repeat":
      if (message.answer === null) await serveMessage(world, message);
      return;
    case "deliver":
      if (message.answer === null) message.answer = await serveMessage(world, message);
      else await giveAnswer(world, message);
  }
}

async function giveAnswer(world: World, message: Message): Promise<void> {
  const { answer } = message;
  const device = world.devices.get(message.device);
  world.network.remove(message);
  if (answer === null || device === undefined || message.isSettled()) return;
  message.settle(answer);
  await runAll();
  // A snapshot may contain memos that became readable since the last pull.
  if (message.method === "snapshot") device.lastPull = null;
  if (message.method !== "pull" || answer.error !== null) return;
  const page = answer.value as { type: string };
  if (page.type !== "page" || !(await wasTaken(device, answer.value))) return;
  checkDeferred(device.name, device.file, page);
  if (answer.facts !== null) device.lastPull = answer.facts as PullFacts;
  else if (device.lastPull !== null) device.lastPull = withBrought(device.lastPull, answer.value);
}

/**
 * Adds a page's rows to the readable ones: more pages follow, and these rows were readable when it was
 * made.
 */
function withBrought(facts: PullFacts, value: unknown): PullFacts {
  const { changes } = value as { changes: readonly { kind: string; entity: string; op: string }[] };
  const brought = (kind: string): string[] =>
    changes.flatMap((each) => (each.kind === kind && each.op === "up" ? [each.entity] : []));
  return {
    ...facts,
    readable: new Set([...facts.readable, ...brought("memo")]),
    files: new Set([...facts.files, ...brought("attachment")]),
  };
}

/** Returns true if the device's cursors are at the end of the page. */
async function wasTaken(device: SimDevice, value: unknown): Promise<boolean> {
  const page = value as { epoch: string; next: Record<string, number> };
  return device.file.peek.read(async ({ meta, cursors }) => {
    const at = await cursors.all();
    const fits = scopeEntries(page.next).every(([scope, seq]) => (at.get(scope) ?? 0) === seq);
    // A page may add a scope to follow, whose cursor is at 0.
    const isOnlyBegun = [...at].every(([scope, seq]) => scope in page.next || seq === 0);
    return fits && isOnlyBegun && (await meta.get(serverEpochKey)) === page.epoch;
  });
}
