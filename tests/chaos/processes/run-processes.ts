import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startPostgres } from "../../../scripts/postgres/start-postgres.ts";
import { createRandom, type Random } from "../../simulation/random.ts";
import { chaosDevice, type ChaosDevice } from "../chaos-process.ts";
import { checkAccepted, compareDevices, type Outcome, shownOf } from "../check-outcome.ts";
import { type Fault, startFaultyProxy } from "../faulty-proxy.ts";
import { type ChaosClient, createApi } from "./api.ts";
import { startBalancer } from "./balancer.ts";
import { checkDeliveries, checkEvents, checkFiles, checkTexts } from "./check-instance.ts";
import { startDeliveryReceiver } from "./delivery-receiver.ts";
import { type EventListener, startEventListener } from "./event-listener.ts";
import { createFileSender } from "./file-sender.ts";
import { countPending, readEpoch, readInstance } from "./look-at-instance.ts";
import { killOn } from "./kill-on.ts";
import { createMemoMaker } from "./memo-maker.ts";
import { type Account, prepareUsers } from "./prepare-users.ts";
import { startInstance } from "./server-processes.ts";
import { createSessionEnder } from "./session-ender.ts";
import { createSettingChanger } from "./setting-changer.ts";
import { createTextWriter } from "./text-writer.ts";

/** Owner of the devices, and of scripts that create memos for them. */
const admin: Account = { username: "alice", password: "correct horse" };
/** User for whom only scripts write; webhooks and event streams follow these writes. */
const scripted: Account = { username: "bob", password: "battery staple" };
/** User who signs in and out. */
const guest: Account = { username: "carol", password: "stapled horses" };

const faults: readonly Fault[] = ["none", "none", "slow", "slow", "cut", "half-open", "repeat"];
const webhooks = 3;
/** Maximum time for scripts to finish their last action after everything has healed. */
const doneMs = 90_000;

export interface ProcessesReport extends Outcome {
  readonly kills: number;
  readonly suffered: Readonly<Record<Fault, number>>;
  /** Number of memos that scripts write to; the next three count completed files, events and posts. */
  readonly texts: number;
  readonly files: number;
  readonly events: number;
  readonly posts: number;
}

export interface ProcessesOptions {
  /** An empty folder. */
  readonly dir: string;
  readonly processes: number;
  readonly devices: readonly string[];
  readonly durationMs: number;
  readonly seed: number;
  /**
   * True if PostgreSQL is killed too and webhooks fail sometimes, which lengthens the wait at the end.
   */
  readonly isLong: boolean;
  readonly log: (line: string) => void;
}

/**
 * Runs several servers over one PostgreSQL behind a balancer, devices behind networks that fail, and
 * scripts. All of them write; every few seconds a program is killed and restarted, PostgreSQL too if
 * `isLong`. At the end everything heals and settles, and the stored data is checked.
 */
