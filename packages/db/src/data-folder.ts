import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { access, constants, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { err, ok, type Result } from "@tidemark/core";
import { type LockFile, acquireLockFile } from "./dialect/node/lock-file.ts";
import { closeToOthers, keepNewFilesPrivate } from "./private-files.ts";

/** A profile's or an instance's folder, locked for writing by this process. */
export interface DataFolder extends AsyncDisposable {
  /** Absolute path. */
  readonly path: string;
  readonly databaseFile: string;
  /**
   * Lines for the log: each names a path that other users can open and the reason why its permissions weren't
   * tightened.
   */
  readonly warnings: readonly string[];
}

export type DataFolderError =
  | {
      readonly type: "folder-in-use";
      readonly path: string;
      /** `null` if the pid file was removed while the folder was in use. */
      readonly pid: number | null;
    }
  | { readonly type: "folder-unwritable"; readonly path: string; readonly reason: string };

const databaseName = "tidemark.db";
const pidFileName = "tidemark.pid";
const lockFileName = "tidemark.lock";

/**
 * Claims a data folder for this process, and creates it if it is missing (readable only by its owner).
 * Removes other users' permissions from the folder and from everything in it that Tidemark made. Files that
 * this process makes later are private too; `warnings` names paths that stay open. A lock on `tidemark.lock`
 * decides who has the folder; the kernel frees it when the process ends (ADR 0043). `tidemark.pid` names the
 * process until the folder is disposed. Errors: `folder-in-use` names that process, `folder-unwritable` gives
 * the reason.
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

/** Returns the process that has a folder, for messages. */
export function holderInWords(pid: number | null): string {
  return pid === null ? "another process" : `process ${pid}`;
}

/**
 * Creates a folder and its missing parents. `recursive` isn't used: it never returns if an existing parent
 * can't have the folder, as in `/proc`.
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

/**
 * Number of times and interval in ms at which the pid file is read while the process with the lock hasn't
 * written it yet.
 */
const holderPolls = { count: 40, everyMs: 25 } as const;

/**
 * Returns the lock, or the pid of the process that has it. A process that has just taken the lock may not
 * have replaced a killed process's pid file yet. One that is exiting may have removed its own. In both cases
 * the pid file is read again for up to a second.
 */
async function claim(lockFile: string, pidFile: string): Promise<Result<LockFile, number | null>> {
  for (let poll = 1; ; poll += 1) {
    const lock = acquireLockFile(lockFile);
    if (lock !== null) return ok(lock);
    const pid = await readHolder(pidFile);
    if ((pid !== null && isAlive(pid)) || poll === holderPolls.count) return err(pid);
    await sleep(holderPolls.everyMs);
  }
}

/** Writes the pid file under another name and renames it, so readers never see half an id. */
async function nameHolder(pidFile: string): Promise<void> {
  const finished = `${pidFile}.${randomUUID()}`;
  try {
    await writeFile(finished, `${process.pid}\n`, { mode: 0o600 });
    await rename(finished, pidFile);
  } finally {
    await rm(finished, { force: true });
  }
}

/** Returns `null` if the file is missing or has no valid pid. */
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

/** Synchronous, to work in an exit handler too. The pid file is removed before the lock is released. */
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
