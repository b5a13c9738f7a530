import { existsSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { noticesOf, problemsOf, readThirdParties } from "./notices/notices.ts";

// electron-builder's hooks (electron-builder.yml). Before packing a platform, the third-party notices are
// written; afterwards, required files are checked. Both can fail the build.

const root = resolve(import.meta.dirname, "../..");
const outDir = join(root, "apps/desktop/out");

/** Writes THIRD-PARTY-NOTICES.txt for the bundled packages. Throws if a licence isn't permitted. */
export function beforePack(): void {
  const parties = readThirdParties(root, outDir);
  const problems = problemsOf(parties);
  if (problems.length > 0) throw new Error(`Not to be packaged:\n${problems.join("\n")}`);
  mkdirSync(join(outDir, ".notices"), { recursive: true });
  writeFileSync(join(outDir, ".notices/THIRD-PARTY-NOTICES.txt"), noticesOf(parties));
}

/** Fields of electron-builder's context that the hook reads. */
interface PackContext {
  readonly appOutDir: string;
  readonly electronPlatformName: string;
  /** electron-builder's number: 0 ia32, 1 x64, 2 armv7l, 3 arm64, 4 universal. */
  readonly arch: number;
  readonly packager: { getResourcesDir(appOutDir: string): string };
}

const archs = ["ia32", "x64", "armv7l", "arm64"];

/**
 * Throws if the SQLite driver or a notice is missing. electron-builder ignores patterns without matches. It
 * would make a package without a driver for an unsupported architecture, which can't open any memos.
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
