import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { fileParts } from "./file-parts.ts";
import type { SourceEntry, SourceTree } from "../archive/source-tree.ts";

/**
 * Opens a single database file as a tree. `find` and `open` also reach files beside it, such as its log and
 * files that it references. The folder isn't listed, and nothing outside of it is opened.
 */
export async function openBeside(path: string): Promise<SourceTree> {
  const root = await realpath(dirname(path));
  const name = basename(path);
  const find = async (inside: string): Promise<SourceEntry | null> => {
    try {
      const file = await realpath(join(root, ...inside.split("/")));
      if (!file.startsWith(root + sep)) return null;
      const found = await stat(file);
      if (!found.isFile()) return null;
      return { path: inside, sizeBytes: found.size, modifiedMs: Math.trunc(found.mtimeMs) };
    } catch {
      return null;
    }
  };
  const own = await find(name);
  return {
    name: name.replace(/\.[^.]+$/, ""),
    entries: own === null ? [] : [own],
    problems: [],
    find,
    open: (inside) => fileParts(join(root, ...inside.split("/")), inside),
    async [Symbol.asyncDispose]() {},
  };
}
