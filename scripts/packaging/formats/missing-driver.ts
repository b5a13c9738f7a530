import assert from "node:assert/strict";
import type { Workshop } from "../workshop.ts";

/** A package for a processor that the SQLite driver is not built for is not made. */
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
