import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { earlyKeys } from "@tidemark/ui/early-keys";
import { pdfFiles } from "@tidemark/ui/pdf-files";
import { trimmedEmoji } from "@tidemark/ui/emoji";
import {
  definingModules,
  firstPaint,
  modernFonts,
  wordsBeforeParts,
} from "@tidemark/ui/page-parts";
import { sentencePlugins } from "@tidemark/ui/sentences";
import { defineConfig } from "electron-vite";
import type { Plugin } from "vite";
import { listBundledPackages } from "../../scripts/packaging/notices/bundled-packages.ts";

// Everything is bundled except the SQLite driver, which loads a native module from its own folder. The
// packaged application contains these bundles and that one module (electron-builder.yml).
const external = ["electron", /^electron\//, "better-sqlite3"];

// The page is served from the root of an origin, by the application's own protocol or on loopback, and has
// nested routes. Assets therefore need root-absolute URLs; electron-vite would make them relative, as for
// file://.
const absoluteBase: Plugin = {
  name: "tidemark:absolute-base",
  enforce: "post",
  config: (config) => {
    config.base = "/";
  },
};

export default defineConfig({
  main: {
    plugins: [listBundledPackages()],
    build: {
      externalizeDeps: false,
      outDir: "out/main",
      rolldownOptions: {
        external,
        input: {
          index: "src/main/start.ts",
          host: "src/host/main.ts",
          // Worker threads of imports, the host and its database. The code looks for them beside its own file,
          // hence no chunk folder.
          "import-worker": "src/cli/import-worker.ts",
          "derive-worker": "src/host/derive/derive-worker.ts",
          "list-worker": "../../packages/db/src/dialect/node/list-worker.ts",
          "rewrite-worker": "../../packages/db/src/dialect/node/rewrite-worker.ts",
          "snapshot-worker": "../../packages/db/src/dialect/node/snapshot-worker.ts",
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  },
  preload: {
    plugins: [listBundledPackages()],
    build: {
      externalizeDeps: false,
      outDir: "out/preload",
      rolldownOptions: {
        external,
        input: { index: "src/preload/index.ts" },
        // A sandboxed preload is CommonJS, and this package is not.
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "src/renderer",
    plugins: [
      react(),
      tailwindcss(),
      sentencePlugins(),
      absoluteBase,
      earlyKeys(),
      modernFonts,
      wordsBeforeParts,
      pdfFiles(),
      trimmedEmoji,
      listBundledPackages(),
    ],
    build: {
      outDir: "out/renderer",
      // By default electron-vite doesn't minify, but browser mode sends the page over HTTP.
      minify: "oxc",
      // The page is loaded from this machine, so large chunks cost no download.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: "src/renderer/index.html",
        treeshake: definingModules,
        output: { codeSplitting: { groups: [firstPaint("/apps/desktop/src/renderer/")] } },
      },
    },
  },
});
