import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

// Builds what a start needs, unless it is up to date. Plain JavaScript: see apps/server/build/start.mjs.

const root = resolve(import.meta.dirname, "..");
/** Umask of builds: other users may run them, even if an open data folder excludes them from new files. */
const buildUmask = 0o022;

/**
 * Returns 16 hex digits that identify the content of files and folders, named from the repository's root.
 * Tests are left out.
 *
 * Reading all of it takes several times as long as listing sizes and times: `stampFile` stores those with
 * the digits computed for them, if it can be written.
 *
 * @param {readonly string[]} sources
 * @param {string} stampFile
 * @returns {string}
 */
export function hashSources(sources, stampFile) {
  const names = sources.flatMap(filesOf).toSorted();
  // Computed before reading, so a file that changes meanwhile gets a different stamp.
  const stamp = stampOf(names);
  const [storedStamp, stored] = readStamp(stampFile);
  if (storedStamp === stamp && stored !== undefined) return stored;
  const found = hashContents(names);
  writeStamp(stampFile, `${stamp} ${found}`);
  return found;
}

/** @param {string} source */
function filesOf(source) {
  const path = join(root, source);
  if (!statSync(path).isDirectory()) return [source];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** @param {readonly string[]} names */
function hashContents(names) {
  const hash = createHash("sha256");
  for (const name of names) {
    const content = readFileSync(join(root, name));
    hash.update(`${name}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * Hashes what the file system reports about the files. No program can set the time of the last change to a
 * file's entry (`ctime`), so a replaced file of the same size and time is noticed too.
 *
 * @param {readonly string[]} names
 */
function stampOf(names) {
  const hash = createHash("sha256");
  for (const name of names) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(root, name));
    hash.update(`${name}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\0`);
  }
  return hash.digest("hex");
}

/** @param {string} stampFile */
function readStamp(stampFile) {
  try {
    return readFileSync(stampFile, "utf8").split(" ");
  } catch {
    return [];
  }
}

/**
 * @param {string} stampFile
 * @param {string} text
 */
function writeStamp(stampFile, text) {
  const own = `${stampFile}.${process.pid}`;
  try {
    writeFileSync(own, text);
    renameSync(own, stampFile);
  } catch {
    // The folder is missing or not writable; the next start reads everything again.
  }
}

/**
 * Runs a bundler in a separate process, which frees its memory, and moves the result into place. Each
 * build has its own temporary folder and moves it whole, so concurrent starts need no lock and a killed one
 * leaves nothing half done. Throws if the bundler fails, or when `signal` is aborted, which ends the bundler.
 *
 * @param {string} dir
 * @param {object} options
 * @param {(temp: string) => string[]} options.bundler arguments for Node that build into the temporary folder
 * @param {string} [options.cwd]
 * @param {AbortSignal} options.signal
 * @param {(temp: string) => Promise<void>} options.place moves the result out of the temporary folder
 * @returns {Promise<void>}
 */
export async function buildInto(dir, { bundler, cwd, signal, place }) {
  const mode = 0o777 & ~buildUmask;
  if ((await mkdir(dir, { recursive: true })) !== undefined) await chmod(dir, mode);
  const temp = await mkdtemp(join(dir, ".building-"));
  try {
    await run(bundler(temp), cwd, signal);
    await chmod(temp, mode);
    await place(temp);
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} args
 * @param {string | undefined} cwd
 * @param {AbortSignal} signal
 */
async function run(args, cwd, signal) {
  signal.throwIfAborted();
  // A thread can't set the umask that the bundler inherits.
  const umask = `data:text/javascript,process.umask(${buildUmask})`;
  // The output goes to stderr, since stdout is for the address. A test's NODE_ENV must not change the build.
  const child = spawn(process.execPath, ["--import", umask, ...args], {
    cwd,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const stop = () => void child.kill();
  signal.addEventListener("abort", stop);
  try {
    const [code, killedBy] = await once(child, "exit");
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`the build failed with ${killedBy ?? `exit code ${code}`}`);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
