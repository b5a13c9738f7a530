import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { FullResult, Reporter, Suite, TestError } from "@playwright/test/reporter";
import type { Report } from "./tally.ts";

/**
 * Reporter that writes Playwright's results as JSON to the file named by TIDEMARK_TALLY. A test that passed
 * only on a retry counts as passed and is listed as flaky. Each error outside a test counts as a failure.
 */
export default class TallyReporter implements Reporter {
  #root: Suite | undefined;
  readonly #failures: string[] = [];

  onBegin(_config: unknown, root: Suite): void {
    this.#root = root;
  }

  onError({ message = "an error outside a test" }: TestError): void {
    this.#failures.push(message);
  }

  onEnd(result: FullResult): void {
    const file = process.env["TIDEMARK_TALLY"];
    if (file === undefined) return;
    let passed = 0;
    let skipped = 0;
    const failures = this.#failures;
    const flaky: string[] = [];
    const times = new Map<string, number>();
    for (const test of this.#root?.allTests() ?? []) {
      const ms = test.results.reduce((sum, { duration }) => sum + duration, 0);
      const name = relative(process.cwd(), test.location.file);
      times.set(name, (times.get(name) ?? 0) + ms);
      const outcome = test.outcome();
      if (outcome === "expected" || outcome === "flaky") passed++;
      else if (outcome === "skipped") skipped++;
      else failures.push(`browser ${name}: ${test.title}`);
      if (outcome === "flaky") flaky.push(`browser ${name}: ${test.title}`);
    }
    if (result.status !== "passed" && failures.length === 0) {
      failures.push(`browser: the run ${result.status}`);
    }
    const files = [...times].map(([name, ms]) => ({ project: "browser", file: name, ms }));
    const failed = failures.length;
    const report: Report = { passed, failed, skipped, failures, flaky, files };
    writeFileSync(file, JSON.stringify(report));
  }

  printsToStdio(): boolean {
    return false;
  }
}
