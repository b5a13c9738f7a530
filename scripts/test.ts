import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { chromiumInstallCommand, findChromium, installChromium } from "./chromium.ts";
import { findPostgres } from "./postgres/find-postgres.ts";
import { installPostgres, postgresInstallCommand } from "./postgres/install-postgres.ts";
import { neededPostgresTests, recordCommand } from "./postgres-tests.ts";
import { scriptCommand } from "./script-command.ts";
import {
  addOutcomes,
  closingLine,
  emptyTally,
  type FileTime,
  reportSchema,
  type RunnerOutcome,
  slowestLines,
} from "./tally.ts";

// `npm test`: builds, then runs vitest and Playwright, and prints one final line with their total counts.
// Every stage runs, even after a failure, so one run shows every problem.

const { slowest } = scriptCommand("test", "Runs every test that a change has to pass.")
  .option("--slowest", "also print the slowest files, and the time of each project")
  .parse()
  .opts<{ slowest?: true }>();

const root = resolve(import.meta.dirname, "..");
/** Several times the space that all tests use together. */
const roomBytes = 6e9;
const scratch = mkdtempSync(join(scratchHome(), "tidemark-test-"));
// PostgreSQL, which refuses to run as root, must be able to traverse it to its own folder.
chmodSync(scratch, 0o711);

if (findChromium() === undefined) installChromium();
const hasChromium = findChromium() !== undefined;
if (findPostgres() === undefined) installPostgres();
const hasPostgres = findPostgres() !== undefined;
const postgresTests = neededPostgresTests(root);
const files: FileTime[] = [];
const failures: string[] = [];
const flaky: string[] = [];

// The build has no tests to count; it can only fail.
const built = { ...(await run("build", "turbo", ["run", "build"])), tally: emptyTally };
// Projects that need PostgreSQL have `postgres` in their names.
const postgresProjects = hasPostgres ? [] : ["--project=!*postgres*"];
const units = await run("units", "vitest", ["run", "--project=!system*", ...postgresProjects]);
// The programs of system tests often wait for each other, so browser tests can run beside them.
const systems = await Promise.all([
  run("system", "vitest", ["run", "--project=system*", ...postgresProjects]),
  ...(hasChromium ? [run("browser", "playwright", ["test"])] : []),
]);
rmSync(scratch, { recursive: true, force: true });

const sum = addOutcomes([built, units, ...systems]);
if (slowest === true) console.log(slowestLines(files).join("\n"));
if (!hasChromium) {
  console.error(`The browser tests did not run, there is no Chromium: ${chromiumInstallCommand()}`);
}
if (!hasPostgres) {
  console.error(
    `The tests over PostgreSQL did not run, there is none: ${postgresInstallCommand()}`,
  );
}
for (const name of flaky) console.log(`Passed only on a retry: ${name}`);
for (const failure of failures) console.log(`Failed: ${failure.split("\n", 1)[0]}`);
const hasPassed = sum.failed === 0 && hasChromium && hasPostgres;
const record = hasPassed && postgresTests === "most" ? recordCommand(root) : null;
if (record !== null) console.log(`The tests over PostgreSQL passed, to be recorded: ${record}`);
console.log(closingLine(sum));
process.exitCode = hasPassed ? 0 : 1;

/** Runs one stage and prefixes each line of its output with the stage's name. */
async function run(stage: string, command: string, args: string[]): Promise<RunnerOutcome> {
  const tallyFile = join(scratch, `${stage}.json`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // On Windows, npm's bin links are .cmd files, which need a shell.
    shell: process.platform === "win32",
    env: {
      ...process.env,
      // The tests' files are deleted with it, however the tests end.
      TMPDIR: scratch,
      TIDEMARK_TALLY: tallyFile,
      TIDEMARK_POSTGRES_TESTS: postgresTests,
      TURBO_TELEMETRY_DISABLED: "1",
      TURBO_NO_UPDATE_NOTIFIER: "1",
    },
  });
  const exitCode = await new Promise<number>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) printLines(stage, stream);
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
  if (!existsSync(tallyFile)) return { tally: undefined, exitCode };
  const report = reportSchema.parse(JSON.parse(readFileSync(tallyFile, "utf8")));
  files.push(...report.files);
  failures.push(...report.failures);
  flaky.push(...report.flaky);
  return { tally: report, exitCode };
}

function printLines(stage: string, stream: Readable): void {
  createInterface({ input: stream }).on("line", (line) => console.log(`${stage} | ${line}`));
}

/**
 * Returns the parent folder for the tests' files. In memory if there is enough space, since each commit of a
 * server waits for its disk, and thousands of them would be slow.
 */
function scratchHome(): string {
  const inMemory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > roomBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
