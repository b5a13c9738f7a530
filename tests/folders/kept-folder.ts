import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

/** Files of a data folder that exist only while a process runs, or that it creates again. */
const passing = /^tidemark\.(?:pid|db-shm|db-wal)$/;

/**
 * Stores a closed data folder: each file compressed, under its name and `.gz`. The database must have
 * been closed, which writes its write-ahead log into it.
 */
export function keepFolder(folder: string, kept: string): void {
  for (const file of filesIn(folder)) {
    if (passing.test(file)) continue;
    const target = join(kept, `${file}.gz`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, gzipSync(readFileSync(join(folder, file)), { level: 9 }));
  }
}

/**
 * Unpacks a stored folder. Sets every file's modification time to `atMs` (epoch ms): with the times of a
 * checkout, content would be newer than its records.
 */
export function layOut(kept: string, folder: string, atMs: number): void {
  for (const file of filesIn(kept)) {
    const target = join(folder, file.replace(/\.gz$/, ""));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, gunzipSync(readFileSync(join(kept, file))), { mode: 0o600 });
    utimesSync(target, new Date(atMs), new Date(atMs));
  }
}

/** Copies a folder's current files, with their times. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}

/** Returns the paths of all files below a folder, relative to it, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}
