import { existsSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildInto, hashSources } from "../../../scripts/build-cache.mjs";

const distDir = resolve(import.meta.dirname, "../dist");
const workspaces = ["apps/server", "packages/core", "packages/db", "packages/db-postgres"];
const sources = [
  "apps/server/build",
  ...workspaces.flatMap((folder) => [`${folder}/src`, `${folder}/package.json`]),
  "package-lock.json",
];
/** Number of builds to keep: servers started from an earlier build may still load parts of it. */
const keptBuilds = 4;

/** Returns the folder for a build of the current sources, which may not exist. */
export function buildFolder() {
  return join(distDir, hashSources(sources, join(distDir, ".sources")));
}

/**
 * Builds the server unless a build of these sources exists. The folder of a build is named after their hash:
 * a running server can still load further parts of its own build.
 *
 * @returns {Promise<string | null>} URL of the entry; null if the build fails (reported on standard error)
 */
export async function ensureBuilt() {
  const folder = buildFolder();
  const entry = join(folder, "main.js");
  const ending = new AbortController();
  const end = () => ending.abort();
  const signals = /** @type {const} */ (["SIGTERM", "SIGINT"]);
  try {
    if (existsSync(entry)) return pathToFileURL(entry).href;
    for (const signal of signals) process.once(signal, end);
    await build(folder, ending.signal);
    return pathToFileURL(entry).href;
  } catch (error) {
    if (ending.signal.aborted) process.exit(0);
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The server was not built and runs from its sources: ${reason}\n`);
    return null;
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}

/**
 * @param {string} folder
 * @param {AbortSignal} signal
 */
async function build(folder, signal) {
  await buildInto(distDir, {
    bundler: (temp) => [join(import.meta.dirname, "bundle.mjs"), temp],
    signal,
    // Another start may have finished first, with the same result.
    place: (temp) => rename(temp, folder).catch(() => undefined),
  });
  await removeOldBuilds();
}

async function removeOldBuilds() {
  const names = (await readdir(distDir)).filter((name) => !name.startsWith("."));
  const ages = await Promise.all(
    names.map(async (name) => ({ name, ms: (await stat(join(distDir, name))).mtimeMs })),
  );
  ages.sort((a, b) => b.ms - a.ms);
  for (const { name } of ages.slice(keptBuilds)) {
    await rm(join(distDir, name), { recursive: true, force: true });
  }
}
