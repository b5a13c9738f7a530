import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { z } from "zod";

/** Folder with a build of the app's page. */
export interface Build {
  readonly folder: string;
  /** The same for all files of one build, different from every other build. */
  readonly version: string;
  /** Paths of its files relative to the folder, without compressed copies. */
  readonly files: ReadonlySet<string>;
  /** Paths of the files that a browser needs before it shows a list. */
  readonly first: readonly string[];
  /** Time of the build. */
  readonly builtMs: number;
}

/** File of a build that lists its others. */
export const manifestName = "build.json";

const path = z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/\\\0][^\\\0]*$/);
const manifest = z.object({
  version: z.string().regex(/^\w[\w.-]{0,63}$/),
  files: z.array(path),
  // Builds of earlier versions don't name them.
  first: z.array(path).max(20).default([]),
});

/**
 * Reads the list of files of a build; null if the folder or the list is missing. Throws if the list is
 * invalid.
 */
export async function readBuild(folder: string): Promise<Build | null> {
  const file = join(folder, manifestName);
  try {
    const { mtimeMs } = await stat(file);
    const { version, files, first } = parseJson(manifest, await readFile(file, "utf8"));
    return { folder, version, files: new Set(files), first, builtMs: mtimeMs };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Reads all builds in a folder, the latest first. */
export async function readBuilds(folder: string): Promise<Build[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const found = await Promise.all(
    names
      .filter((name) => !name.startsWith("."))
      .map((name) => readBuild(join(folder, name)).catch(() => null)),
  );
  return found.filter((build) => build !== null).toSorted((a, b) => b.builtMs - a.builtMs);
}

/** True if a file or folder doesn't exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