export async function runProcesses(options: ProcessesOptions): Promise<ProcessesReport> {
  const { dir, log } = options;
  const random = createRandom(options.seed);
  const violations: string[] = [];
  const onFault = (fault: string): void => {
    // Retries report the same fault each time.
    if (violations.includes(fault)) return;
    log(fault);
    violations.push(fault);
  };
  await using postgres = await startPostgres({ durable: true });
  const database = await postgres.databases.create("tidemark");
  await using receiver = await startDeliveryReceiver({ random, fails: options.isLong });
  const hooks = Array.from({ length: webhooks }, (_, at) => `${receiver.url}/${at}`);
  let tokens = { admin: "", scripted: "" };
  await using instance = await startInstance({
    dir,
    database,
    count: options.processes,
    admin,
    async prepare(url) {
      tokens = await prepareUsers(createApi(url, onFault), { admin, scripted, guest, hooks });
    },
    onFault,
  });
  const { processes } = instance;
  const epoch = await readEpoch(database);
  await using balancer = await startBalancer(processes.map(({ port }) => port));
  const api = createApi(balancer.url, onFault);

  let isCalm = true;
  await using proxy = await startFaultyProxy({
    targetPort: balancer.port,
    draw: () => (isCalm ? "none" : random.pick(faults)),
    random: random.next,
  });
  await using stack = new AsyncDisposableStack();
  const device = (name: string, url: string): ChaosDevice =>
    stack.adopt(chaosDevice({ dir, url, names: [name] }), (each) => each.kill());
  const devices = options.devices.map((name) => device(name, proxy.url));
  await Promise.all(devices.map((each) => each.start()));
  for (const each of devices) await each.ask({ type: "connect", ...admin });

  const common = { api, random, onFault };
  const writers = ["ada", "ben"].map((name) =>
    createTextWriter({ ...common, name, token: tokens.scripted }),
  );
  const scripts = ["script-1", "script-2"];
  const makers = scripts.map((name) => {
    const acceptedFile = join(dir, `${name}.accepted`);
    writeFileSync(acceptedFile, "");
    return createMemoMaker({ ...common, name, token: tokens.admin, acceptedFile });
  });
  const senders = [0, 1].map(() => createFileSender({ ...common, token: tokens.scripted }));
  const others = [
    createSessionEnder({ api, account: guest, processes, onFault }),
    createSettingChanger({ api, token: tokens.admin, processes, onFault }),
  ];
  const listeners = [0, 1].map(() =>
    startEventListener({ url: balancer.url, token: tokens.scripted, onFault }),
  );
  stack.defer(() => Promise.all(listeners.map((each) => each.stop())).then(() => undefined));
  const over = new AbortController();
  stack.defer(() => over.abort());
  const running = [...writers, ...makers, ...senders, ...others].map((client) =>
    workOn(client, random, over.signal).catch((error: unknown) =>
      onFault(`a client: ${String(error)}`),
    ),
  );
  for (const each of devices) await each.ask({ type: "write" });
  isCalm = false;

  const outages = await killOn({
    ...options,
    random,
    instance,
    devices,
    postgres: options.isLong ? postgres : null,
  });

  proxy.heal();
  receiver.heal();
  log("everything heals");
  over.abort();
  const areDone = Promise.all(running).then(() => true);
  if (await Promise.race([areDone, delay(doneMs, false)])) log("scripts are done");
  else onFault(`scripts are not done after ${doneMs} ms`);
  // Twice: the others must still download what one device uploads in the first round.
  for (let round = 0; round < 2; round += 1) {
    for (const [at, each] of devices.entries()) {
      const settled = each.ask({ type: "settle", timeoutMs: 60_000 });
      await settled.catch((error: unknown) => onFault(`${options.devices[at]}: ${String(error)}`));
    }
  }
  log("devices have settled");
  await untilDelivered(database, options.isLong ? 150_000 : 75_000);
  log("deliveries are made");
  await Promise.all(devices.map((each) => each.stop()));
  const fresh = device("fresh", balancer.url);
  await fresh.start();
  await fresh.ask({ type: "connect", ...admin });
  await fresh.ask({ type: "settle", timeoutMs: 60_000 });
  await fresh.stop();

  const rows = await readInstance(database);
  violations.push(...(await checkTexts(writers, rows, { processes, token: tokens.scripted })));
  const expected = rows.eventIds(`users/${scripted.username}`);
  await heardUntil(listeners, expected.at(-1));
  violations.push(
    ...checkEvents(listeners, writers, expected),
    ...checkDeliveries(receiver.posts, outages, writers, { rows, webhooks }),
    ...checkFiles(senders, rows.received, instance.blobs),
  );
  const own = rows.memos.filter(({ creator }) => creator === `users/${admin.username}`);
  const shown = shownOf(own);
  violations.push(...(await compareDevices(dir, [...options.devices, "fresh"], shown)));
  const { accepted, lost } = checkAccepted(dir, [...options.devices, ...scripts], shown);
  violations.push(...lost);
  await Promise.all(processes.map((each) => each.stop()));
  const epochAtEnd = await readEpoch(database);
  if (epochAtEnd !== epoch) violations.push(`a false rollback: epoch ${epoch}, then ${epochAtEnd}`);
  return {
    memos: rows.memos.length,
    accepted,
    violations,
    kills: outages.length,
    suffered: proxy.suffered,
    texts: writers.reduce((sum, { possible }) => sum + possible.size, 0),
    files: senders.reduce((sum, { whole }) => sum + whole.size, 0),
    events: expected.length,
    posts: [...receiver.posts.values()].reduce((sum, posts) => sum + posts.length, 0),
  };
}

async function workOn(client: ChaosClient, random: Random, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await client.work();
    await delay(random.below(100));
  }
}

/** Waits until no delivery is pending, or the time is over; `checkDeliveries` reports the rest. */
async function untilDelivered(database: string, timeoutMs: number): Promise<void> {
  const giveUpMs = Date.now() + timeoutMs;
  while ((await countPending(database)) > 0 && Date.now() < giveUpMs) await delay(250);
}

async function heardUntil(
  listeners: readonly EventListener[],
  last: string | undefined,
): Promise<void> {
  const giveUpMs = Date.now() + 10_000;
  while (listeners.some(({ heard }) => heard.at(-1)?.id !== last) && Date.now() < giveUpMs) {
    await delay(50);
  }
}
