/**
 * `ms` and `s` per run, `/s` runs per second, `×` one run's amount over another's, `MB` held, `n` a
 * count, `%` a share, `px` a distance on the screen, `of floor` the least processor time that it takes
 * over what it takes.
 */
export type Unit = "ms" | "s" | "/s" | "×" | "MB" | "n" | "%" | "px" | "of floor";

/** One number that is measured, and what it should reach. */
export interface BenchCase {
  readonly label: string;
  readonly unit: Unit;
  /** What the median should reach, or the p95 where `goalOf` says so; null: measured for information. */
  readonly goal: number | null;
  readonly goalOf?: "p95";
  readonly samples: number;
  /** Runs that are not counted, in every round. */
  readonly warmUps: number;
  /** False: shown, and kept in no baseline. */
  readonly inBaseline?: boolean;
  /** No more rounds than this, for what takes long. */
  readonly rounds?: number;
  /** Runs once and gives the number in `unit`. */
  readonly sample: () => Promise<number> | number;
}

export interface Measurement {
  readonly median: number;
  /** 95 % of the runs were as good as this or better. */
  readonly p95: number;
  readonly n: number;
}

const fewSamples = 5;

/** The time of one run, in milliseconds. */
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

/** How many times per second `batch` does what it does `count` times per call. */
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

/** The time of `work` over the time of `base`, one run of each right after the other. */
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

/** One long run, in seconds. */
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

/** Measures a case once round; once `roundMs` have passed, a few samples are enough. */
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

/** Other programs only ever make a machine slower, so the best round says most about this one. */
export function quietest(unit: Unit, rounds: readonly Measurement[]): Measurement {
  const [first, ...others] = rounds;
  if (first === undefined) throw new Error("nothing was measured");
  return others.reduce((best, one) => (isWorse(unit, best.median, one.median) ? one : best), first);
}

export function isWorse(unit: Unit, value: number, than: number): boolean {
  return growsBetter(unit) ? value < than : value > than;
}

/** Whether more of it is better. */
export function growsBetter(unit: Unit): boolean {
  return unit === "/s" || unit === "of floor";
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** The value that so many of sorted ones are as good as, or better than. */
export function quantile(bestFirst: readonly number[], share: number): number {
  const value = bestFirst[Math.min(bestFirst.length - 1, Math.floor(bestFirst.length * share))];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}
