import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

/** What a process has of a folder only while it runs, or makes anew. */
const passing = /^tidemark\.(?:pid|db-shm|db-wal)$/;

/**
 * Keeps a data folder that nobody has open: each file compressed, under its name and `.gz`. The
 * database must have been closed, which writes its write-ahead log into it.
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
 * Lays a kept folder out again. Every file was changed at `atMs` (epoch ms): a checkout has times of
 * its own, and by them content would be younger than what is known of it.
 */
export function layOut(kept: string, folder: string, atMs: number): void {
  for (const file of filesIn(kept)) {
    const target = join(folder, file.replace(/\.gz$/, ""));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, gunzipSync(readFileSync(join(kept, file))), { mode: 0o600 });
    utimesSync(target, new Date(atMs), new Date(atMs));
  }
}

/** A copy of a folder as it is at this moment. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}

/** Paths of all files below a folder, relative to it, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}
