import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import type { FastifyBaseLogger } from "fastify";

/** Folder of the built page, and the program that builds it; null in packages, which contain the page. */
export interface PageSource {
  readonly folder: string;
  readonly builder: string | null;
}

/** State of a build that may be running. */
export type BuildState = "building" | "ended" | "failed";

export interface PageBuilding extends Disposable {
  state(): BuildState;
}

/** Last lines of a builder's output to log if it fails. */
const loggedLength = 4000;

/**
 * Builds the page in a process of low priority, which exits at once if the build is up to date. Disposing it
 * ends the process.
 */
export function buildPage(
  { builder }: PageSource,
  logger: Pick<FastifyBaseLogger, "error">,
): PageBuilding {
  if (builder === null) return { state: () => "ended", [Symbol.dispose]: () => {} };
  let state: BuildState = "building";
  let output = "";
  let isStopped = false;
  const child = spawn(process.execPath, [builder], {
    cwd: dirname(builder),
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that the processes it starts end with it.
    detached: process.platform !== "win32",
  });
  const listen = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-loggedLength);
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  child.once("spawn", () => lowerPriority(child.pid));
  child.once("error", (error) => fail(error.message));
  child.once("close", (code, signal) => {
    if (code === 0) state = "ended";
    else fail(`the builder ended with ${signal ?? `exit code ${code}`}`);
  });

  function fail(reason: string): void {
    if (isStopped || state === "failed") return;
    state = "failed";
    logger.error({ reason, output: output.trim() }, "the app's page could not be built");
  }

  return {
    state: () => state,
    [Symbol.dispose]() {
      isStopped = true;
      endGroup(child);
    },
  };
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system doesn't allow it.
  }
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === "win32") child.kill();
    else process.kill(-child.pid, "SIGTERM");
  } catch {
    // It has just ended.
  }
}
