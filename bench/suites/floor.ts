import { setTimeout as wait } from "node:timers/promises";
import { corpusNeedles, corpusTags, generateMemos } from "../corpus.ts";
import type { Corpora } from "../corpus-file.ts";
import { startFloor } from "../floor/floor-server.ts";
import { type FloorRow, floorRows } from "../floor/floor-rows.ts";
import { runMixedLoad } from "../floor/mixed-load.ts";
import { residentMB } from "../floor/resident.ts";
import { type HttpServer, memosPath, startHttpServer } from "../http-server.ts";
import { runLoad } from "../load.ts";
import type { BenchCase, Unit } from "../measure.ts";
import { quantile } from "../measure.ts";
import { sharedRun } from "../shared-run.ts";
import type { Suite } from "../suite.ts";

// How near the server comes to the least that one process can do (`floor/serve-floor.ts`): both answer the same
// questions over the same 100,000 memos of one owner, in turns, from one start each. A share is processor
// time per request, the floor's over the server's. Then what has no floor: filters that read far, writing,
// memory, the start.

const durationS = 4;
const starts = 10;
const idleMs = 10_000;
const afterLoadMs = 60_000;

const holds = (needle: string): string => `content.contains("${needle}")`;
const together = [
  `"${corpusTags.common}" in tags`,
  holds(corpusNeedles.often),
  'created_ts >= timestamp("2025-01-01T00:00:00Z")',
].join(" && ");

export const floor: Suite = {
  name: "floor",
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const memos = [...generateMemos("one-owner", corpora.size)];
    // Apart from each other, as what people open is.
    const apart = Math.ceil(memos.length / 500);
    const ids = memos.filter((_, index) => index % apart === 0).map(({ id }) => id);
    const least = opening.use(await startFloor(corpora));
    const server = opening.use(await startHttpServer(corpora, "one-owner"));
    const { bearer } = server;

    const compared = floorRows(ids).flatMap((row) => {
      const run = sharedRun(async () => ({
        least: await runLoad(least, toRequests(row.floor), { bearer, durationS }),
        taken: await runLoad(server, toRequests(row.server), { bearer, durationS }),
      }));
      return comparedCases(row, run);
    });
    const contents = memos.slice(0, 200).map(({ content }) => content);
    const rates = [
      rateCase("tag, text and time", 1000, server, [{ path: memosPath(together) }]),
      rateCase(
        "create",
        null,
        server,
        contents.map((content) => ({
          method: "POST",
          path: "/api/v1/memos",
          body: JSON.stringify({ content }),
        })),
      ),
    ];
    const walked = [
      ["startsWith of none", 'content.startsWith("kamitorenashi")'],
      ["endsWith of none", 'content.endsWith("kamitorenashi")'],
      ["matches of none", 'content.matches("kami.*nashi")'],
      ["visibility PUBLIC, of none", 'visibility == "PUBLIC"'],
    ] as const;
    const walks = walked.map(([label, filter]) =>
      one(
        label,
        "ms",
        20,
        async () => {
          const startMs = performance.now();
          await server.get(memosPath(filter));
          return performance.now() - startMs;
        },
        11,
      ),
    );
    const held = opening.move();
    return {
      cases: [
        ...compared,
        ...rates,
        ...walks,
        ...startCases(corpora),
        ...memoryCases(corpora, ids),
      ],
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  },
};

type Requests = Parameters<typeof runLoad>[1];
type Run = Awaited<ReturnType<typeof runLoad>>;

function toRequests(paths: readonly string[]): Requests {
  return paths.map((path) => ({ path }));
}

function comparedCases(
  { label, goal, goalPerSecond }: FloorRow,
  run: (number: string) => Promise<{ readonly least: Run; readonly taken: Run }>,
): BenchCase[] {
  const of = (
    name: string,
    unit: Unit,
    reach: number | null,
    pick: (both: { least: Run; taken: Run }) => number,
  ) => one(`${label}${name}`, unit, reach, async () => pick(await run(name)));
  return [
    of("", "of floor", goal, ({ least, taken }) => cpuOf(least) / cpuOf(taken)),
    of(", processor", "ms", null, ({ taken }) => cpuOf(taken)),
    of(", processor of the floor", "ms", null, ({ least }) => cpuOf(least)),
    of(", rate", "/s", goalPerSecond, ({ taken }) => taken.perSecond),
    of(", rate of the floor", "/s", null, ({ least }) => least.perSecond),
  ];
}

function cpuOf({ cpuMs }: Run): number {
  if (cpuMs === null) throw new Error("this system does not say what a process uses");
  return cpuMs;
}

function rateCase(
  label: string,
  goal: number | null,
  server: HttpServer,
  requests: Requests,
): BenchCase {
  return one(label, "/s", goal, async () => {
    const { perSecond } = await runLoad(server, requests, { bearer: server.bearer, durationS });
    return perSecond;
  });
}

/** Ten starts over folders that were read before: the line, and the first question that reads far. */
function startCases(corpora: Corpora): BenchCase[] {
  const run = sharedRun(async () => {
    const lines: number[] = [];
    const firsts: number[] = [];
    for (let n = 0; n < starts; n += 1) {
      await using server = await startHttpServer(corpora, "one-owner");
      lines.push(server.startMs);
      const startMs = performance.now();
      await server.get(memosPath(together));
      firsts.push(performance.now() - startMs);
    }
    const median = (all: readonly number[]) =>
      quantile(
        all.toSorted((a, b) => a - b),
        0.5,
      );
    return { line: median(lines), first: median(firsts) };
  });
  return [
    one("start to its line", "ms", 500, async () => (await run("line")).line, 1, 1),
    one("the first tag, text and time", "ms", 60, async () => (await run("first")).first, 1, 1),
  ];
}

function memoryCases(corpora: Corpora, ids: readonly string[]): BenchCase[] {
  const run = sharedRun(async () => {
    await using server = await startHttpServer(corpora, "one-owner");
    await wait(idleMs);
    const idle = await residentMB(server.pid);
    await runMixedLoad(server, ids);
    await wait(afterLoadMs);
    return { idle, after: await residentMB(server.pid) };
  });
  return [
    one("memory, idle", "MB", 110, async () => (await run("idle")).idle, 1, 1),
    one(
      "memory, a minute after the mixed load",
      "MB",
      180,
      async () => (await run("after")).after,
      1,
      1,
    ),
  ];
}

function one(
  label: string,
  unit: Unit,
  goal: number | null,
  sample: BenchCase["sample"],
  samples = 1,
  rounds?: number,
): BenchCase {
  return {
    label,
    unit,
    goal,
    samples,
    warmUps: 0,
    sample,
    ...(rounds !== undefined && { rounds }),
  };
}
