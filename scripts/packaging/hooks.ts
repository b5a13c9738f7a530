import { existsSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { noticesOf, problemsOf, readThirdParties } from "./notices/notices.ts";

// What electron-builder calls of ours (electron-builder.yml): before a platform is packaged the notices
// of third parties are written, after it what it cannot do without is looked for. Both end the build.

const root = resolve(import.meta.dirname, "../..");
const outDir = join(root, "apps/desktop/out");

/** Writes THIRD-PARTY-NOTICES.txt from what was bundled, or says what must not be packaged. */
export function beforePack(): void {
  const parties = readThirdParties(root, outDir);
  const problems = problemsOf(parties);
  if (problems.length > 0) throw new Error(`Not to be packaged:\n${problems.join("\n")}`);
  mkdirSync(join(outDir, ".notices"), { recursive: true });
  writeFileSync(join(outDir, ".notices/THIRD-PARTY-NOTICES.txt"), noticesOf(parties));
}

/** What the hook reads of electron-builder's context. */
interface PackContext {
  readonly appOutDir: string;
  readonly electronPlatformName: string;
  /** A number of electron-builder's: 0 ia32, 1 x64, 2 armv7l, 3 arm64, 4 universal. */
  readonly arch: number;
  readonly packager: { getResourcesDir(appOutDir: string): string };
}

const archs = ["ia32", "x64", "armv7l", "arm64"];

/**
 * A pattern that matches no file is no error to electron-builder: a package for a processor that the
 * driver is not built for would be made, and not open a single memo.
 */
export function afterPack({ appOutDir, electronPlatformName, arch, packager }: PackContext): void {
  const resources = packager.getResourcesDir(appOutDir);
  const targets = (archs[arch] === undefined ? ["x64", "arm64"] : [archs[arch]]).map(
    (name) => `${electronPlatformName}-${name}.node`,
  );
  const packed = globSync("app*.asar.unpacked/node_modules/better-sqlite3/prebuilds/*.node", {
    cwd: resources,
  }).map((path) => basename(path));
  for (const target of targets) {
    if (!packed.includes(target)) throw new Error(`The SQLite driver has no ${target}`);
  }
  for (const notice of ["LICENSE.txt", "THIRD-PARTY-NOTICES.txt"]) {
    if (!existsSync(join(resources, notice))) throw new Error(`${resources} has no ${notice}`);
  }
}
