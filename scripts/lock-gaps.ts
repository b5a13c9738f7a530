import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";

/** Part of package-lock.json (version 3) that this script reads. */
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).exactOptional() }),
  ),
});
export type Lock = Readonly<z.infer<typeof lockSchema>>;

/**
 * Returns optional dependencies that the lock mentions but doesn't contain, as `name (of package)`, in the
 * lock's order. npm silently writes such a lock if a release's binaries for some platform are missing from
 * the registry; `npm ci` then fails on other machines.
 */
export function findLockGaps(lock: Lock): string[] {
  const marker = "node_modules/";
  const held = new Set(
    Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf(marker) + marker.length)),
  );
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !held.has(name))
      .map((name) => `${name} (of ${path === "" ? "the root" : path})`),
  );
}

if (import.meta.main) {
  const text = readFileSync(resolve(import.meta.dirname, "../package-lock.json"), "utf8");
  const gaps = findLockGaps(lockSchema.parse(JSON.parse(text)));
  if (gaps.length > 0) {
    console.error(`package-lock.json lacks: ${gaps.join(", ")}. Pin a release that is complete.`);
    process.exitCode = 1;
  }
}
