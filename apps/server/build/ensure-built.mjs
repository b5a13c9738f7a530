import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hashSources } from "./source-hash.mjs";

const distDir = resolve(import.meta.dirname, "../dist");
/** Servers that were started from an earlier build may still load parts of it. */
const keptBuilds = 4;

/**
 * Builds the server unless it is built from these sources. Each build has a folder named after them
 * and moves into place whole, so that starts at the same time need no lock, and a running server keeps
 * the parts that it has not loaded yet.
 *
 * @returns {Promise<string | null>} URL of the entry; null when it cannot be built, which is told on
 *   standard error
 */
export async function ensureBuilt() {
  const folder = join(distDir, hashSources(join(distDir, ".sources")));
  const entry = join(folder, "main.js");
  try {
    if (!existsSync(entry)) await build(folder);
    return pathToFileURL(entry).href;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The server was not built and runs from its sources: ${reason}\n`);
    return null;
  }
}

/** @param {string} folder */
async function build(folder) {
  await mkdir(distDir, { recursive: true });
  const temp = await mkdtemp(join(distDir, ".building-"));
  try {
    await bundle(temp);
    // Such a folder is made for its user alone. Another may run the server: root builds, a service runs it.
    await chmod(temp, 0o777 & ~process.umask());
    // Another start may have been quicker: what is there is the same.
    await rename(temp, folder).catch(() => undefined);
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
  await removeOldBuilds();
}

/**
 * In a process of its own, with which the bundler's memory goes.
 *
 * @param {string} outDir
 */
async function bundle(outDir) {
  const program = join(import.meta.dirname, "bundle.mjs");
  const child = spawn(process.execPath, [program, outDir], { stdio: ["ignore", 2, 2] });
  const stop = () => child.kill();
  const signals = /** @type {const} */ (["SIGTERM", "SIGINT"]);
  for (const signal of signals) process.once(signal, stop);
  const [code, signal] = await once(child, "exit");
  for (const each of signals) process.off(each, stop);
  if (signal !== null) {
    await rm(outDir, { recursive: true, force: true });
    process.exit(0);
  }
  if (code !== 0) throw new Error("what bundles it failed");
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
