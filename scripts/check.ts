import { spawn } from "node:child_process";
import { resolve } from "node:path";

// `npm run check`: what can be said about the source without running it. Every check runs, also after
// one that failed, so that one run tells all there is to mend; two at a time, since some of them use one
// core alone. What a check says is printed when it ends, so that no two speak at once.

const catalogues = "--config packages/ui/lingui.config.ts";

const checks: readonly (readonly [subject: string, command: string])[] = [
  // The linter also reports what the compiler would, for each file by the nearest tsconfig.json.
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
