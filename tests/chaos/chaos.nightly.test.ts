import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runChaos } from "./run-chaos.ts";

test("I1 I2 I4 I7 · half a minute of kills and a failing network loses no accepted write", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-chaos-"));
  const log: string[] = [];
  const report = await runChaos({ dir, durationMs: 30_000, log: (line) => log.push(line) });
  expect(report.violations, `${log.join("\n")}\n${dir}`).toEqual([]);
  expect(report.kills).toBeGreaterThan(2);
  expect(report.accepted).toBeGreaterThan(20);
  rmSync(dir, { recursive: true, force: true });
}, 240_000);
