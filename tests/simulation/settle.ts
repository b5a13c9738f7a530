import { checkAll } from "./check-all.ts";
import { checkRest } from "./check-rest.ts";
import { Broken } from "./failure.ts";
import { moveFiles } from "./move-files.ts";
import { onMessage, start, sync } from "./traffic.ts";
import { checkAllNotified, deliverToWebhooks } from "./webhooks.ts";
import type { World } from "./world.ts";
import { runAll } from "./processes.ts";

const maxRounds = 12;
const longestRetryMs = 7 * 3_600_000;

/** Ends all faults, syncs all replicas until nothing changes, and checks the laws that hold at rest. */
export async function settle(world: World): Promise<void> {
  await start(world, "server");
  for (const device of world.devices.values()) {
    device.isCut = false;
    device.isExpired = false;
    await start(world, device.name);
  }
  await deliverAll(world);
  let before = "";
  for (let round = 0; ; round += 1) {
    if (round === maxRounds) throw new Broken("rest", "the replicas do not come to rest");
    world.nowMs += 61_000;
    for (const device of world.devices.values()) {
      await start(world, device.name);
      await sync(world, device, "round");
      await runAll();
      await deliverAll(world);
      if (world.files.fates.size === 0) continue;
      moveFiles(world, device, "round");
      await runAll();
      await deliverAll(world);
    }
    waitForFiles(world);
    const now = standing(world);
    // A replica that crashed in this round hasn't received everything.
    if (now === before && isEverybodyUp(world)) break;
    before = now;
  }
  for (const { file } of world.devices.values()) {
    while (await file.peek.write(({ lateTexts }) => lateTexts.index(1000)));
  }
  await checkAll(world);
  await checkRest(world);
  // A planned crash may occur during the last deliveries.
  do {
    await start(world, "server");
    await deliverToWebhooks(world, "taken", world.nowMs + 2 * 86_400_000);
  } while (world.server.process === null);
  checkAllNotified(world);
}

function isEverybodyUp({ server, devices }: World): boolean {
  const processes = [server.process, ...[...devices.values()].map(({ process }) => process)];
  return processes.every((process) => process !== null && !process.life.isOver);
}

/** Returns the state that changes while there is anything left to sync. */
function standing(world: World): string {
  const files = [world.server.file, ...[...world.devices.values()].map((device) => device.file)];
  return JSON.stringify(
    files.map((file) => [
      file.all("SELECT * FROM counter"),
      file.all("SELECT * FROM cursor ORDER BY scope"),
      file.all("SELECT n, state, attempts FROM outbox ORDER BY n"),
      file.all("SELECT id, seq FROM memo ORDER BY id"),
      file.all("SELECT id, seq FROM attachment ORDER BY id"),
      file.all("SELECT * FROM blob_upload ORDER BY attachment"),
      file.all("SELECT * FROM blob_download ORDER BY sha256"),
    ]),
  );
}

/** Advances the time to retries of corrupted downloads. */
function waitForFiles(world: World): void {
  for (const { file } of world.devices.values()) {
    const retries = file.all<{ at: number }>("SELECT retry_ms AS at FROM blob_download");
    for (const { at } of retries) {
      if (at > world.nowMs && at < world.nowMs + longestRetryMs) world.nowMs = at;
    }
  }
}

async function deliverAll(world: World): Promise<void> {
  for (let n = 0; ; n += 1) {
    const [message] = world.network.all();
    if (message === undefined) return;
    if (n === 2000) throw new Broken("rest", `a device goes on to call ${message.method}`);
    await start(world, "server");
    await start(world, message.device);
    await onMessage(world, message, "deliver");
    await runAll();
    await checkAll(world);
  }
}
