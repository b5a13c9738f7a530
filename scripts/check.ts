import { spawn } from "node:child_process";
import { resolve } from "node:path";

// `npm run check`: runs all static checks, even after a failure, so one run shows every problem. Runs two at
// a time, since some use only one core. Output is printed when a check ends, so outputs don't mix.

const catalogues = "--config packages/ui/lingui.config.ts";

const checks: readonly (readonly [subject: string, command: string])[] = [
  // The linter also reports compiler errors, for each file by the nearest tsconfig.json.
  ["lint and types", "oxlint"],
  ["examples in READMEs", "npm run --silent typecheck"],
  ["format", "oxfmt --check"],
  ["dead code", "knip --no-progress --no-config-hints"],
  ["floors", "node scripts/floors.ts"],
  ["lock", "node scripts/lock-gaps.ts"],
  ["sentences", `lingui check sync --clean ${catalogues} && lingui check missing ${catalogues}`],
];
const atATime = 2;

const waiting = [...checks];
const failed = new Set<string>();
const work = async (): Promise<void> => {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const [subject, command] = check;
    const { isInOrder, said } = await run(command);
    console.log(`${subject}: ${command}`);
    process.stdout.write(said);
    if (!isInOrder) failed.add(subject);
  }
};
await Promise.all(Array.from({ length: atATime }, work));

if (failed.size > 0) {
  console.error(`Not in order: ${[...failed].join(", ")}.`);
  process.exitCode = 1;
}

function run(command: string): Promise<{ isInOrder: boolean; said: string }> {
  return new Promise((done) => {
    const child = spawn(command, {
      cwd: resolve(import.meta.dirname, ".."),
      stdio: ["ignore", "pipe", "pipe"],
      shell: true,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.once("error", (error) => done({ isInOrder: false, said: `${said}${error.message}\n` }));
    child.once("close", (code) => done({ isInOrder: code === 0, said }));
  });
}
