import { chmodSync, mkdirSync, readdirSync } from "node:fs";

/**
 * Creates the data folder, or restricts an empty one, so only its user can access it, before the window
 * writes to it. Errors are ignored here; the host reports them.
 */
export function ownFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (readdirSync(dir).length === 0) chmodSync(dir, 0o700);
  } catch {
    // The host runs into the same error and reports it.
  }
}
