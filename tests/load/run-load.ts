import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { MemoRecord } from "@tidemark/core/model";
import { openDatabase } from "@tidemark/db/node";
import { withAllStores } from "../../packages/db/tests/all-stores.ts";
import { startPostgres } from "../../scripts/postgres/start-postgres.ts";
import { chaosDevice, type ChaosDevice } from "../chaos/chaos-process.ts";
import { checkAccepted, compareDevices, shownOf } from "../chaos/check-outcome.ts";
import { readInstance } from "../chaos/processes/look-at-instance.ts";
import { startInstance } from "../chaos/processes/server-processes.ts";
import { createAccounts, type LoadAccount } from "./accounts.ts";
import { ApiClient, Seen } from "./api-client.ts";

const admin = { username: "alice", password: "correct horse" };
/** Devices of one account; a server limits the streams of each. */
const devicesEach = 10;
const clientsEach = 5;
/** A device writes as often as somebody who types without rest. */
const devicePauseMs = 20_000;
const clientPauseMs = 500;
/** So many times the clients, and none of them pauses. */
const overloadTimes = 5;
const overloadMs = 30_000;
/** Time after the overload until the server must be quick again. */
const recoveryMs = 5_000;
const probes = 5;

export interface LoadOptions {
  /** An empty folder. */
  readonly dir: string;
  readonly database: "sqlite" | "postgres";
  readonly devices: number;
  readonly clients: number;
  readonly durationMs: number;
  readonly log: (line: string) => void;
}

export interface LoadReport {
  /** Answers per second, and their times, under the load that a server must bear. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Time from a write on a device until another one has it. */
  readonly syncP50Ms: number;
  readonly syncP99Ms: number;
  /** Peak resident memory of the server's process; null without `/proc`. */
  readonly memoryMB: number | null;
  readonly overload: {
    readonly perSecond: number;
    readonly p99Ms: number;
    readonly refused: number;
  };
  /** Time after the overload until answers were as quick as before; null if that took too long. */
  readonly recoveredMs: number | null;
  /** Writes of devices and memos of clients that were looked for at the end. */
  readonly accepted: number;
  readonly memos: number;
  readonly violations: readonly string[];
}

/**
 * Runs a server, devices that sync and clients of the API for a time, then many more clients without a pause.
 * Afterwards the server must soon be quick again, and nothing that it acknowledged may be missing.
 */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const { dir, log } = options;
  const violations: string[] = [];
  const onFault = (fault: string): void => void violations.push(fault);
  await using stack = new AsyncDisposableStack();
  const database =
    options.database === "sqlite"
      ? null
      : await stack.use(await startPostgres({ durable: true })).databases.create("tidemark");
  const instance = stack.use(
    await startInstance({
      dir,
      database,
      count: 1,
      admin,
      prepare: async () => undefined,
      onFault,
    }),
  );
  const [server] = instance.processes;
  if (server === undefined) throw new Error("no server");
  const { url } = server;

  const owners = await createAccounts(
    url,
    admin,
    "device",
    Math.ceil(options.devices / devicesEach),
  );
  const scripts = await createAccounts(
    url,
    admin,
    "script",
    Math.ceil(options.clients / clientsEach),
  );
  log(`${options.devices} devices of ${owners.length} accounts connect`);
  const seenMs: number[] = [];
  const fleets = owners.map((owner, at) => fleetOf(owner, at));
  // One program after the other: starting them all would take the server's processors for a minute.
  for (const { program, owner } of fleets) {
    await program.start();
    await program.ask({ type: "connect", ...owner });
  }

  function fleetOf(owner: LoadAccount, at: number) {
    const count = Math.min(devicesEach, options.devices - at * devicesEach);
    const names = Array.from({ length: count }, (_, each) => `${owner.username}-${each + 1}`);
    const program: ChaosDevice = chaosDevice({
      ...{ dir, url, names, pauseMs: devicePauseMs },
      onMessage(message) {
        if (message.type === "seen") seenMs.push(message.ms);
        if (message.type === "failed") onFault(`${owner.username}: ${message.message}`);
      },
    });
    stack.defer(() => program.kill());
    return { owner, names, program };
  }

  const clientAt = (at: number): ApiClient => {
    const token = scripts[at % scripts.length]?.token ?? "";
    return new ApiClient(url, token, `client${at + 1}`);
  };
  const clients = Array.from({ length: options.clients }, (_, at) => clientAt(at));
  log(`${options.clients} clients and all devices work`);
  for (const { program } of fleets) await program.ask({ type: "write" });
  const usual = await workFor(clients, clientPauseMs, options.durationMs);
  const p50Ms = quantile(usual.tookMs, 0.5);

  const more = Array.from({ length: (overloadTimes - 1) * options.clients }, (_, at) =>
    clientAt(options.clients + at),
  );
  log(`${clients.length + more.length} clients work without a pause`);
  const overload = await workFor([...clients, ...more], 0, overloadMs);
  const recoveredMs = await untilQuick(clientAt(0), Math.max(100, 4 * p50Ms), violations);
  violations.push(...usual.faults, ...overload.faults);
  if (usual.refused > 0) violations.push(`${usual.refused} requests were refused`);

  log("everything settles");
  // Twice: the others must still download what one device uploads in the first round.
  for (let round = 0; round < 2; round += 1) {
    for (const { program, owner } of fleets) {
      const settled = program.ask({ type: "settle", timeoutMs: 60_000 });
      await settled.catch((error: unknown) => onFault(`${owner.username}: ${String(error)}`));
    }
  }
  const memoryMB = peakMemoryOf(join(dir, "server-1"));
  for (const { program } of fleets) await program.stop();
  await server.stop();

  const memos = await memosOf(database, dir);
  let accepted = 0;
  for (const { owner, names } of fleets) {
    const own = memos.filter(({ creator }) => creator === `users/${owner.username}`);
    const shown = shownOf(own);
    violations.push(...(await compareDevices(dir, names, shown)));
    const checked = checkAccepted(dir, names, shown);
    accepted += checked.accepted;
    violations.push(...checked.lost);
  }
  violations.push(...checkClients([...clients, ...more], memos));
  return {
    perSecond: Math.round((usual.tookMs.length * 1000) / options.durationMs),
    p50Ms: Math.round(p50Ms),
    p99Ms: Math.round(quantile(usual.tookMs, 0.99)),
    syncP50Ms: Math.round(quantile(seenMs, 0.5)),
    syncP99Ms: Math.round(quantile(seenMs, 0.99)),
    memoryMB,
    overload: {
      perSecond: Math.round((overload.tookMs.length * 1000) / overloadMs),
      p99Ms: Math.round(quantile(overload.tookMs, 0.99)),
      refused: overload.refused,
    },
    recoveredMs,
    accepted,
    memos: memos.length,
    violations,
  };
}

