import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { runChaos } from "../tests/chaos/run-chaos.ts";

// `npm run chaos -- --minutes N`: a server and three devices as real processes behind a failing
// network, killed on a timer, and then looked at from outside.

const options = new Command("chaos")
  .description("Kills a server and three devices again and again, and checks that nothing is lost.")
  .option("--minutes <number>", "how long it goes on", minutes, 1)
  .parse()
  .opts<{ minutes: number }>();

const dir = mkdtempSync(join(tmpdir(), "tidemark-chaos-"));
const durationMs = options.minutes * 60_000;
const report = await runChaos({ dir, durationMs, log: (line) => console.error(line) });
const { memos, accepted, kills, suffered, violations } = report;
console.log(`${accepted} writes in ${memos} memos, ${kills} kills, ${JSON.stringify(suffered)}`);
if (violations.length === 0) {
  rmSync(dir, { recursive: true, force: true });
} else {
  for (const violation of violations.slice(0, 50)) console.error(violation);
  console.error(`${violations.length} violations; everything is in ${dir}`);
  process.exitCode = 1;
}

function minutes(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 10_000)) throw new InvalidArgumentError("It must be minutes.");
  return value;
}
