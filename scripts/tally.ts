import { z } from "zod";

/** Counts of tests of one runner. */
const countSchema = z.object({ passed: z.int(), failed: z.int(), skipped: z.int() });
export type Tally = Readonly<z.infer<typeof countSchema>>;

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 };

const fileTimeSchema = z.object({ project: z.string(), file: z.string(), ms: z.number() });
/** Duration of one test file in one project, including setup. */
export type FileTime = Readonly<z.infer<typeof fileTimeSchema>>;

/**
 * Schema of one runner's report: its counts, the tests that failed or passed only on a retry, and the
 * duration of each file.
 */
export const reportSchema = z.object({
  ...countSchema.shape,
  failures: z.array(z.string()),
  flaky: z.array(z.string()),
  files: z.array(fileTimeSchema),
});
export type Report = Readonly<z.infer<typeof reportSchema>>;

/** Result of one runner; `tally` is `undefined` if it wrote no report. */
export interface RunnerOutcome {
  readonly tally: Tally | undefined;
  readonly exitCode: number;
}

/**
 * Adds the runners' counts. A runner that wrote no report, or failed without naming a failed test (it
 * crashed, found no tests, or was stopped), counts as one failure, so the sum always reflects the exit codes.
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

/** Returns the last line of a test run: `N passed, N failed`, and `, N skipped` if there are any. */
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