async function workFor(
  clients: readonly ApiClient[],
  pauseMs: number,
  durationMs: number,
): Promise<Seen> {
  const seen = new Seen();
  const over = AbortSignal.timeout(durationMs);
  await Promise.all(clients.map((client) => client.work({ seen, pauseMs, over })));
  return seen;
}

/** Returns the time until several answers in sequence took at most `quickMs`. */
async function untilQuick(
  client: ApiClient,
  quickMs: number,
  violations: string[],
): Promise<number | null> {
  const startMs = performance.now();
  const seen = new Seen();
  let quickSinceMs: number | null = null;
  for (let quick = 0; quick < probes;) {
    const sentMs = performance.now();
    if (quickSinceMs === null && sentMs - startMs > recoveryMs) {
      violations.push(`not as quick as before ${recoveryMs} ms after the overload`);
      return null;
    }
    const answer = await client.ask(seen, { method: "GET", path: "memos?pageSize=20" });
    const isQuick = answer !== null && performance.now() - sentMs <= quickMs;
    quickSinceMs = isQuick ? (quickSinceMs ?? sentMs - startMs) : null;
    quick = isQuick ? quick + 1 : 0;
    await delay(50);
  }
  return quickSinceMs === null ? null : Math.round(quickSinceMs);
}

async function memosOf(database: string | null, dir: string): Promise<readonly MemoRecord[]> {
  if (database !== null) return (await readInstance(database)).memos;
  const file = join(dir, "server-1", "tidemark.db");
  await using opened = withAllStores(await openDatabase({ file, role: "server" }));
  return opened.database.read(async (stores) =>
    stores.memos.findMany(await stores.memos.idsByOthers("")),
  );
}

/** Returns the memos of clients that the server doesn't have as it acknowledged them. */
function checkClients(clients: readonly ApiClient[], memos: readonly MemoRecord[]): string[] {
  const stored = new Map(memos.map((memo) => [`memos/${memo.id}`, memo]));
  return clients.flatMap((client) =>
    [...client.memos].flatMap(([name, content]) => {
      const memo = stored.get(name);
      const isDeleted = memo === undefined || memo.deletedMs !== null;
      const isRight = content === null ? isDeleted : !isDeleted && memo.content === content;
      return isRight ? [] : [`${name} is ${JSON.stringify(memo?.content)}, not as acknowledged`];
    }),
  );
}

function peakMemoryOf(folder: string): number | null {
  try {
    const pid = readFileSync(join(folder, "tidemark.pid"), "utf8").trim();
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return peak === null ? null : Math.round(Number(peak[1]) / 1000);
  } catch {
    return null;
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
