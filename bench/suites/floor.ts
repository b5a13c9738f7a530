import { setTimeout } from "node:timers/promises";
import { floorTable } from "../floor/floor-table.ts";
import { runMixedLoad } from "../floor/mixed-load.ts";
import { residentWithChildrenMB } from "../floor/process-memory.ts";
import { type FloorRow, floorRows, type SlowRow, slowRows, togetherPath } from "../floor/rows.ts";
import { startFloor } from "../floor/start-floor.ts";
import type { Corpora, TempFolder } from "../corpus-file.ts";
import { type HttpServer, launchServer, serveFolder, startHttpServer } from "../http-server.ts";
import { type LoadRun, runLoad, type Served } from "../load.ts";
import { type BenchCase, quantile, type Unit } from "../measure.ts";
import { readProcessUse, reportsProcessUse } from "../server-process.ts";
import type { Suite } from "../suite.ts";

// Cost of a request compared with a minimal server (`floor/floor-server.ts`), both over the same 100,000
// memos of one owner, alternating: the floor's processor time divided by the server's. Then other costs of a
// process: its memory at rest and after a burst, its start, its first query.

const turns = 3;
const turnS = 2;
const slowRuns = 15;
const starts = 10;
/** Time for the background work after a start to finish. */
const settleMs = 5000;
const restMs = 60_000;

