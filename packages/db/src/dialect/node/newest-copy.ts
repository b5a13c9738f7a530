import { type Dirent, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Finds the newest copy of a database near it: beside it, where migrations leave them, or in the folder
 * `backups`. Returns null if there is none.
 */
export function findNewestCopy(file: string): string | null {
  const folder = dirname(file);
  const name = basename(file);
  const beside = filesIn(folder).filter(
    (one) => one.startsWith(`${name}.`) && !one.endsWith(".partial") && !one.endsWith("-journal"),
  );
  const backups = filesIn(join(folder, "backups"))
    .filter((one) => one.endsWith(".db"))
    .map((one) => join("backups", one));
  // Each backup of a device is a folder.
  const ofDevice = foldersIn(join(folder, "backups"))
    .filter((one) => !one.endsWith(".partial"))
    .flatMap((one) => filesIn(join(folder, "backups", one)).map((each) => join(one, each)))
    .filter((one) => one.endsWith(".db"))
    .map((one) => join("backups", one));
  let newest: { readonly path: string; readonly ms: number } | null = null;
  for (const one of [...beside, ...backups, ...ofDevice]) {
    const path = join(folder, one);
    const ms = statSync(path).mtimeMs;
    if (newest === null || ms > newest.ms) newest = { path, ms };
  }
  return newest?.path ?? null;
}

function filesIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

function foldersIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // The folder is missing or unreadable, so there is no copy to name.
    return [];
  }
}
