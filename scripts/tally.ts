import { z } from "zod";

/** What one test runner did, in tests. */
export const tallySchema = z.object({ passed: z.int(), failed: z.int(), skipped: z.int() });
export type Tally = Readonly<z.infer<typeof tallySchema>>;

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 };

/** How one runner ended: its own count, `undefined` when it left none. */
export interface RunnerOutcome {
  readonly tally: Tally | undefined;
  readonly exitCode: number;
}

/**
 * Adds up what the runners did. A runner that left no count, or ended badly without naming a failed
 * test (it crashed, found no tests, or was stopped), counts as one failure, so that the sum never
 * says less than the exit codes do.
 */
export function addOutcomes(outcomes: readonly RunnerOutcome[]): Tally {
  let sum = emptyTally;
  for (const { tally: counted, exitCode } of outcomes) {
    const tally = counted ?? emptyTally;
    const isBad = exitCode !== 0 || counted === undefined;
    const failed = isBad ? Math.max(tally.failed, 1) : tally.failed;
    sum = {
      passed: sum.passed + tally.passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + tally.skipped,
    };
  }
  return sum;
}

/** The last line of a test run: `N passed, N failed`, and `, N skipped` where there are any. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
