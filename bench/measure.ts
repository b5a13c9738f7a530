/**
 * `ms` and `s` per run, `/s` runs per second, `×` the ratio of two runs, `MB` of memory, `n` a count, `%` a
 * share, `px` a distance on the screen, `of floor` the floor's processor time divided by the measured one.
 */
export type Unit = "ms" | "s" | "/s" | "×" | "MB" | "n" | "%" | "px" | "of floor";

/** One measured number and its goal. */
export interface BenchCase {
  readonly label: string;
  readonly unit: Unit;
  /** Goal for the median, or for the p95 if `goalOf` is `p95`; `null` if measured for information only. */
  readonly goal: number | null;
  readonly goalOf?: "p95";
  readonly samples: number;
  /** Runs of each round that aren't counted. */
  readonly warmUps: number;
  /** `false`: shown, but not recorded in a baseline. */
  readonly inBaseline?: boolean;
  /** Maximum number of rounds, for slow cases. */
  readonly rounds?: number;
  /** Runs once and returns the number in `unit`. */
  readonly sample: () => Promise<number> | number;
}

export interface Measurement {
  readonly median: number;
  /** Value that 95 % of the runs reached or bettered. */
  readonly p95: number;
  readonly n: number;
}

const fewSamples = 5;

/** Creates a case that measures the time of one run, in milliseconds. */
export function timed(
  label: string,
  goal: number | null,
  work: () => Promise<unknown>,
  options: { readonly samples?: number } = {},
): BenchCase {
  return {
    label,
    unit: "ms",
    goal,
    samples: options.samples ?? 200,
    warmUps: 20,
    sample: () => elapsedMs(work),
  };
}

/** Creates a case that measures a rate per second; each call of `batch` does `count` units. */
export function rate(
  label: string,
  goal: number | null,
  count: number,
  batch: () => void,
): BenchCase {
  return {
    label,
    unit: "/s",
    goal,
    samples: 40,
    warmUps: 5,
    sample: () => {
      const startMs = performance.now();
      batch();
      return (count * 1000) / (performance.now() - startMs);
    },
  };
}

/** Creates a case that measures the time of `work` divided by that of `base`, run right after each other. */
export function ratio(
  label: string,
  goal: number | null,
  work: () => Promise<unknown>,
  base: () => Promise<unknown>,
): BenchCase {
  return {
    label,
    unit: "×",
    goal,
    samples: 200,
    warmUps: 20,
    sample: async () => {
      const baseMs = await elapsedMs(base);
      return (await elapsedMs(work)) / baseMs;
    },
  };
}

/** Creates a case of one long run, in seconds. */
export function once(label: string, goal: number | null, work: () => Promise<unknown>): BenchCase {
  return {
    label,
    unit: "s",
    goal,
    samples: 1,
    warmUps: 0,
    sample: async () => (await elapsedMs(work)) / 1000,
  };
}

/** Measures one round of a case; after `roundMs` a few samples are enough. */
export async function measure(bench: BenchCase, roundMs: number): Promise<Measurement> {
  for (let run = 0; run < bench.warmUps; run += 1) await bench.sample();
  const samples: number[] = [];
  const startMs = performance.now();
  while (samples.length < bench.samples) {
    samples.push(await bench.sample());
    const isOver = performance.now() - startMs > roundMs;
    if (isOver && samples.length >= fewSamples) break;
  }
  const bestFirst = samples.toSorted((a, b) => (isWorse(bench.unit, a, b) ? 1 : -1));
  return {
    median: quantile(bestFirst, 0.5),
    p95: quantile(bestFirst, 0.95),
    n: bestFirst.length,
  };
}

/** Returns the best round: other programs can only slow a machine down. */
export function quietest(unit: Unit, rounds: readonly Measurement[]): Measurement {
  const [first, ...others] = rounds;
  if (first === undefined) throw new Error("nothing was measured");
  return others.reduce((best, one) => (isWorse(unit, best.median, one.median) ? one : best), first);
}

export function isWorse(unit: Unit, value: number, than: number): boolean {
  return growsBetter(unit) ? value < than : value > than;
}

/** Returns true if larger numbers of the unit are better. */
export function growsBetter(unit: Unit): boolean {
  return unit === "/s" || unit === "of floor";
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** Returns the value that a given share of the sorted values reach or better. */
export function quantile(bestFirst: readonly number[], share: number): number {
  const value = bestFirst[Math.min(bestFirst.length - 1, Math.floor(bestFirst.length * share))];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}
