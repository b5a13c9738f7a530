import type { Dir } from "node:fs";
import { opendir, realpath, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileParts, reasonOf } from "./file-parts.ts";
import { checkCount, checkTotal } from "../archive/counted.ts";
import { isClutter } from "../archive/entry-names.ts";
import type { ArchiveLimits } from "../archive/limits.ts";
import {
  inOrder,
  type SourceEntry,
  type SourceProblem,
  SourceRefused,
  type SourceTree,
} from "../archive/source-tree.ts";

/**
 * Opens a folder on disk. Symbolic links to files inside it are followed. Links that lead out, links to
 * folders, and unreadable files are skipped and reported.
 */
export async function openFolder(
  dir: string,
  limits: ArchiveLimits,
  signal?: AbortSignal,
): Promise<SourceTree> {
  const root = await realpath(resolve(dir));
  const entries: SourceEntry[] = [];
  const problems: SourceProblem[] = [];
  let totalBytes = 0;
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    let inside: Dir;
    try {
      inside = await opendir(folder);
    } catch (cause) {
      const words = `it cannot be read (${reasonOf(cause)})`;
      if (folder === root) throw new SourceRefused("not-readable", `${dir}: ${words}`, { cause });
      const path = relative(root, folder).split(sep).join("/");
      problems.push({ path, code: "not-readable", words });
      continue;
    }
    for await (const each of inside) {
      signal?.throwIfAborted();
      const file = join(folder, each.name);
      const path = relative(root, file).split(sep).join("/");
      if (isClutter(path)) continue;
      if (each.isDirectory()) {
        waiting.push(file);
        continue;
      }
      if (each.isSymbolicLink() && !(await staysInside(root, file))) {
        problems.push({ path, code: "link", words: "it is a link out of the folder" });
        continue;
      }
      if (!each.isFile() && !each.isSymbolicLink()) continue;
      const found = await stat(file).catch(() => null);
      // The file was deleted meanwhile.
      if (found === null) continue;
      const { size, mtimeMs } = found;
      entries.push({ path, sizeBytes: size, modifiedMs: Math.trunc(mtimeMs) });
      totalBytes += size;
      checkCount(limits, entries.length);
      checkTotal(limits, totalBytes, null);
    }
  }
  return {
    name: basename(root),
    entries: inOrder(entries),
    problems,
    open: (path) => fileParts(join(root, ...path.split("/")), path),
    async [Symbol.asyncDispose]() {},
  };
}

async function staysInside(root: string, link: string): Promise<boolean> {
  try {
    const target = await realpath(link);
    return target.startsWith(root + sep) && (await stat(target)).isFile();
  } catch {
    return false;
  }
}
