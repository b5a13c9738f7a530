import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildInto, hashSources } from "../../../../../scripts/build-cache.mjs";
import { replaceFolder } from "../../../../../scripts/replace-folder.ts";

const desktopDir = resolve(import.meta.dirname, "../../..");
const outDir = join(desktopDir, "out");
/** File in each build folder that holds the hash of its sources. */
const stampFile = ".sources";

const configs = [
  "apps/desktop/electron.vite.config.ts",
  "packages/ui/build",
  "packages/ui/lingui.config.ts",
  "package-lock.json",
];

/** Folders of the build, and the files and folders that each part is built from. */
const parts = {
  page: {
    folders: ["renderer"],
    sources: [
      "apps/desktop/build",
      "apps/desktop/src/renderer",
      "apps/desktop/src/page",
      ...["client", "core", "replica", "ui"].flatMap(packageSources),
      ...configs,
    ],
  },
  shell: {
    folders: ["main", "preload"],
    sources: [
      "apps/desktop/src/main",
      "apps/desktop/src/preload",
      "apps/desktop/src/host",
      "apps/desktop/src/page",
      ...["core", "db", "replica"].flatMap(packageSources),
      ...configs,
    ],
  },
};
type Part = keyof typeof parts;

function packageSources(name: string): string[] {
  return [`packages/${name}/src`, `packages/${name}/package.json`];
}

export interface EnsureBuiltOptions {
  /** Aborting ends the build and leaves the previous one in place. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** Builds the page unless it is up to date. Returns its folder. */
export async function ensurePage(options: EnsureBuiltOptions): Promise<string> {
  await ensureParts(["page"], options, (temp) => {
    options.log("building the page");
    return [join(import.meta.dirname, "build-page.ts"), join(temp, "renderer")];
  });
  return join(outDir, "renderer");
}

/** Builds everything that Electron runs, unless it is up to date. */
export async function ensureShell(options: EnsureBuiltOptions): Promise<void> {
  await ensureParts(["shell", "page"], options, (temp) => {
    options.log("building the application");
    const bundler = import.meta.resolve("electron-vite/package.json");
    const program = resolve(new URL(bundler).pathname, "../bin/electron-vite.js");
    return [program, "build", "--outDir", temp];
  });
}

async function ensureParts(
  names: readonly Part[],
  { signal }: EnsureBuiltOptions,
  bundler: (temp: string) => string[],
): Promise<void> {
  // Hashed before building: if sources change meanwhile, the next start builds again.
  const stamps = names.flatMap((name) => {
    const stamp = hashSources(parts[name].sources, join(outDir, `${stampFile}-${name}`));
    return parts[name].folders.map((folder) => ({ folder, stamp }));
  });
  const areCurrent = stamps.map(async ({ folder, stamp }) => (await readStamp(folder)) === stamp);
  if ((await Promise.all(areCurrent)).every(Boolean)) return;
  await buildInto(outDir, {
    bundler,
    cwd: desktopDir,
    signal,
    async place(temp) {
      for (const { folder, stamp } of stamps) {
        await writeFile(join(temp, folder, stampFile), stamp);
        await replaceFolder(join(temp, folder), join(outDir, folder));
      }
    },
  });
}

async function readStamp(folder: string): Promise<string | null> {
  return await readFile(join(outDir, folder, stampFile), "utf8").catch(() => null);
}
