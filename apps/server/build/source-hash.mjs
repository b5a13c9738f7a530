import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");
const folders = ["apps/server/build", "apps/server/src", "packages/core/src", "packages/db/src"];
const files = [
  "package-lock.json",
  ...["apps/server", "packages/core", "packages/db"].map((folder) => `${folder}/package.json`),
];

/**
 * Hex digits that name everything that the built server is made from; tests are left out.
 *
 * To read all of it takes several times as long as to ask for its sizes and times: `stampFile` keeps
 * those with the digits that were found for them, where it can be written.
 *
 * @param {string} stampFile
 * @returns {string}
 */
export function hashSources(stampFile) {
  const names = sourceNames();
  // Asked for first: what changes while it is read has another time then.
  const stamp = stampOf(names);
  const [keptStamp, kept] = readStamp(stampFile);
  if (keptStamp === stamp && kept !== undefined) return kept;
  const found = hashContents(names);
  writeStamp(stampFile, `${stamp} ${found}`);
  return found;
}

function sourceNames() {
  const names = [...files];
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || entry.name.endsWith(".test.ts")) continue;
      names.push(join(entry.parentPath, entry.name).slice(root.length + 1));
    }
  }
  return names.toSorted();
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
 * What the file system says of the files. The time of the last change to a file's entry (`ctime`) is
 * nobody's to set: what puts other content in its place without another size or time is found too.
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
    // A folder that is not there yet, or cannot be written: the next start reads everything again.
  }
}
