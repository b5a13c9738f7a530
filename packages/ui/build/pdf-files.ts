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
 * Puts beside the page what many PDFs lack and readers are to have: tables of East Asian characters,
 * the standard fonts, and decoders of pictures. They are asked for by name, so that their folder has
 * the version in place of a hash of each.
 */
export function pdfFiles(): Plugin {
  return {
    name: "tidemark:pdf-files",
    apply: "build",
    generateBundle() {
      for (const folder of ["cmaps", "standard_fonts", "wasm"]) {
        for (const name of readdirSync(join(root, folder))) {
          // Nothing in a PDF is run.
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
