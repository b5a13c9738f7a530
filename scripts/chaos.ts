import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { runProcesses } from "../tests/chaos/processes/run-processes.ts";
import { runChaos } from "../tests/chaos/run-chaos.ts";
import { runTyping } from "../tests/chaos/run-typing.ts";
import { wholeNumber } from "./script-command.ts";

// `npm run chaos -- --minutes N`: runs a server and three devices as real processes on a failing network,
// kills them on a timer, then checks them from outside. With `--processes N --database postgres`, runs N
// servers behind a balancer over one PostgreSQL, which is killed too. With `--typing`, kills the host of an
// app at random moments while a user types. The last line of stdout is the result as JSON. Exit codes: 0 all
// claims hold, 1 a claim failed, 2 invalid options.

const command = new Command("chaos")
  .description("Kills programs again and again, and checks that nothing is lost.")
  .option("--minutes <number>", "how long the server and its devices go on", minutes)
  .option("--seconds <number>", "the same in seconds", minutesOfSeconds)
  .option("--processes <number>", "so many servers over one database", wholeNumber(1, 20))
  .addOption(
    new Option("--database <kind>", "where several servers keep what they have").choices([
      "postgres",
    ]),
  )
  .option("--seed <number>", "what is drawn for several servers", wholeNumber(0, 2 ** 32))
  .option("--typing", "kill the host of an app in which somebody types", false)
  .option("--rounds <number>", "how often, while somebody types", rounds)
  .allowExcessArguments(false)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
command.parse();
const options = command.opts<{
  minutes?: number;
  seconds?: number;
  processes?: number;
  database?: "postgres";
  seed?: number;
  typing: boolean;
  rounds?: number;
}>();
const { processes, seed = Math.floor(Math.random() * 2 ** 32) } = options;
const durationMinutes = options.minutes ?? options.seconds;
if (options.typing && durationMinutes !== undefined) {
  command.error("error: --minutes and --seconds say nothing of --typing: use --rounds");
}
if (options.minutes !== undefined && options.seconds !== undefined) {
  command.error("error: --minutes or --seconds, not both");
}
if ((processes === undefined) !== (options.database === undefined)) {
  command.error("error: --processes and --database need each other");
}
if (processes === undefined && options.seed !== undefined) {
  command.error("error: --seed needs --processes");
}
if (options.typing && processes !== undefined) {
  command.error("error: --processes says nothing of --typing");
}
if (!options.typing && options.rounds !== undefined) {
  command.error("error: --rounds needs --typing");
}

const log = (line: string): void => console.error(line);
process.exitCode = await (options.typing
  ? chaosWhileTyping(options.rounds ?? 50)
  : processes === undefined
    ? chaosOnTheNetwork(durationMinutes ?? 1)
    : chaosOfProcesses(processes, durationMinutes ?? 1));

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
  return conclude(dir, violations, { accepted, memos, kills, suffered });
}

async function chaosOfProcesses(count: number, durationMinutes: number): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-chaos-"));
  const log = (line: string): void => console.error(`${new Date().toISOString()} ${line}`);
  log(`seed ${seed}`);
  const devices = ["desk", "laptop", "phone"];
  const run = { dir, processes: count, devices, seed, isLong: true, log };
  const report = await runProcesses({ ...run, durationMs: durationMinutes * 60_000 });
  const { violations, ...figures } = report;
  return conclude(dir, violations, { ...figures, seed });
}

/** Prints the result. Keeps the folder if there were violations. */
function conclude(dir: string, violations: readonly string[], figures: object): number {
  for (const violation of violations.slice(0, 50)) log(violation);
  if (violations.length === 0) rmSync(dir, { recursive: true, force: true });
  else log(`everything is in ${dir}`);
  console.log(JSON.stringify({ ...figures, violations: violations.length }));
  return violations.length === 0 ? 0 : 1;
}

function minutes(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 10_000)) throw new InvalidArgumentError("It must be minutes.");
  return value;
}

function minutesOfSeconds(text: string): number {
  return minutes(String(Number(text) / 60));
}

function rounds(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000) {
    throw new InvalidArgumentError("It must be a number from 1 to 10000.");
  }
  return value;
}
