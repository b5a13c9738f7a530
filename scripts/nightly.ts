import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { addOutcomes, closingLine, emptyTally } from "./tally.ts";

// `npm run nightly`: runs the checks that are too slow for every change. Every check runs, even after a
// failure. Prints the time of each; the last line is `N passed, N failed`.

const { schedules } = new Command("nightly")
  .description("Runs the checks that take longer than a minute each.")
  .option("--schedules <count>", "fresh schedules of the simulation", count, 2000)
  .allowExcessArguments(false)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<{ schedules: number }>();

// Seeds are derived from the date, so a failure can be reproduced by its date.
const seed = Math.floor(Date.now() / 86_400_000) * 100_000;

const checks: readonly (readonly [what: string, ...command: readonly string[]])[] = [
  ["devices and a server that are killed", "npm", "run", "chaos", "--", "--minutes", "5"],
  [
    "several servers over PostgreSQL that are killed",
    ...["npm", "run", "chaos", "--", "--processes", "3", "--database", "postgres"],
    ...["--minutes", "5", "--seed", String(seed)],
  ],
  ["a host that is killed under a typist", "npm", "run", "chaos", "--", "--typing"],
  ["load on SQLite", "npm", "run", "load"],
  ["load on PostgreSQL", "npm", "run", "load", "--", "--database", "postgres"],
  // The first thirty seeds run with every change.
  ["seeds 31 to 200", "npm", "run", "soak", "--", "--schedules", "170", "--seed", "31"],
  [
    `${schedules} fresh schedules of sync`,
    ...["npm", "run", "soak", "--", "--schedules", String(schedules), "--seed", String(seed)],
  ],
  ["every field case", "npm", "run", "field:cases"],
  // Every test over every database, with fresh seeds and ten times the runs of each property.
  ["every vitest test", "npx", "vitest", "run"],
  ["the page, in every corner and theme", "npx", "playwright", "test"],
  ["every package, installed and removed", "npm", "run", "dist:check", "--", "--all"],
];

const outcomes = checks.map(([what, command = "", ...args]) => {
  console.log(`== ${what}: ${[command, ...args].join(" ")}`);
  const beganMs = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: resolve(import.meta.dirname, ".."),
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, TIDEMARK_NIGHTLY: "1" },
  });
  const minutes = ((Date.now() - beganMs) / 60_000).toFixed(1);
  const outcome = status === 0 ? "passed" : "failed";
  console.log(`== ${outcome} in ${minutes} min: ${what}`);
  return { tally: { ...emptyTally, passed: status === 0 ? 1 : 0 }, exitCode: status ?? 1 };
});

const sum = addOutcomes(outcomes);
console.log(closingLine(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;

function count(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError("It must be a number.");
  return Number(text);
}
