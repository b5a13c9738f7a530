import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Result of copying files. `damaged` lists hashes that don't match their content. */
export interface CopiedBlobs {
  readonly copied: number;
  readonly damaged: readonly string[];
}

const hashPattern = /^[0-9a-f]{64}$/;

/**
 * Copies files that are missing in the target from a content-addressed folder (`<two digits>/<sha256>`).
 * Verifies the hash of each file. A missing source counts as empty.
 */
export async function copyBlobs(from: string, to: string): Promise<CopiedBlobs> {
  const known = new Set(await hashesIn(to));
  const damaged: string[] = [];
  let copied = 0;
  for (const hash of await hashesIn(from)) {
    if (known.has(hash)) continue;
    const content = await readFile(join(from, hash.slice(0, 2), hash));
    if (createHash("sha256").update(content).digest("hex") !== hash) {
      damaged.push(hash);
      continue;
    }
    const folder = join(to, hash.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const partial = join(folder, `${hash}.partial`);
    await writeFile(partial, content, { mode: 0o600, flush: true });
    await rename(partial, join(folder, hash));
    copied += 1;
  }
  return { copied, damaged };
}

/** Lists the hashes in such a folder, and deletes partial files of an interrupted copy. */
export async function hashesIn(folder: string): Promise<string[]> {
  const hashes: string[] = [];
  for (const digits of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(digits)) continue;
    for (const name of await namesIn(join(folder, digits))) {
      if (hashPattern.test(name)) hashes.push(name);
      else if (name.endsWith(".partial")) await rm(join(folder, digits, name), { force: true });
    }
  }
  return hashes;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
