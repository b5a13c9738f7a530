import { chmod, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

/** Bits of a mode that let others in: group and everybody. */
const othersBits = 0o077;
const stickyBit = 0o1000;

/**
 * From now on what this process makes is its user's alone: files 0600, folders 0700, whatever the
 * process was started under. It holds for what libraries make, SQLite's logs among them, and goes for
 * the whole process; a thread leaves it to the main one. Windows has no such modes.
 */
export function keepNewFilesPrivate(): void {
  if (process.platform !== "win32" && isMainThread) process.umask(othersBits);
}

/**
 * Closes a data folder that others can read, with everything in it. Throws a system error where it
 * belongs to somebody else, and an `OpenToOthers` for a folder that is not one of ours: that other
 * programs use it is more likely than that they should not.
 */
export async function closeToOthers(folder: string, marks: readonly string[]): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(folder);
  const names = await readdir(folder);
  if ((mode & othersBits) === 0) {
    // Nobody else gets in; what an older version left open is closed where it costs nothing.
    for (const name of names) await close(join(folder, name), false);
    return;
  }
  const isOurs = names.length === 0 || marks.some((mark) => names.includes(mark));
  if (!isOurs || (mode & stickyBit) !== 0) throw new OpenToOthers();
  await chmod(folder, 0o700);
  for (const name of names) await close(join(folder, name), true);
}

/** A folder that others can read and that holds other things. */
export class OpenToOthers extends Error {
  readonly code = "EOPEN";
  constructor() {
    super("others can read it, and it holds other things: give Tidemark a folder of its own");
  }
}

async function close(path: string, isDeep: boolean): Promise<void> {
  const found = await lstat(path).catch(() => null);
  // A link is its maker's business; a file that is gone meanwhile is closed.
  if (found === null || !(found.isFile() || found.isDirectory())) return;
  if ((found.mode & othersBits) !== 0) await chmod(path, found.mode & 0o700);
  if (!isDeep || !found.isDirectory()) return;
  for (const name of await readdir(path)) await close(join(path, name), true);
}
