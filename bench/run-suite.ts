import type { Corpora } from "./corpus-file.ts";
import { type Measurement, measure, quietest } from "./measure.ts";
import type { CaseResult } from "./report.ts";
import type { Suite } from "./suite.ts";

/** Measures every case of a suite in several rounds, and keeps the quietest round of each. */
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
    /** Only cases with this in their label. */
    readonly label?: string;
  },
): Promise<CaseResult[]> {
  await using opened = await suite.open(corpora);
  const measured = opened.cases
    .filter((bench) => bench.label.includes(label))
    .map((bench) => ({ bench, rounds: [] as Measurement[] }));
  // All cases in turn, so that a noisy moment does not fall on every round of one of them.
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
