import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import type { FileTime, Report } from "./tally.ts";

type RunEnd = Parameters<NonNullable<Reporter["onTestRunEnd"]>>;

/**
 * Counts the tests of a vitest run, and lists failures and tests that passed only on a retry. Each of these
 * also counts as one failure: an error thrown outside a test, a file that failed to load, a suite whose hooks
 * failed, a test that was left pending, and a failed run without any failure in it.
 */
export function countTests(
  modules: RunEnd[0],
  errors: RunEnd[1],
  reason: RunEnd[2],
): Omit<Report, "files"> {
  let passed = 0;
  let skipped = 0;
  const failures = errors.map(({ message }) => message);
  const flaky: string[] = [];
  for (const module of modules) {
    const inModule = (name: string): string =>
      `${module.project.name} ${module.relativeModuleId}: ${name}`;
    for (const test of module.children.allTests()) {
      const { state, errors: causes } = test.result();
      const name = inModule(test.fullName);
      if (state === "passed") passed++;
      else if (state === "skipped") skipped++;
      else failures.push([name, causes?.[0]?.message ?? state].join(" · "));
      if (test.diagnostic()?.flaky === true) flaky.push(name);
    }
    if (module.errors().length > 0) failures.push(inModule("the file"));
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0) failures.push(inModule(suite.fullName));
    }
  }
  if (reason !== "passed" && failures.length === 0) failures.push(`the run: ${reason}`);
  return { passed, failed: failures.length, skipped, failures, flaky };
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
