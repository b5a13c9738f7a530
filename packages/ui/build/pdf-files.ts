import { createRequire } from "node:module";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { z } from "zod";

const root = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

/**
 * Emits the files that many PDFs need: East Asian character maps, the standard fonts, and image decoders.
 * They are requested by name, so their folder has the version instead of a hash per file.
 */
export function pdfFiles(): Plugin {
  return {
    name: "tidemark:pdf-files",
    apply: "build",
    generateBundle() {
      for (const folder of ["cmaps", "standard_fonts", "wasm"]) {
        for (const name of readdirSync(join(root, folder))) {
          // Scripts in PDFs are never run.
          if (name.startsWith("quickjs")) continue;
          const fileName = `assets/pdf-${version}/${folder}/${name}`;
          this.emitFile({
            type: "asset",
            fileName,
            source: readFileSync(join(root, folder, name)),
          });
        }
      }
    },
  };
}