export const floor: Suite = {
  name: "floor",
  table: floorTable,
  async open(corpora) {
    if (!reportsProcessUse) throw new Error("the floor is measured where there is /proc");
    // Opened on first use: memory and starts have servers of their own.
    const opened = new AsyncDisposableStack();
    const pair = lazy(async () => {
      const server = opened.use(await startHttpServer(corpora, "one-owner"));
      return { server, bare: opened.use(await startFloor(server.databaseFile)) };
    });
    const cases = [
      ...floorRows(corpora.size).flatMap((row) => rowCases(row, pair)),
      ...slowRows.flatMap((row) => slowCases(row, async () => (await pair()).server)),
      ...startCases(corpora),
      ...memoryCases(corpora),
    ];
    return { cases, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  },
};

type Pair = { readonly server: HttpServer; readonly bare: Served };
type Turn = { readonly server: LoadRun; readonly bare: LoadRun | null };

function rowCases(row: FloorRow, pair: () => Promise<Pair>): BenchCase[] {
  const { label, requests, floor: floorRequests, ratioGoal, rateGoal } = row;
  const taken = lazy(async () => {
    const { server, bare } = await pair();
    const { bearer } = server;
    const run = (served: Served, asked: FloorRow["requests"], durationS = turnS) =>
      runLoad(served, asked, { bearer, durationS });
    // Warms up compiled code and caches on both sides.
    await run(server, requests, 1);
    if (floorRequests !== null) await run(bare, floorRequests, 1);
    const all: Turn[] = [];
    while (all.length < turns) {
      all.push({
        bare: floorRequests === null ? null : await run(bare, floorRequests),
        server: await run(server, requests),
      });
    }
    return all;
  });
  const of = (pick: (turn: Turn) => number | null | undefined) => async (): Promise<number> =>
    middle((await taken()).map((turn) => pick(turn) ?? 0));
  const cases = [
    shown(
      `${label}: processor`,
      "ms",
      null,
      of(({ server }) => server.cpuMs),
    ),
    shown(
      `${label}: rate`,
      "/s",
      rateGoal,
      of(({ server }) => server.perSecond),
    ),
  ];
  if (floorRequests === null) return cases;
  return [
    kept(`${label}: ratio`, "of floor", ratioGoal, of(ratioOf)),
    ...cases,
    shown(
      `${label}: floor's processor`,
      "ms",
      null,
      of(({ bare }) => bare?.cpuMs),
    ),
    shown(
      `${label}: floor's rate`,
      "/s",
      null,
      of(({ bare }) => bare?.perSecond),
    ),
  ];
}

function ratioOf({ server, bare }: Turn): number | null {
  return server.cpuMs && bare?.cpuMs ? bare.cpuMs / server.cpuMs : null;
}

/** Creates cases of sequential requests on one connection. */
function slowCases({ label, path, goalMs }: SlowRow, open: () => Promise<HttpServer>): BenchCase[] {
  const taken = lazy(async () => {
    const server = await open();
    await server.get(path);
    const times: number[] = [];
    const before = await readProcessUse(server.pid);
    while (times.length < slowRuns) times.push(await elapsedMs(() => server.get(path)));
    const after = await readProcessUse(server.pid);
    return { ms: middle(times), cpuMs: (after.cpuMs - before.cpuMs) / slowRuns };
  });
  return [
    shown(`${label}: time`, "ms", goalMs, async () => (await taken()).ms),
    kept(`${label}: processor`, "ms", null, async () => (await taken()).cpuMs),
  ];
}

/** Creates the cases for ten starts over one folder, each with one query. */
function startCases(corpora: Corpora): BenchCase[] {
  const taken = lazy(async () => {
    await using folder = await corpora.copy("one-owner");
    const bearer = await bearerOf(folder);
    const all: { startMs: number; startCpuMs: number; firstMs: number; firstCpuMs: number }[] = [];
    while (all.length < starts) {
      await using launched = await launchServer(folder);
      const started = await readProcessUse(launched.pid);
      const firstMs = await elapsedMs(async () => {
        const url = new URL(togetherPath, launched.url);
        const reply = await fetch(url, { headers: { authorization: `Bearer ${bearer}` } });
        await reply.arrayBuffer();
        if (reply.status !== 200) throw new Error(`the first question: ${reply.status}`);
      });
      const asked = await readProcessUse(launched.pid);
      const firstCpuMs = asked.cpuMs - started.cpuMs;
      all.push({ startMs: launched.startMs, startCpuMs: started.cpuMs, firstMs, firstCpuMs });
    }
    return {
      startMs: middle(all.map(({ startMs }) => startMs)),
      startCpuMs: middle(all.map(({ startCpuMs }) => startCpuMs)),
      firstMs: middle(all.map(({ firstMs }) => firstMs)),
      firstCpuMs: middle(all.map(({ firstCpuMs }) => firstCpuMs)),
    };
  });
  return [
    shown("first such question: time", "ms", 60, async () => (await taken()).firstMs),
    kept("first such question: processor", "ms", null, async () => (await taken()).firstCpuMs),
    shown("start to its line: time", "ms", 500, async () => (await taken()).startMs),
    kept("start to its line: processor", "ms", null, async () => (await taken()).startCpuMs),
  ];
}

/** Returns the reader's credential, created by a start that isn't measured and that builds the server. */
async function bearerOf(folder: TempFolder): Promise<string> {
  await using server = await serveFolder(folder);
  return server.bearer;
}

function memoryCases(corpora: Corpora): BenchCase[] {
  const taken = lazy(async () => {
    await using folder = await corpora.copy("one-owner");
    const bearer = await bearerOf(folder);
    await using launched = await launchServer(folder);
    await setTimeout(settleMs);
    const idleMB = await residentWithChildrenMB(launched.pid);
    await runMixedLoad(launched, { bearer, size: corpora.size });
    await setTimeout(restMs);
    return { idleMB, afterMB: await residentWithChildrenMB(launched.pid) };
  });
  return [
    kept("memory, idle: held", "MB", 110, async () => (await taken()).idleMB),
    kept("memory, 60 s after the mixed load: held", "MB", 180, async () => (await taken()).afterMB),
  ];
}

function kept(
  label: string,
  unit: Unit,
  goal: number | null,
  sample: () => Promise<number>,
): BenchCase {
  return { label, unit, goal, samples: 1, warmUps: 0, rounds: 1, sample };
}

/** Creates a case that is shown but not recorded: it depends more on the machine than on the code. */
function shown(...of: Parameters<typeof kept>): BenchCase {
  return { ...kept(...of), inBaseline: false };
}

/** Runs `begin` on the first call, and returns the same promise afterwards. */
function lazy<T>(begin: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | null = null;
  return () => (begun ??= begin());
}

function middle(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
