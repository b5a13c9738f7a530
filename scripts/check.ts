import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

// `npm run check`: what can be said about the source without running it. Every check runs, also after
// one that failed, so that one run tells all there is to mend.

const checks: readonly (readonly [subject: string, command: string])[] = [
  ["types", "turbo run typecheck --continue=always --output-logs=errors-only"],
  ["lint", "oxlint"],
  ["format", "prettier --check --log-level=warn ."],
  ["dead code", "knip --no-progress --no-config-hints"],
  ["floors", "node scripts/floors.ts"],
  ["lock", "node scripts/lock-gaps.ts"],
];

const failed = checks.filter(([subject, command]) => {
  console.log(`${subject}: ${command}`);
  const { status } = spawnSync(command, {
    cwd: resolve(import.meta.dirname, ".."),
    stdio: "inherit",
    shell: true,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
  });
  return status !== 0;
});

if (failed.length > 0) {
  console.error(`Not in order: ${failed.map(([subject]) => subject).join(", ")}.`);
  process.exitCode = 1;
}
