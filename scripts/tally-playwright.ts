import { writeFileSync } from "node:fs";
import type { FullResult, Reporter, Suite, TestError } from "@playwright/test/reporter";

/**
 * Reporter that writes Playwright's count as JSON to the file named by TIDEMARK_TALLY. A test that
 * passed only on a retry counts as passed, and the list names it as flaky; each error outside a test
 * counts as failed.
 */
export default class TallyReporter implements Reporter {
  #root: Suite | undefined;
  #errors = 0;

  onBegin(_config: unknown, root: Suite): void {
    this.#root = root;
  }

  onError(_error: TestError): void {
    this.#errors++;
  }

  onEnd(result: FullResult): void {
    const file = process.env["TIDEMARK_TALLY"];
    if (file === undefined) return;
    let passed = 0;
    let skipped = 0;
    let failed = this.#errors;
    for (const test of this.#root?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === "expected" || outcome === "flaky") passed++;
      else if (outcome === "skipped") skipped++;
      else failed++;
    }
    if (result.status !== "passed" && failed === 0) failed = 1;
    writeFileSync(file, JSON.stringify({ passed, failed, skipped }));
  }

  printsToStdio(): boolean {
    return false;
  }
}
