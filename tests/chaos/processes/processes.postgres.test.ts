import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProcesses } from "./run-processes.ts";

test("I1 I2 I4 · of three servers over one database, killed on a timer, nothing is lost, doubled or forgotten", async () => {
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
  expect(report.kills).toBeGreaterThan(2);
  expect(report).toMatchObject({
    accepted: expect.toSatisfy((count: number) => count > 20),
    events: expect.toSatisfy((count: number) => count > 10),
    posts: expect.toSatisfy((count: number) => count > 10),
    files: expect.toSatisfy((count: number) => count > 2),
  });
  rmSync(dir, { recursive: true, force: true });
}, 240_000);
