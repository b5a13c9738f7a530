import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");
const folders = ["apps/server/build", "apps/server/src", "packages/core/src", "packages/db/src"];
const files = [
  "package-lock.json",
  ...["apps/server", "packages/core", "packages/db"].map((folder) => `${folder}/package.json`),
];

/** Hex digits that name everything that the built server is made from; tests are left out. */
export function hashSources() {
  const names = [...files];
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || entry.name.endsWith(".test.ts")) continue;
      names.push(join(entry.parentPath, entry.name).slice(root.length + 1));
    }
  }
  const hash = createHash("sha256");
  for (const name of names.toSorted()) {
    const content = readFileSync(join(root, name));
    hash.update(`${name}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest("hex").slice(0, 16);
}
