import { Crash } from "./crash.ts";
import { checkAll } from "./check-all.ts";
import { filesIn } from "./check-files.ts";
import { fileStep } from "./file-step.ts";
import { setMembers } from "./members.ts";
import { NetworkError } from "./network.ts";
import { restoreServer } from "./restore-server.ts";
import { writeRegister } from "./register-step.ts";
import type { Step } from "./script.ts";
import { createSimDisk } from "./sim-disk.ts";
import { settle } from "./settle.ts";
import { upgrade } from "./upgrade-step.ts";
import { quietMonth, upkeep } from "./upkeep-step.ts";
import { deliverToWebhooks } from "./webhooks.ts";
import { connect, onMessage, start, sync } from "./traffic.ts";
import type { SimDevice, World } from "./world.ts";
import { write } from "./write-step.ts";
import { end, newDevice, openDevice, runAll } from "./processes.ts";

/** Performs one step, runs everything that it started, and checks every law that holds at any time. */
export async function applyStep(world: World, step: Step): Promise<void> {
  world.nowMs += 37;
  await doStep(world, step);
  await runAll();
  await checkAll(world);
}

/** Maximum time for a call to receive its response; also the maximum time that a request is under way. */
const longestCallMs = 3_600_000;

function giveUpCalls({ network }: World): void {
  for (const message of [...network.all()]) {
    network.remove(message);
    message.settle({ error: new NetworkError("timed out") });
  }
}

async function doStep(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case "wait":
      world.nowMs += step.ms;
      if (step.ms >= longestCallMs) giveUpCalls(world);
      return;
    case "device":
      return addDevice(world, step.as, step.user, step.driftMs);
    case "members":
      return setMembers(world, step.space, step.users);
    case "limit":
      world.server.contentBytes = step.bytes;
      return;
    case "backup":
      world.server.backup = {
        file: world.server.file.copy(),
        disk: world.server.disk.copy(),
        takenMs: world.nowMs,
      };
      return;
    case "restore-server":
      return restoreServer(world, "as-told", step.isBare === true);
    case "roll-back-server":
      return restoreServer(world, "behind-its-back", false);
    case "upgrade":
      return upgrade(world, step.on);
    case "settle":
      return settle(world);
    case "upkeep":
      return upkeep(world);
    case "quiet-month":
      return quietMonth(world);
    case "tell-webhooks":
      return deliverToWebhooks(world, step.answer, world.nowMs);
    case "crash":
      return crash(world, step.on, step.statement);
    case "start":
      return start(world, step.on);
    case "create":
    case "edit":
    case "read":
    case "restore-revision":
    case "set-unknown":
    case "phrase":
    case "value":
    case "tick":
    case "set":
    case "trash":
    case "restore":
    case "purge":
    case "link":
    case "react":
    case "unreact":
      return write(world, step);
    case "set-setting":
    case "keep-view":
    case "drop-view":
      return writeRegister(world, step);
    case "attach":
    case "rename-file":
    case "link-file":
    case "set-files":
    case "remove-file":
    case "files":
    case "open-file":
    case "trim":
    case "sweep":
    case "cut-short":
    case "spoil":
      return fileStep(world, step);
    default: {
      const device = world.devices.get(step.on);
      if (device !== undefined) await onDevice(world, device, step);
    }
  }
}

type DeviceStep = Extract<
  Step,
  {
    do:
      | "connect"
      | "follow"
      | "unfollow"
      | "sync"
      | "deliver"
      | "drop"
      | "repeat"
      | "time-out"
      | "cut"
      | "mend"
      | "expire"
      | "sign-in"
      | "drift"
      | "clone";
  }
>;

async function onDevice(world: World, device: SimDevice, step: DeviceStep): Promise<void> {
  switch (step.do) {
    case "connect":
      return connect(world, device);
    case "follow":
      // Devices follow spaces automatically.
      return step.scope === "pub" ? followPublic(world, device, true) : undefined;
    case "unfollow":
      return followPublic(world, device, false);
    case "sync":
      return sync(world, device, step.what);
    case "deliver":
    case "drop":
    case "repeat":
    case "time-out": {
      const messages = world.network.of(device.name);
      const message =
        step.nth < 0 ? messages.at(step.nth) : messages[step.nth % Math.max(1, messages.length)];
      if (message !== undefined) await onMessage(world, message, step.do);
      return;
    }
    case "cut":
    case "mend":
      device.isCut = step.do === "cut";
      return;
    case "expire":
    case "sign-in":
      device.isExpired = step.do === "expire";
      return;
    case "drift":
      device.driftMs = step.ms;
      return;
    case "clone":
      return clone(world, device, step.as);
  }
}

async function addDevice(world: World, name: string, user: string, driftMs: number): Promise<void> {
  if (world.devices.has(name)) return;
  const file = world.room.create();
  const disk = createSimDisk();
  const device = newDevice({ name, user, node: name, file, disk, driftMs, isBound: false });
  world.devices.set(name, device);
  await openDevice(world, device);
}

/**
 * Copies a device's profile: the copy has the same stream and clock node, and is independent from then
 * on.
 */
async function clone(world: World, device: SimDevice, name: string): Promise<void> {
  if (world.devices.has(name)) return;
  const { user, node, driftMs, isBound } = device;
  const [file, disk] = [device.file.copy(), device.disk.copy()];
  const copy = newDevice({ name, user, node, file, disk, driftMs, isBound });
  for (const sha256 of device.dropped) copy.dropped.add(sha256);
  copy.lastPull = device.lastPull;
  // Both copies have the pending operations, so neither is their only writer.
  for (const id of device.file.memos().keys()) world.inClones.add(id);
  world.registers.addOthers();
  if (world.older.has(device.name)) world.older.add(name);
  for (const id of filesIn(device.file).keys()) world.files.fates.get(id)?.namers.add(name);
  world.devices.set(name, copy);
  await openDevice(world, copy);
}

async function crash(world: World, on: string, statement: number): Promise<void> {
  if (on === "server") {
    world.server.process?.life.endAt(statement);
    if (statement === 0) world.server.process = null;
    return;
  }
  const device = world.devices.get(on);
  device?.process?.life.endAt(statement);
  if (device !== undefined && statement === 0) end(world, device);
}

async function followPublic(world: World, device: SimDevice, isOn: boolean): Promise<void> {
  try {
    await device.process?.sync.setFollowPublic(isOn);
    // At odd times, leaves the eviction to a later pull, as after a crash here.
    if (world.nowMs % 2 === 0) await device.process?.sync.evictUnfollowed();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    end(world, device);
  }
}
