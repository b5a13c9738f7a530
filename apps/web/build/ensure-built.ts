import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildInto, hashSources } from "../../../scripts/build-cache.mjs";
import { replaceFolder } from "../../../scripts/replace-folder.ts";

const webDir = resolve(import.meta.dirname, "..");

/** Folder of the built page, which the server serves. */
export const distDir = join(webDir, "dist");

/** File that holds the hash of the sources while they are unchanged. */
const stampFile = join(distDir, ".sources");

const sources = [
  "apps/web/src",
  "apps/web/build",
  ...["client", "core", "db", "replica", "transfer", "ui"].flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/package.json`,
  ]),
  "packages/ui/build",
  "packages/ui/lingui.config.ts",
  "package-lock.json",
];

export interface EnsureBuiltOptions {
  /** Aborting ends the build and leaves the previous one in place. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** Builds page and worker unless they are up to date. Returns their folder. */
export async function ensureWeb({ signal, log }: EnsureBuiltOptions): Promise<string> {
  // Hashed before building: if sources change meanwhile, the next start builds again.
  const version = hashSources(sources, stampFile);
  if ((await builtVersion()) === version) return distDir;
  log("building the page");
  await buildInto(join(webDir, "out"), {
    bundler: (temp) => [join(import.meta.dirname, "build-into.ts"), join(temp, "dist"), version],
    cwd: webDir,
    signal,
    place: (temp) => replaceFolder(join(temp, "dist"), distDir),
  });
  return distDir;
}

/** Returns the version of the built page; null if there is none. */
async function builtVersion(): Promise<string | null> {
  const text = await readFile(join(distDir, "build.json"), "utf8").catch(() => null);
  return text === null ? null : (/"version":"([0-9a-f]+)"/.exec(text)?.[1] ?? null);
}
