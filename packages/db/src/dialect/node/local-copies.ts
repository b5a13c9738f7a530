import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A copy of a database that a migration left beside it. */
export interface LocalCopy {
  readonly path: string;
  /** Epoch ms. */
  readonly madeMs: number;
}

/** Copies that migrations left beside a database, oldest first. */
export function listLocalCopies(file: string): LocalCopy[] {
  const folder = dirname(file);
  const start = `${basename(file)}.before-v`;
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith(start))
    .map(({ name }) => join(folder, name))
    .map((path) => ({ path, madeMs: statSync(path).mtimeMs }))
    .toSorted((a, b) => a.madeMs - b.madeMs);
}

/** Deletes copies made before `beforeMs`. Returns their number. */
export function removeLocalCopies(file: string, beforeMs: number): number {
  const old = listLocalCopies(file).filter(({ madeMs }) => madeMs < beforeMs);
  for (const { path } of old) rmSync(path, { force: true });
  return old.length;
}
