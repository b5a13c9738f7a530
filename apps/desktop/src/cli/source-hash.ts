import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What each part of the build is made from, relative to the repository's root. */
const sources = {
  page: [
    "apps/desktop/build",
    "apps/desktop/src/renderer",
    "apps/desktop/src/page",
    "packages/core",
    "packages/replica",
    "packages/ui",
  ],
  shell: [
    "apps/desktop/src/main",
    "apps/desktop/src/preload",
    "apps/desktop/src/host",
    "apps/desktop/src/page",
    "packages/core",
    "packages/db",
    "packages/replica",
  ],
} as const;
export type BuildPart = keyof typeof sources;

const configs = [
  "apps/desktop/electron.vite.config.ts",
  "packages/ui/build/*.ts",
  "packages/ui/lingui.config.ts",
  "package-lock.json",
];
const root = findRoot(import.meta.dirname);

/** The build's configuration is bundled, and this module with it: where the root lies is looked for. */
function findRoot(from: string): string {
  for (let dir = from; ; dir = dirname(dir)) {
    if (existsSync(join(dir, "turbo.json"))) return dir;
    if (dir === dirname(dir)) throw new Error(`${from} is in no checkout`);
  }
}

/** Hex digest of everything that a part of the build depends on; tests are left out. */
export async function hashSources(part: BuildPart): Promise<string> {
  const patterns = sources[part].map((folder) =>
    folder.startsWith("packages/") ? `${folder}/{src/**/*,package.json}` : `${folder}/**/*`,
  );
  const files: string[] = [];
  for await (const entry of glob([...patterns, ...configs], { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) {
      files.push(join(entry.parentPath, entry.name));
    }
  }
  if (files.length === 0) throw new Error(`${root} holds nothing that the ${part} is built of`);
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    const content = await readFile(file);
    hash.update(`${file.slice(root.length)}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest("hex");
}
