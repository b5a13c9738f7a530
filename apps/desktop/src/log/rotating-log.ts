import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { redact } from "./redact.ts";

/** Of one file, and how many there are of a program: together what a log may take. */
const usual = { maxBytes: 512 * 1024, files: 3 };

export interface LogFile {
  /** Appends a line with its time; a log that cannot be written is done without. */
  write(line: string): void;
}

/**
 * The log of one of the programs: `NAME.log`, and behind it the older `NAME.1.log`, `NAME.2.log`. Each
 * line is written at once, so that the last one before a crash is there.
 */
export function openLog(
  dir: string,
  name: string,
  { maxBytes, files, now }: { maxBytes?: number; files?: number; now?: () => Date } = {},
): LogFile {
  const most = maxBytes ?? usual.maxBytes;
  const kept = files ?? usual.files;
  const fileAt = (age: number): string => logFile(dir, name, age);
  let bytes = sizeOf(fileAt(0));

  function rotate(): void {
    rmSync(fileAt(kept - 1), { force: true });
    for (let age = kept - 2; age >= 0; age -= 1) {
      if (sizeOf(fileAt(age)) > 0) renameSync(fileAt(age), fileAt(age + 1));
    }
    bytes = 0;
  }

  return {
    write(line) {
      const text = `${(now?.() ?? new Date()).toISOString()} ${redact(line)}\n`;
      const length = Buffer.byteLength(text);
      try {
        // The folder goes with the data when that is wiped.
        mkdirSync(dir, { recursive: true, mode: 0o700 });
        if (bytes > 0 && bytes + length > most) rotate();
        appendFileSync(fileAt(0), text, { mode: 0o600 });
        bytes += length;
      } catch {
        // A full disk is no reason to stop.
      }
    },
  };
}

/** The last lines of a program's log, at most so many. */
export function lastLines(dir: string, name: string, count: number): readonly string[] {
  const chunk = 64 * 1024;
  try {
    const file = openSync(logFile(dir, name, 0), "r");
    try {
      const { size } = fstatSync(file);
      const from = Math.max(0, size - chunk);
      const bytes = Buffer.alloc(size - from);
      readSync(file, bytes, 0, bytes.length, from);
      // The first may be the end of one.
      const lines = bytes.toString("utf8").split("\n");
      return lines.slice(from === 0 ? 0 : 1, -1).slice(-count);
    } finally {
      closeSync(file);
    }
  } catch {
    return [];
  }
}

function logFile(dir: string, name: string, age: number): string {
  return join(dir, age === 0 ? `${name}.log` : `${name}.${age}.log`);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
