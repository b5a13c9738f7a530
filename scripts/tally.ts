import { z } from "zod";

/** What one test runner did, in tests. */
const countSchema = z.object({ passed: z.int(), failed: z.int(), skipped: z.int() });
export type Tally = Readonly<z.infer<typeof countSchema>>;

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 };

const fileTimeSchema = z.object({ project: z.string(), file: z.string(), ms: z.number() });
/** How long one test file took in one project, set-up included. */
export type FileTime = Readonly<z.infer<typeof fileTimeSchema>>;

/** The report of one runner: its counts, the names of tests that failed or passed only on a retry, and the time of each file. */
export const reportSchema = z.object({
  ...countSchema.shape,
  failures: z.array(z.string()),
  flaky: z.array(z.string()),
  files: z.array(fileTimeSchema),
});
export type Report = Readonly<z.infer<typeof reportSchema>>;

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

const slowestCount = 20;

/** Returns the lines of `npm test -- --slowest`: the twenty slowest files and each project's share. */
export function slowestLines(files: readonly FileTime[]): readonly string[] {
  const totalMs = files.reduce((sum, { ms }) => sum + ms, 0);
  const projects = new Map<string, number>();
  for (const { project, ms } of files) projects.set(project, (projects.get(project) ?? 0) + ms);
  const line = (ms: number, name: string, note = ""): string =>
    `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}${note}`;
  return [
    `The ${slowestCount} slowest of ${files.length} files:`,
    ...files
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, slowestCount)
      .map(({ project, file, ms }) => line(ms, `${project} ${file}`)),
    "Projects:",
    ...[...projects]
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, ms]) => line(ms, name, `, ${Math.round((100 * ms) / totalMs)} %`)),
  ];
}
