import assert from "node:assert/strict";
import type { Workshop } from "../workshop.ts";

/** Checks that packaging fails for an architecture without a SQLite driver. */
export async function checkMissingDriver(workshop: Workshop): Promise<string> {
  await assert.rejects(
    workshop.pack({
      name: "no-driver",
      platform: "linux",
      args: ["--linux", "dir"],
      arch: "armv7l",
    }),
    /The SQLite driver has no linux-armv7l\.node/,
  );
  return "a build for a processor without a SQLite driver ended, and said so";
}
