import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chaosDevice, chaosServer, type ChaosProcess } from "./chaos-process.ts";
import { checkOutcome, type Outcome } from "./check-outcome.ts";
import { type Fault, startFaultyProxy } from "./faulty-proxy.ts";
import { freePort } from "./free-port.ts";

const admin = { username: "alice", password: "correct horse" };
const names = ["desk", "laptop", "phone"] as const;
const faults: readonly Fault[] = ["none", "none", "slow", "slow", "cut", "half-open", "repeat"];

export interface ChaosReport extends Outcome {
  readonly kills: number;
  readonly suffered: Readonly<Record<Fault, number>>;
}

/**
 * Runs a server and three devices as real processes, each device behind a network that fails. All devices
 * write; every few seconds one of the four processes is killed and restarted. At the end the network
 * heals, everything settles and stops, and `checkOutcome` checks the files.
 */
export async function runChaos(options: {
  /** An empty folder. */
  readonly dir: string;
  readonly durationMs: number;
  readonly log: (line: string) => void;
}): Promise<ChaosReport> {
  const { dir, log } = options;
  const port = await freePort();
  const credentials = ["--admin-username", admin.username, "--admin-password", admin.password];
  const server = chaosServer(join(dir, "server"), port, credentials);
  let isCalm = true;
  await using proxy = await startFaultyProxy({
    targetPort: port,
    draw: () => (isCalm ? "none" : (faults[Math.floor(Math.random() * faults.length)] ?? "none")),
    random: Math.random,
  });
  const devices = names.map((name) => chaosDevice({ dir, url: proxy.url, names: [name] }));
  const processes: ChaosProcess[] = [server, ...devices];
  try {
    await Promise.all(processes.map((each) => each.start()));
    for (const device of devices) await device.ask({ type: "connect", ...admin });
    for (const device of devices) await device.ask({ type: "write" });
    isCalm = false;
    let kills = 0;
    const overMs = Date.now() + options.durationMs;
    while (Date.now() < overMs) {
      await delay(1_000 + Math.random() * 3_000);
      const victim = Math.floor(Math.random() * processes.length);
      log(`kill -9 ${["the server", ...names][victim] ?? ""}`);
      await processes[victim]?.kill();
      kills += 1;
      await delay(Math.random() * 1_500);
      await processes[victim]?.start();
      if (victim > 0) await devices[victim - 1]?.ask({ type: "write" });
    }
    proxy.heal();
    log("the network heals");
    // Twice: the others must still download what one device uploads in the first round.
    for (let round = 0; round < 2; round += 1) {
      for (const device of devices) await device.ask({ type: "settle", timeoutMs: 60_000 });
    }
    await Promise.all(devices.map((device) => device.stop()));
    await server.stop();
    return { ...(await checkOutcome(dir, names)), kills, suffered: proxy.suffered };
  } finally {
    await Promise.all(processes.map((each) => each.kill()));
  }
}
