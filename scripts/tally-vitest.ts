import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import type { FileTime, Report, Tally } from "./tally.ts";

type RunEnd = Parameters<NonNullable<Reporter["onTestRunEnd"]>>;

/**
 * Counts a vitest run and names its failures. Beyond the tests themselves, each of these is one
 * failure: an error thrown outside a test, a file that failed to load, a suite whose hooks failed, a
 * test that was left pending, and a run that did not pass though nothing in it failed.
 */
export function countTests(
  modules: RunEnd[0],
  errors: RunEnd[1],
  reason: RunEnd[2],
): Tally & { readonly failures: string[] } {
  let passed = 0;
  let skipped = 0;
  const failures = errors.map(({ message }) => message);
  for (const module of modules) {
    const inModule = (name: string): string =>
      `${module.project.name} ${module.relativeModuleId}: ${name}`;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") passed++;
      else if (state === "skipped") skipped++;
      else failures.push(inModule(test.fullName));
    }
    if (module.errors().length > 0) failures.push(inModule("the file"));
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0) failures.push(inModule(suite.fullName));
    }
  }
  if (reason !== "passed" && failures.length === 0) failures.push(`the run: ${reason}`);
  return { passed, failed: failures.length, skipped, failures };
}

function timeOf(module: TestModule): FileTime {
  const { duration, collectDuration, setupDuration, environmentSetupDuration, prepareDuration } =
    module.diagnostic();
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    ms: duration + collectDuration + setupDuration + environmentSetupDuration + prepareDuration,
  };
}

/** Reporter that writes vitest's report as JSON to the file named by TIDEMARK_TALLY. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(...run: RunEnd): void {
    const file = process.env["TIDEMARK_TALLY"];
    if (file === undefined) return;
    const report: Report = { ...countTests(...run), files: run[0].map(timeOf) };
    writeFileSync(file, JSON.stringify(report));
  }
}
