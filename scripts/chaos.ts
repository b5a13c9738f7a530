import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { runChaos } from "../tests/chaos/run-chaos.ts";
import { runTyping } from "../tests/chaos/run-typing.ts";

// `npm run chaos -- --minutes N`: a server and three devices as real processes behind a failing
// network, killed on a timer, and then looked at from outside. With `--typing`: the host of an app in
// which somebody types, killed at random moments. The last line of stdout is the outcome as JSON.
// Exit codes: 0 every claim held, 1 one did not, 2 options that it does not understand.

const command = new Command("chaos")
  .description("Kills programs again and again, and checks that nothing is lost.")
  .option("--minutes <number>", "how long the server and its devices go on", minutes)
  .option("--typing", "kill the host of an app in which somebody types", false)
  .option("--rounds <number>", "how often, while somebody types", rounds)
  .allowExcessArguments(false)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
command.parse();
const options = command.opts<{ minutes?: number; typing: boolean; rounds?: number }>();
if (options.typing && options.minutes !== undefined) {
  command.error("error: --minutes says nothing of --typing: use --rounds");
}
if (!options.typing && options.rounds !== undefined) {
  command.error("error: --rounds needs --typing");
}

const log = (line: string): void => console.error(line);
process.exitCode = await (options.typing
  ? chaosWhileTyping(options.rounds ?? 50)
  : chaosOnTheNetwork(options.minutes ?? 1));

async function chaosWhileTyping(count: number): Promise<number> {
  const report = await runTyping({ rounds: count, log });
  const { violations } = report;
  const keys = report.rounds.reduce((sum, round) => sum + round.keys, 0);
  const worstLostMs = Math.max(...report.rounds.map((round) => round.lostMs));
  console.log(JSON.stringify({ kills: count, keys, worstLostMs, violations: violations.length }));
  return violations.length === 0 ? 0 : 1;
}

async function chaosOnTheNetwork(count: number): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-chaos-"));
  const report = await runChaos({ dir, durationMs: count * 60_000, log });
  const { memos, accepted, kills, suffered, violations } = report;
  for (const violation of violations.slice(0, 50)) log(violation);
  if (violations.length === 0) rmSync(dir, { recursive: true, force: true });
  else log(`everything is in ${dir}`);
  console.log(JSON.stringify({ accepted, memos, kills, suffered, violations: violations.length }));
  return violations.length === 0 ? 0 : 1;
}

function minutes(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 10_000)) throw new InvalidArgumentError("It must be minutes.");
  return value;
}

function rounds(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000) {
    throw new InvalidArgumentError("It must be a number from 1 to 10000.");
  }
  return value;
}
