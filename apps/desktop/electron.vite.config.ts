import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { pdfFiles } from "@tidemark/ui/pdf-files";
import { trimmedEmoji } from "@tidemark/ui/emoji";
import { sentencePlugins } from "@tidemark/ui/sentences";
import { defineConfig } from "electron-vite";
import type { Plugin } from "vite";
import { listBundledPackages } from "./src/bundle/bundled-packages.ts";

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

/** Removes the WOFF and TTF variants of KaTeX's fonts; all current browsers support WOFF2. */
const modernFonts: Plugin = {
  name: "tidemark:modern-fonts",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("katex.min.css")
      ? code.replace(/,url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, "")
      : null,
};

/**
 * Group that puts everything needed for the first paint into one file: sixty small ones compress worse. The
 * entry is left out: it awaits the connection to the host, whose code is in this file, so each would wait for
 * the other.
 */
const firstPaint = {
  name: "first",
  tags: ["$initial" as const],
  test: /^(?!.*\/apps\/desktop\/src\/renderer\/)/,
};

/**
 * Loads lazy chunks with low priority. A browser opens six connections per host and treats a module preload
 * as urgent. Requests that save typed text would otherwise queue behind two hundred files (ADR 0089).
 */
const wordsBeforeParts: Plugin = {
  name: "tidemark:words-before-parts",
  transform(code, id) {
    if (!id.includes("vite/preload-helper")) return null;
    const place = "link.crossOrigin =";
    if (!code.includes(place))
      this.error("parts of the page are brought in another way than before");
    return code.replace(place, `if (!isCss) link.fetchPriority = "low"; ${place}`);
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
        // Their modules only define things, so the page needs none whose exports it doesn't use.
        treeshake: {
          moduleSideEffects: (id) =>
            !/\/(?:packages\/core\/src|node_modules\/(?:diff|@trpc\/client))\//.test(id),
        },
        output: { codeSplitting: { groups: [firstPaint] } },
      },
    },
  },
});
