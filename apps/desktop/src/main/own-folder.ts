import { chmodSync, mkdirSync, readdirSync } from "node:fs";

/**
 * Makes the data folder, or an empty one that was made for it, its user's alone, before the window writes
 * into it. What can't be done is left to the host, which says why.
 */
export function ownFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (readdirSync(dir).length === 0) chmodSync(dir, 0o700);
  } catch {
    // The host finds the same, and says it in words.
  }
}
