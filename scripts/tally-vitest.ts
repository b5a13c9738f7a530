import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import type { FileTime, Report, Tally } from "./tally.ts";

type RunEnd = Parameters<NonNullable<Reporter["onTestRunEnd"]>>;

/**
 * Counts a vitest run. Beyond the tests themselves, each of these is one failure: an error thrown
 * outside a test, a file that failed to load, a suite whose hooks failed, a test that was left
 * pending, and a run that did not pass though nothing in it failed.
 */
export function countTests(modules: RunEnd[0], errors: RunEnd[1], reason: RunEnd[2]): Tally {
  let passed = 0;
  let skipped = 0;
  let failed = errors.length;
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") passed++;
      else if (state === "skipped") skipped++;
      else failed++;
    }
    failed += countBroken(module);
  }
  if (reason !== "passed" && failed === 0) failed = 1;
  return { passed, failed, skipped };
}

function countBroken(module: TestModule): number {
  let broken = module.errors().length > 0 ? 1 : 0;
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) broken++;
  }
  return broken;
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
