import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { chmod, lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "../../apps/server/build/ensure-built.mjs";
import { parseJson } from "../../packages/core/src/json/parse-json.ts";
import { z } from "zod";
import type { CaseOf, Seen } from "./read-cases.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

const startedLine = "Tidemark server: ";
const startOnce = "start the server once and end it";

interface RunAs {
  readonly uid: number;
  readonly gid: number;
  readonly env: NodeJS.ProcessEnv;
}

/** Prepares an empty folder as root, starts a server on it as another user, and checks the result. */
export async function runStartCase({ prepare, run, expect }: CaseOf<"start">): Promise<Seen> {
  if (process.getuid?.() !== 0) return "not run: this needs root";
  const as = readRunAs(run);
  if (as === null) return `not run, it is not known how: ${run}`;
  const folder = await mkdtemp(join(tmpdir(), "tidemark-field-"));
  try {
    await chmod(folder, 0o755);
    for (const line of prepare) {
      if (line !== startOnce) {
        const command = line.replaceAll(/(?<=^|\s)D(?=\/|\s|$)/g, '"$D"');
        execFileSync("sh", ["-ec", command], { env: { ...process.env, D: folder } });
      } else if (!isStarted(await startOn(folder, as))) return "the first start failed";
    }
    const seen = await startOn(folder, as);
    if (!isStarted(seen)) return `exit ${seen.code}: ${seen.errors.trim()}`;
    return await judge(expect, { folder, as, prepare, warnings: warningsOf(seen.errors) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Parses `uid 1, gid 2, no other groups`, with an optional part about the environment. */
function readRunAs(run: string): RunAs | null {
  const [, uid, gid] = /^uid (\d+), gid (\d+)\b/.exec(run) ?? [];
  if (uid === undefined) return null;
  const path = { PATH: process.env["PATH"] };
  const env = /PATH alone/.test(run) ? path : { ...path, HOME: tmpdir() };
  return { uid: Number(uid), gid: Number(gid), env };
}

/** Returns the server's entry point, built if possible, and readable by every user. */
async function builtServer(): Promise<string> {
  const built = await ensureBuilt();
  if (built === null) return resolve(import.meta.dirname, "../../apps/server/src/main.ts");
  const main = fileURLToPath(built);
  const folder = dirname(main);
  await chmod(folder, 0o755);
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644);
  return main;
}

/**
 * Starts a server and stops it once it serves. A child process of another user has no supplementary groups.
 */
async function startOn(folder: string, { uid, gid, env }: RunAs): Promise<ProgramRun> {
  const args = [await builtServer(), "--data", folder, "--port", "0"];
  const options = { uid, gid, env, cwd: resolve("/") };
  return runProgram(args, options, (output) => output.includes(startedLine));
}

function isStarted({ output }: ProgramRun): boolean {
  return output.includes(startedLine);
}

/** Returns log lines of level `warn`, and output lines that aren't log entries. */
function warningsOf(errors: string): string[] {
  const logged = z.object({ level: z.string() });
  return errors
    .split("\n")
    .filter((line) => line !== "")
    .filter((line) => !line.startsWith("{") || parseJson(logged, line).level === "warn");
}

interface Started {
  readonly folder: string;
  readonly as: RunAs;
  readonly prepare: readonly string[];
  readonly warnings: readonly string[];
}

/** Checks the folder and the log against the expected text. */
async function judge(expect: string, { folder, as, prepare, warnings }: Started): Promise<Seen> {
  const modeOf = async (path: string): Promise<number> => (await lstat(path)).mode & 0o777;
  const inOctal = (mode: number): string => mode.toString(8).padStart(4, "0");
  if (/warning/.test(expect) && warnings.length === 0) return "it starts without a warning";
  if (/names the file/.test(expect)) {
    const file = prepare.flatMap((line) => /^touch D\/(\S+)$/.exec(line)?.[1] ?? []).at(-1) ?? "";
    if (!warnings.some((line) => line.includes(file))) return `no warning names ${file}`;
  }
  const [, wanted] = /D is 0?([0-7]{3})/.exec(expect) ?? [];
  const mode = await modeOf(folder);
  if (wanted !== undefined && mode !== Number.parseInt(wanted, 8)) return `D is ${inOctal(mode)}`;
  const isOfUser = /user's alone/.test(expect);
  if (!isOfUser && !/closed to others/.test(expect)) return null;
  if (!isOfUser && (mode & 0o007) === 0) return null;
  for (const name of globSync("**", { cwd: folder })) {
    const path = join(folder, name);
    const { uid } = await lstat(path);
    const made = await modeOf(path);
    const isOpen = (made & (isOfUser ? 0o077 : 0o007)) !== 0;
    if (uid === as.uid && path !== folder && isOpen) return `${name} is ${inOctal(made)}`;
  }
  return null;
}
