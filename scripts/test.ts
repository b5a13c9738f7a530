import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromiumInstallCommand, findChromium, installChromium } from "./chromium.ts";
import { findPostgres } from "./postgres/find-postgres.ts";
import { installPostgres, postgresInstallCommand } from "./postgres/install-postgres.ts";
import { addOutcomes, closingLine, emptyTally, type RunnerOutcome, tallySchema } from "./tally.ts";

// `npm test`: build, vitest, Playwright, and one last line that adds both up. Everything runs even
// when something before it failed, so that one run tells all there is to know.

const root = resolve(import.meta.dirname, "..");
/** Several times what all tests together hold at once. */
const roomBytes = 6e9;
const scratch = mkdtempSync(join(scratchHome(), "tidemark-test-"));
// PostgreSQL, which refuses to run as root, goes through it to a folder of its own.
chmodSync(scratch, 0o711);

if (findChromium() === undefined) installChromium();
const hasChromium = findChromium() !== undefined;
if (findPostgres() === undefined) installPostgres();
const hasPostgres = findPostgres() !== undefined;

// The build has nothing to count, only a way to fail.
const built = { ...run("turbo", ["run", "build"]), tally: emptyTally };
// What needs PostgreSQL is a project with it in its name.
const outcomes = [built, run("vitest", hasPostgres ? ["run"] : ["run", "--project=!*postgres*"])];
if (hasChromium) outcomes.push(run("playwright", ["test"]));
rmSync(scratch, { recursive: true, force: true });

const sum = addOutcomes(outcomes);
if (!hasChromium) {
  console.error(`The browser tests did not run, there is no Chromium: ${chromiumInstallCommand()}`);
}
if (!hasPostgres) {
  console.error(
    `The tests over PostgreSQL did not run, there is none: ${postgresInstallCommand()}`,
  );
}
console.log(closingLine(sum));
process.exitCode = sum.failed > 0 || !hasChromium || !hasPostgres ? 1 : 0;

function run(command: string, args: string[]): RunnerOutcome {
  const tallyFile = join(scratch, `${command}.json`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    // npm's bin links are .cmd files on Windows, which only its shell starts.
    shell: process.platform === "win32",
    env: {
      ...process.env,
      // What the tests make is gone with it, whatever becomes of them.
      TMPDIR: scratch,
      TIDEMARK_TALLY: tallyFile,
      TURBO_TELEMETRY_DISABLED: "1",
      TURBO_NO_UPDATE_NOTIFIER: "1",
    },
  });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  const tally = existsSync(tallyFile)
    ? tallySchema.parse(JSON.parse(readFileSync(tallyFile, "utf8")))
    : undefined;
  return { tally, exitCode: status ?? 1 };
}

/**
 * Where tests keep their files: in memory where there is room, for every commit of a server waits for
 * its disk, and thousands of them for the slowest part of a small machine.
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
