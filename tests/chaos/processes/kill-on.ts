import { setTimeout as delay } from "node:timers/promises";
import type { TestPostgres } from "../../../scripts/postgres/start-postgres.ts";
import type { Random } from "../../simulation/random.ts";
import type { ChaosDevice, ChaosProcess } from "../chaos-process.ts";
import type { Outage } from "./check-instance.ts";
import type { Instance } from "./server-processes.ts";

/**
 * Kills and restarts one of the programs every few seconds until the time is over: mostly a server
 * process, sometimes PostgreSQL, alone or together with one. Stops some processes cleanly, like a rolling
 * update. Returns the outages, except those of devices.
 */
export async function killOn(options: {
  readonly durationMs: number;
  readonly random: Random;
  readonly instance: Instance;
  readonly devices: readonly ChaosDevice[];
  /** `null` if PostgreSQL isn't killed. */
  readonly postgres: Pick<TestPostgres, "kill" | "restart"> | null;
  readonly log: (line: string) => void;
}): Promise<Outage[]> {
  const { random, devices, postgres, log } = options;
  const outages: Outage[] = [];
  const { processes } = options.instance;
  const away = async (
    end: () => Promise<void>,
    begin: () => Promise<void>,
    isStop = false,
  ): Promise<void> => {
    const fromMs = Date.now();
    await end();
    await delay(random.below(1_500));
    await begin();
    outages.push({ fromMs, toMs: Date.now(), isStop });
  };

  const overMs = Date.now() + options.durationMs;
  while (Date.now() < overMs) {
    await delay(1_000 + random.below(4_000));
    const choice = random.next();
    const victim = random.pick(processes);
    if (choice < 0.2 && devices.length > 0) {
      log("kill -9 a device");
      await restartDevice(random.pick(devices));
    } else if (choice < 0.3 && postgres !== null) {
      log("kill -9 PostgreSQL");
      await away(postgres.kill, postgres.restart);
    } else if (choice < 0.35 && postgres !== null) {
      log(`kill -9 PostgreSQL and ${victim.name}`);
      await away(
        () => Promise.all([postgres.kill(), victim.kill()]).then(() => undefined),
        () => postgres.restart().then(victim.start),
      );
    } else if (choice < 0.45) {
      log(`stop ${victim.name}`);
      await away(victim.stop, victim.start, true);
    } else {
      log(`kill -9 ${victim.name}`);
      await away(victim.kill, victim.start);
    }
  }
  return outages;
}

async function restartDevice(device: ChaosDevice & ChaosProcess): Promise<void> {
  await device.kill();
  await device.start();
  await device.ask({ type: "write" });
}
