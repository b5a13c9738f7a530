import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, link, lstat, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Returns the folder of file contents shared by all backups in `backups`. */
export function contentFolder(backups: string): string {
  return join(backups, "files");
}

const hashPattern = /^[0-9a-f]{64}$/;
const partial = ".partial";

/** One content in a content-addressed folder, stored at `<two digits>/<sha256>`. */
export interface Contents {
  readonly hash: string;
  readonly bytes: number;
}

const pathOf = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash);

/** Lists the contents in a content-addressed folder; empty if the folder doesn't exist. */
export async function contentsOf(folder: string): Promise<Contents[]> {
  const found: Contents[] = [];
  for (const digits of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(digits)) continue;
    for (const hash of await namesIn(join(folder, digits))) {
      if (!hashPattern.test(hash)) continue;
      const known = await stat(join(folder, digits, hash)).catch(() => null);
      if (known !== null) found.push({ hash, bytes: known.size });
    }
  }
  return found;
}

/**
 * Copies contents from one folder to another and verifies each against its hash. Uses hard links when both
 * folders are on one disk, since contents are never modified. Returns the hashes present afterwards; contents
 * missing or damaged at the source are left out.
 */
export async function bringContents(
  from: string,
  to: string,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  const there = new Set((await contentsOf(to)).map(({ hash }) => hash));
  const brought = new Set<string>();
  for (const hash of wanted) {
    signal?.throwIfAborted();
    if (there.has(hash) || (await bring(from, to, hash, signal))) brought.add(hash);
  }
  return brought;
}

async function bring(
  from: string,
  to: string,
  hash: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const source = pathOf(from, hash);
  const found = await stat(source).catch(() => null);
  if (found?.isFile() !== true || (await hashOf(source, signal)) !== hash) return false;
  const target = pathOf(to, hash);
  await mkdir(join(target, ".."), { recursive: true, mode: 0o700 });
  // A hard link to a symbolic link would follow its target, now and after the target changes.
  const isPlain = (await lstat(source)).isFile();
  if (isPlain && (await linked(source, target))) return true;
  await rm(target + partial, { force: true });
  try {
    await copyFile(source, target + partial);
    if ((await hashOf(target + partial, signal)) !== hash) return false;
    await rename(target + partial, target);
    return true;
  } finally {
    await rm(target + partial, { force: true });
  }
}

/** Returns false if the file system doesn't support hard links or the target is on another one. */
async function linked(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return true;
    if (codeOf(error) === "ENOSPC") throw error;
    return false;
  }
}

/** Returns the SHA-256 of a file in hex, or null if it doesn't exist. */
async function hashOf(file: string, signal: AbortSignal | undefined): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      signal?.throwIfAborted();
      hash.update(piece as Buffer);
    }
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  return hash.digest("hex");
}

/** Deletes contents that aren't in `needed`. */
export async function pruneContents(folder: string, needed: ReadonlySet<string>): Promise<void> {
  for (const { hash } of await contentsOf(folder)) {
    if (!needed.has(hash)) await rm(pathOf(folder, hash), { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
