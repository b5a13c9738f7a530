import { sep } from "node:path";
import type { Plugin } from "vite";

/** Name of the file in each part of the build that lists the packages that went into it. */
const packagesFile = ".packages.json";

/**
 * Leaves in the output which packages of node_modules the bundles were made from, as their folders
 * relative to the repository: what the notices of third parties are written from. A package counts
 * whose module was read, also when nothing of it was left.
 */
export function listBundledPackages(): Plugin {
  return {
    name: "tidemark:bundled-packages",
    apply: "build",
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      // Fonts and pictures that a style sheet names are no modules.
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

/** `node_modules/NAME` of a module's id, with what it lies in; null for what is in no package. */
export function packageFolder(id: string): string | null {
  const path = `/${id}`.replaceAll(sep, "/").replace(/[?#].*$/, "");
  const found =
    /\/((?:(?:apps|packages)\/[^/]+\/)?node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(
      path,
    );
  return found?.[1] ?? null;
}
