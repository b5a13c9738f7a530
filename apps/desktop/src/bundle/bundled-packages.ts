import { sep } from "node:path";
import type { Plugin } from "vite";

/** File in each part of the build that lists the packages bundled into it. */
const packagesFile = ".packages.json";

/**
 * Writes a list of the node_modules packages in the bundles, as folders relative to the repository. The
 * third-party notices are generated from it. Includes packages whose modules were read but fully removed.
 */
export function listBundledPackages(): Plugin {
  return {
    name: "tidemark:bundled-packages",
    apply: "build",
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      // Fonts and images referenced by style sheets aren't modules.
      const assets = Object.values(bundle).flatMap((made) =>
        made.type === "asset" ? made.originalFileNames : [],
      );
      for (const id of [...this.getModuleIds(), ...assets]) {
        const folder = packageFolder(id);
        if (folder !== null) folders.add(folder);
      }
      const source = `${JSON.stringify([...folders].toSorted(), null, 2)}\n`;
      this.emitFile({ type: "asset", fileName: packagesFile, source });
    },
  };
}

/** Returns `node_modules/NAME` of a module id, with its parent folders; null if it isn't in a package. */
export function packageFolder(id: string): string | null {
  const path = `/${id}`.replaceAll(sep, "/").replace(/[?#].*$/, "");
  const found =
    /\/((?:(?:apps|packages)\/[^/]+\/)?node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(
      path,
    );
  return found?.[1] ?? null;
}
