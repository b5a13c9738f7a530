import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { access, constants, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { err, ok, type Result } from "@tidemark/core";
import { type LockFile, takeLockFile } from "./dialect/node/lock-file.ts";
import { closeToOthers, keepNewFilesPrivate } from "./private-files.ts";

/** The folder that holds a profile or an instance, while this process alone may write it. */
export interface DataFolder extends AsyncDisposable {
  /** Absolute. */
  readonly path: string;
  /** Where the database belongs. */
  readonly databaseFile: string;
  /** What others can open in it, and why it couldn't be closed: a line each, for the log. */
  readonly warnings: readonly string[];
}

export type DataFolderError =
  | {
      readonly type: "folder-in-use";
      readonly path: string;
      /** null: the file that names it was removed under it. */
      readonly pid: number | null;
    }
  | { readonly type: "folder-unwritable"; readonly path: string; readonly reason: string };

const databaseName = "tidemark.db";
const pidFileName = "tidemark.pid";
const lockFileName = "tidemark.lock";

/**
 * Claims a data folder for this process, creating it when it is missing (readable by its owner
 * alone). One that is open to others is closed where it can be, with everything that Tidemark made in
 * it, and so is whatever this process makes from then on; `warnings` names what stays open.
 * A lock on `tidemark.lock` decides, which the kernel frees when the process ends (ADR 0043);
 * `tidemark.pid` says who has it until the folder is disposed. Errors: `folder-in-use` names the
 * process that has it, `folder-unwritable` says why it cannot be used.
 */
export async function openDataFolder(dir: string): Promise<Result<DataFolder, DataFolderError>> {
  const path = resolve(dir);
  keepNewFilesPrivate();
  try {
    await createFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
    const warnings = await closeToOthers(path);
    const pidFile = join(path, pidFileName);
    const claimed = await claim(join(path, lockFileName), pidFile);
    if (!claimed.ok) return err({ type: "folder-in-use", path, pid: claimed.error });
    const lock = claimed.value;
    try {
      await nameHolder(pidFile);
    } catch (error) {
      lock.release();
      throw error;
    }
    return ok({
      path,
      databaseFile: join(path, databaseName),
      warnings,
      [Symbol.asyncDispose]: async () => release(lock, pidFile),
    });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return err({ type: "folder-unwritable", path, reason: error.message });
  }
}

/** Who has a folder, as messages say it. */
export function holderInWords(pid: number | null): string {
  return pid === null ? "another process" : `process ${pid}`;
}

/**
 * Makes a folder and what is missing above it. Not by `recursive`, which never ends where a parent
 * is there and yet takes nothing, as in `/proc`.
 */
async function createFolder(path: string, hasParent = false): Promise<void> {
  const above = dirname(path);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (await isFolder(path)) return;
    const lacksParent = isSystemError(error) && error.code === "ENOENT" && above !== path;
    if (!lacksParent || hasParent) throw error;
    await createFolder(above);
    await createFolder(path, true);
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** How often and for how long a holder is asked for that has not said its name yet. */
const holderPolls = { count: 40, everyMs: 25 } as const;

/**
 * The lock, or who has it. Whoever took it a moment ago has yet to replace the pid file of one that
 * was killed, or is removing its own on its way out: then it is asked again for a second.
 */
async function claim(lockFile: string, pidFile: string): Promise<Result<LockFile, number | null>> {
  for (let poll = 1; ; poll += 1) {
    const lock = takeLockFile(lockFile);
    if (lock !== null) return ok(lock);
    const pid = await readHolder(pidFile);
    if ((pid !== null && isAlive(pid)) || poll === holderPolls.count) return err(pid);
    await sleep(holderPolls.everyMs);
  }
}

/** The pid file appears whole (a finished one is moved), so nobody ever reads half an id. */
async function nameHolder(pidFile: string): Promise<void> {
  const finished = `${pidFile}.${randomUUID()}`;
  try {
    await writeFile(finished, `${process.pid}\n`, { mode: 0o600 });
    await rename(finished, pidFile);
  } finally {
    await rm(finished, { force: true });
  }
}

/** null: there is no file, or nothing that a process wrote. */
async function readHolder(pidFile: string): Promise<number | null> {
  try {
    const pid = Number.parseInt(await readFile(pidFile, "utf8"), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return null;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error) && error.code === "EPERM";
  }
}

/** Synchronous, so that it also works while the process exits. The name goes before the lock. */
function release(lock: LockFile, pidFile: string): void {
  try {
    if (readFileSync(pidFile, "utf8").trim() === String(process.pid)) rmSync(pidFile);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  } finally {
    lock.release();
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
