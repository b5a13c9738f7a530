import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import {
  access,
  constants,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { err, ok, type Result } from "@tidemark/core";
import { closeToOthers, keepNewFilesPrivate } from "./private-files.ts";

/** The folder that holds a profile or an instance, while this process alone may write it. */
export interface DataFolder extends AsyncDisposable {
  /** Absolute. */
  readonly path: string;
  /** Where the database belongs. */
  readonly databaseFile: string;
}

export type DataFolderError =
  | { readonly type: "folder-in-use"; readonly path: string; readonly pid: number }
  | { readonly type: "folder-unwritable"; readonly path: string; readonly reason: string };

const databaseName = "tidemark.db";
const pidFileName = "tidemark.pid";
const openFolders = new Set<string>();

/**
 * Claims a data folder for this process, creating it when it is missing (readable by its owner
 * alone); one that is open to others is closed, and so is whatever this process makes from then on. `tidemark.pid` in it holds the process id until the folder is disposed; the file of a
 * process that is no more is taken over. Errors: `folder-in-use` names the process that has it,
 * `folder-unwritable` says why it cannot be used.
 */
export async function openDataFolder(dir: string): Promise<Result<DataFolder, DataFolderError>> {
  const path = resolve(dir);
  keepNewFilesPrivate();
  try {
    await createFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
    await closeToOthers(path, [databaseName, pidFileName]);
    const pidFile = join(path, pidFileName);
    const holder = await claim(pidFile, openFolders.has(path));
    if (holder !== null) return err({ type: "folder-in-use", path, pid: holder });
    openFolders.add(path);
    return ok({
      path,
      databaseFile: join(path, databaseName),
      [Symbol.asyncDispose]: async () => {
        openFolders.delete(path);
        release(pidFile);
      },
    });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return err({ type: "folder-unwritable", path, reason: error.message });
  }
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

/**
 * Writes the pid file unless a living process holds it. Returns that process's id, or null.
 * The file appears whole (a link to a finished one), so nobody ever reads half an id.
 */
async function claim(pidFile: string, isOpenHere: boolean): Promise<number | null> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const own = `${pidFile}.${randomUUID()}`;
    await writeFile(own, `${process.pid}\n`, { mode: 0o600 });
    try {
      await link(own, pidFile);
      return null;
    } catch (error) {
      if (!isSystemError(error) || error.code !== "EEXIST") throw error;
    } finally {
      await rm(own, { force: true });
    }
    const holder = await readHolder(pidFile);
    if (holder !== null && (await isAlive(holder, isOpenHere))) return holder.pid;
    await moveAside(pidFile, holder);
  }
  return (await readHolder(pidFile))?.pid ?? process.pid;
}

interface Holder {
  readonly pid: number;
  readonly writtenMs: number;
}

/** null: there is no file, or nothing that a process wrote. */
async function readHolder(pidFile: string): Promise<Holder | null> {
  try {
    const pid = Number.parseInt(await readFile(pidFile, "utf8"), 10);
    if (!Number.isSafeInteger(pid) || pid <= 0) return null;
    return { pid, writtenMs: (await stat(pidFile)).mtimeMs };
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * A stale file is moved before it is removed: when two processes find it stale, the slower one may
 * have moved the quicker one's fresh file, and puts it back.
 */
async function moveAside(pidFile: string, stale: Holder | null): Promise<void> {
  const aside = `${pidFile}.${randomUUID()}`;
  try {
    await rename(pidFile, aside);
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved !== null && moved.writtenMs !== stale?.writtenMs) await link(aside, pidFile);
  await rm(aside, { force: true });
}

async function isAlive(holder: Holder, isOpenHere: boolean): Promise<boolean> {
  // A container gives every run the same id: a file of this very id is an earlier run's.
  if (holder.pid === process.pid) return isOpenHere;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return isSystemError(error) && error.code === "EPERM";
  }
  const startedMs = await startedAt(holder.pid);
  // Two seconds of slack for clocks that count in ticks.
  return startedMs === null || startedMs <= holder.writtenMs + 2000;
}

/** When a process began, so that an id given again is not taken for the old process. Linux only. */
async function startedAt(pid: number): Promise<number | null> {
  try {
    const [processStat, systemStat] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile("/proc/stat", "utf8"),
    ]);
    // proc(5): the name in parentheses may hold anything; the start is field 22, in 1/100 s.
    const fields = processStat.slice(processStat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[19]);
    const bootSeconds = Number(/^btime (\d+)$/m.exec(systemStat)?.[1]);
    const startedMs = (bootSeconds + ticks / 100) * 1000;
    return Number.isFinite(startedMs) ? startedMs : null;
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

/** Synchronous, so that it also works while the process exits. */
function release(pidFile: string): void {
  try {
    if (readFileSync(pidFile, "utf8").trim() === String(process.pid)) rmSync(pidFile);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
