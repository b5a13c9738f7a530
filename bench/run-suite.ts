import type { Corpora } from "./corpus-file.ts";
import { type Measurement, measure, quietest } from "./measure.ts";
import type { CaseResult } from "./report.ts";
import type { Suite } from "./suite.ts";

/** Measures every case of a suite in several rounds, and returns the best round of each. */
export async function runSuite(
  suite: Suite,
  corpora: Corpora,
  {
    rounds,
    roundMs = 4000,
    label = "",
  }: {
    readonly rounds: number;
    readonly roundMs?: number;
    /** Only cases whose label contains this. */
    readonly label?: string;
  },
): Promise<CaseResult[]> {
  await using opened = await suite.open(corpora);
  const measured = opened.cases
    .filter((bench) => bench.label.includes(label))
    .map((bench) => ({ bench, rounds: [] as Measurement[] }));
  // Rounds are interleaved, so that a noisy moment affects only one round of a case.
  for (let round = 0; round < rounds; round += 1) {
    for (const one of measured) {
      if (round < (one.bench.rounds ?? rounds)) one.rounds.push(await measure(one.bench, roundMs));
    }
  }
  return measured.map(({ bench, rounds: taken }) => ({
    bench,
    measured: quietest(bench.unit, taken),
  }));
}
