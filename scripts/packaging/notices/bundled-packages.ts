import { sep } from "node:path";
import type { Plugin } from "vite";

/** File in each part of the build that lists the packages bundled into it. */
const packagesFile = ".packages.json";

/** Writes a list of the packages in the bundles beside them. The third-party notices are generated from it. */
export function listBundledPackages(): Plugin {
  return collectPackages((folders, plugin) => {
    const source = `${JSON.stringify(folders, null, 2)}\n`;
    plugin.emitFile({ type: "asset", fileName: packagesFile, source });
  });
}

/** Adds the packages in the bundles to a set, for a build of several parts. */
export function addBundledPackages(found: Set<string>): Plugin {
  return collectPackages((folders) => {
    for (const folder of folders) found.add(folder);
  });
}

/**
 * Calls back with the node_modules packages in the bundles, as folders relative to the repository, sorted.
 * Includes packages whose modules were read but fully removed.
 */
function collectPackages(
  then: (folders: readonly string[], plugin: { emitFile: Emit }) => void,
): Plugin {
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
      then([...folders].toSorted(), this);
    },
  };
}

type Emit = (file: { type: "asset"; fileName: string; source: string }) => unknown;

/** Returns `node_modules/NAME` of a module id, with its parent folders; null if it isn't in a package. */
export function packageFolder(id: string): string | null {
  const path = `/${id}`.replaceAll(sep, "/").replace(/[?#].*$/, "");
  const found =
    /\/((?:(?:apps|packages)\/[^/]+\/)?node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(
      path,
    );
  return found?.[1] ?? null;
}
