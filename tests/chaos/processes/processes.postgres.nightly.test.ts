import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProcesses } from "./run-processes.ts";

test("I1 I2 I4 · three killed servers over one database lose and duplicate nothing", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-processes-"));
  const log: string[] = [];
  const report = await runProcesses({
    dir,
    processes: 3,
    devices: ["desk", "laptop"],
    durationMs: 20_000,
    seed: Date.now() % 2 ** 32,
    isLong: false,
    log: (line) => log.push(line),
  });
  expect(report.violations, `${log.join("\n")}\n${dir}`).toEqual([]);
  // A busy machine completes only a few.
  expect(report.kills).toBeGreaterThan(0);
  expect(report.accepted).toBeGreaterThan(20);
  expect(report.events).toBeGreaterThan(5);
  expect(report.posts).toBeGreaterThan(5);
  expect(report.files).toBeGreaterThan(0);
  rmSync(dir, { recursive: true, force: true });
});
