import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { earlyKeys } from "@tidemark/ui/early-keys";
import { trimmedEmoji } from "@tidemark/ui/emoji";
import {
  definingModules,
  firstPaint,
  modernFonts,
  wordsBeforeParts,
} from "@tidemark/ui/page-parts";
import { pdfFiles } from "@tidemark/ui/pdf-files";
import { sentencePlugins } from "@tidemark/ui/sentences";
import type { InlineConfig } from "vite";
import { addBundledPackages } from "../../../scripts/packaging/notices/bundled-packages.ts";
import type { FilesOfBuild } from "../src/owner/build-names.ts";
import { slimSqlite } from "./slim-sqlite.ts";

const source = resolve(import.meta.dirname, "../src");

/**
 * Returns the configuration that builds the service worker of a version: one classic file, which every browser
 * runs. It contains the names of the files that it stores.
 */
export function serviceWorkerConfig(
  outDir: string,
  version: string,
  files: FilesOfBuild,
): InlineConfig {
  return {
    configFile: false,
    root: source,
    publicDir: false,
    logLevel: "warn",
    define: { buildVersion: JSON.stringify(version), builtFiles: JSON.stringify(files) },
    build: {
      outDir,
      emptyOutDir: false,
      minify: "oxc",
      target: "es2024",
      rolldownOptions: {
        input: resolve(source, "service-worker/main.ts"),
        output: { format: "iife", entryFileNames: "service-worker.js" },
      },
    },
  };
}

/**
 * Returns the configuration that builds page and worker of a version into a folder. Adds the packages in them to
 * `packages`.
 */
export function webConfig(outDir: string, version: string, packages: Set<string>): InlineConfig {
  return {
    configFile: false,
    root: resolve(source, "page"),
    base: "/",
    logLevel: "warn",
    define: { buildVersion: JSON.stringify(version) },
    plugins: [
      react(),
      tailwindcss(),
      sentencePlugins(),
      earlyKeys(),
      modernFonts,
      wordsBeforeParts,
      pdfFiles(),
      trimmedEmoji,
      addBundledPackages(packages),
    ],
    worker: {
      format: "es",
      plugins: () => [slimSqlite, addBundledPackages(packages)],
      rolldownOptions: {
        treeshake: definingModules,
        // Otherwise the code that imports and exports share with the worker would become a chunk of its own.
        output: { codeSplitting: { groups: [firstPaint("/apps/web/src/worker/main")] } },
      },
    },
    build: {
      outDir,
      emptyOutDir: true,
      minify: "oxc",
      target: "es2024",
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: resolve(source, "page/index.html"),
        treeshake: definingModules,
        output: { codeSplitting: { groups: [firstPaint("/apps/web/src/page/main")] } },
      },
    },
  };
}
