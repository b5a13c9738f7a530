import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BenchCase, growsBetter, isWorse, quantile, type Unit } from "./measure.ts";
import { alignRows, formatValue } from "./report.ts";
import type { OpenSuite, Suite } from "./suite.ts";
import type { createCorpora } from "./corpus-file.ts";

/** One case, measured in this tree and in another. */
export interface Pair {
  readonly label: string;
  readonly unit: Unit;
  readonly here: number;
  readonly there: number;
  /** Median extra time of this tree over all pairs of samples; 0.1 is 10 %. */
  readonly share: number;
}

interface SideModules {
  readonly suites: readonly Suite[];
  readonly createCorpora: typeof createCorpora;
}

/** Loads the suites of another checkout of this repository with installed dependencies. */
export async function suitesOf(tree: string): Promise<SideModules> {
  const bench = join(resolve(tree), "bench");
  if (!existsSync(bench)) throw new Error(`${tree} has no folder bench`);
  const load = async (file: string): Promise<unknown> =>
    import(pathToFileURL(join(bench, file)).href);
  const { suites } = (await load("suites/index.ts")) as Pick<SideModules, "suites">;
  const corpus = (await load("corpus-file.ts")) as Pick<SideModules, "createCorpora">;
  return { suites, createCorpora: corpus.createCorpora };
}

/**
 * Alternates between the cases that both suites have, sample by sample, so that other load on the machine
 * affects both alike.
 */
export async function runBeside(
  here: OpenSuite,
  there: OpenSuite,
  {
    rounds,
    roundMs = 4000,
    label = "",
  }: {
    readonly rounds: number;
    readonly roundMs?: number;
    readonly label?: string;
  },
): Promise<Pair[]> {
  const others = new Map(there.cases.map((bench) => [bench.label, bench]));
  const pairs = here.cases.flatMap((bench) => {
    const other = others.get(bench.label);
    const isAsked = bench.label.includes(label);
    return other === undefined || !isAsked ? [] : [{ bench, other, samples: [] as Sample[] }];
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const { bench, other, samples } of pairs) {
      samples.push(...(await sampleInTurns(bench, other, roundMs)));
    }
  }
  return pairs.map(({ bench: { label: name, unit }, samples }) => ({
    label: name,
    unit,
    here: median(samples.map((sample) => sample.here)),
    there: median(samples.map((sample) => sample.there)),
    share: median(samples.map((sample) => moreTime(unit, sample))),
  }));
}

interface Sample {
  readonly here: number;
  readonly there: number;
}

async function sampleInTurns(
  bench: BenchCase,
  other: BenchCase,
  roundMs: number,
): Promise<Sample[]> {
  for (let run = 0; run < bench.warmUps; run += 1) {
    await bench.sample();
    await other.sample();
  }
  const samples: Sample[] = [];
  const startMs = performance.now();
  while (samples.length < bench.samples) {
    // The one that runs second may profit from the caches of the first.
    const isFirst = samples.length % 2 === 0;
    const early = await (isFirst ? bench : other).sample();
    const late = await (isFirst ? other : bench).sample();
    samples.push(isFirst ? { here: early, there: late } : { here: late, there: early });
    if (performance.now() - startMs > roundMs) break;
  }
  return samples;
}

function moreTime(unit: Unit, { here, there }: Sample): number {
  return growsBetter(unit) ? there / here - 1 : here / there - 1;
}

export function besideTable(
  pairs: readonly Pair[],
  { here = "here", there = "there", tolerated = 0.1 } = {},
): string {
  return alignRows([
    ["case", here, there, "more time", ""],
    ...pairs.map(({ label, unit, share, ...pair }) => [
      label,
      formatValue(unit, pair.here),
      formatValue(unit, pair.there),
      `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(1)} %`,
      share > tolerated && isWorse(unit, pair.here, pair.there) ? "SLOWER" : "",
    ]),
  ]);
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
