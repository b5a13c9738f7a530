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

/** Maximum size of a log file and number of files per program. */
const usual = { maxBytes: 512 * 1024, files: 3 };

export interface LogFile {
  /** Appends a line with a timestamp; ignores write errors. */
  write(line: string): void;
}

/**
 * Opens a program's log: `NAME.log`, with older ones in `NAME.1.log` and `NAME.2.log`. Lines are written
 * synchronously, so the last one before a crash isn't lost.
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
        // Recreated, since wiping the data deletes the folder.
        mkdirSync(dir, { recursive: true, mode: 0o700 });
        if (bytes > 0 && bytes + length > most) rotate();
        appendFileSync(fileAt(0), text, { mode: 0o600 });
        bytes += length;
      } catch {
        // A full disk shouldn't stop the app.
      }
    },
  };
}

/** Returns the last lines of a program's log, at most `count`. */
export function lastLines(dir: string, name: string, count: number): readonly string[] {
  const chunk = 64 * 1024;
  try {
    const file = openSync(logFile(dir, name, 0), "r");
    try {
      const { size } = fstatSync(file);
      const from = Math.max(0, size - chunk);
      const bytes = Buffer.alloc(size - from);
      readSync(file, bytes, 0, bytes.length, from);
      // The first line may be cut off.
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
