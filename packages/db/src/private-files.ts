import { chmod, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { isOwnName, isSystemName } from "./blobs/folder-names.ts";

/** Permission bits of the group and of others. */
const othersBits = 0o077;
const othersWriteBits = 0o022;
const stickyBit = 0o1000;
/** Maximum number of names in a warning. */
const maxNames = 5;

/**
 * Makes files that this process creates private from now on: files 0600, folders 0700, whatever its inherited
 * umask. Applies to the whole process, including libraries and SQLite's logs; only the main thread can set
 * it. Does nothing on Windows, which has no such modes.
 */
export function keepNewFilesPrivate(): void {
  if (process.platform !== "win32" && isMainThread) process.umask(othersBits);
}

/**
 * Removes other users' permissions from a data folder and from everything in it that Tidemark made. Leaves
 * other files alone. An open folder that contains such files stays open, since other programs may use it.
 * Returns log lines for everything that stays open. Throws a system error if the folder can't be read.
 */
export async function closeToOthers(folder: string): Promise<string[]> {
  if (process.platform === "win32") return [];
  const names = (await readdir(folder)).toSorted();
  const others = names.filter((name) => !isOwnName(name) && !isSystemName(name));
  const warnings: string[] = [];
  const { mode } = await stat(folder);
  if (isOpen(mode)) {
    // A folder such as /tmp is shared, whatever it contains.
    const isShared = others.length > 0 || (mode & stickyBit) !== 0;
    const failure = isShared ? null : await close(folder, mode);
    if (isShared || failure !== null) warnings.push(folderLine(folder, mode, { failure, others }));
  }
  const stillOpen: string[] = [];
  for (const name of names.filter(isOwnName)) {
    stillOpen.push(...(await closeAll(folder, name)));
  }
  if (stillOpen.length > 0) {
    warnings.push(`${folder}: can't close these files to others: ${inWords(stillOpen)}`);
  }
  const areNamed = isOpen(mode) && others.length > 0;
  const foreign = areNamed ? [] : await openOnes(folder, others);
  if (foreign.length > 0) {
    const reason = "other users can open these files, which Tidemark didn't create";
    warnings.push(`${folder}: ${reason}: ${inWords(foreign)}`);
  }
  return warnings;
}

function folderLine(
  folder: string,
  mode: number,
  { failure, others }: { readonly failure: string | null; readonly others: readonly string[] },
): string {
  const because =
    failure !== null
      ? `can't be closed (${failure})`
      : others.length > 0
        ? `also holds ${inWords(others)}`
        : "is a shared folder";
  const mayDelete = (mode & othersWriteBits) !== 0 && (mode & stickyBit) === 0;
  const risk = !mayDelete
    ? ""
    : ", but other users can delete and replace them: give Tidemark a folder of its own";
  return `${folder} can be opened by other users (mode ${octal(mode)}) because it ${because}; the files that Tidemark creates in it are closed${risk}`;
}

/**
 * Closes a file, or a folder with everything open in it. Returns the paths that stay open, relative to
 * `folder`. Skips the contents of closed folders, which others can't reach.
 */
async function closeAll(folder: string, path: string): Promise<string[]> {
  const full = join(folder, path);
  const found = await lstat(full).catch(() => null);
  // Links are skipped, as their targets belong to others; so are files deleted meanwhile.
  if (found === null || !(found.isFile() || found.isDirectory()) || !isOpen(found.mode)) return [];
  const failure = await close(full, found.mode);
  const within: string[] = [];
  if (found.isDirectory()) {
    const names = await readdir(full).catch(() => []);
    for (const name of names.filter((each) => !isSystemName(each))) {
      within.push(...(await closeAll(folder, join(path, name))));
    }
  }
  return failure === null ? [] : [`${path} (${failure})`, ...within];
}

/** Returns the reason why it stays open; null if it is closed. */
async function close(path: string, mode: number): Promise<string | null> {
  try {
    await chmod(path, mode & 0o700);
    // Some file systems accept a mode and ignore it.
    return isOpen((await stat(path)).mode) ? "its file system doesn't store modes" : null;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return error.code === "ENOENT" ? null : String(error.code);
  }
}

async function openOnes(folder: string, names: readonly string[]): Promise<string[]> {
  const open: string[] = [];
  for (const name of names) {
    const found = await lstat(join(folder, name)).catch(() => null);
    if (found !== null && !found.isSymbolicLink() && isOpen(found.mode)) {
      open.push(`${name} (mode ${octal(found.mode)})`);
    }
  }
  return open;
}

function isOpen(mode: number): boolean {
  return (mode & othersBits) !== 0;
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8);
}

/** Returns a few of the names, and the number of the rest. */
function inWords(names: readonly string[]): string {
  const listed = names.slice(0, maxNames).join(", ");
  return names.length > maxNames ? `${listed} and ${names.length - maxNames} more` : listed;
}
