import type { Plugin } from "vite";
import { type BuildPart, hashSources } from "./source-hash.ts";

/** Name of the file in a build's folder that says what the build was made from. */
export const stampFile = ".sources";

/** Leaves the hash of the sources in the output, taken before they are read. */
export function stampSources(part: BuildPart): Plugin {
  let stamp = "";
  return {
    name: "tidemark:stamp-sources",
    apply: "build",
    async buildStart() {
      stamp = await hashSources(part);
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: stampFile, source: stamp });
    },
  };
}
