import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { pdfFiles } from "@tidemark/ui/pdf-files";
import { trimmedEmoji } from "@tidemark/ui/emoji";
import { sentencePlugins } from "@tidemark/ui/sentences";
import { defineConfig } from "electron-vite";
import type { Plugin } from "vite";
import { listBundledPackages } from "./src/bundle/bundled-packages.ts";

// Everything is bundled but what cannot be: the SQLite driver, which loads a native module from its
// own folder. The packaged application then holds these bundles and one module (electron-builder.yml).
const external = ["electron", /^electron\//, "better-sqlite3"];

// The page is served at the root of an origin, by the application's own protocol or on loopback, and
// its routes are deep: its assets are named from the root, where electron-vite would name them from
// the page, as for file://.
const absoluteBase: Plugin = {
  name: "tidemark:absolute-base",
  enforce: "post",
  config: (config) => {
    config.base = "/";
  },
};

/** The fonts of formulas in the one form that every browser of today reads. */
const modernFonts: Plugin = {
  name: "tidemark:modern-fonts",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("katex.min.css")
      ? code.replace(/,url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, "")
      : null,
};

/**
 * What is painted first in one file: sixty small ones compress worse than one. The entry stays apart:
 * it waits for its way to the host, which has parts of this file and would wait for the entry.
 */
const firstPaint = {
  name: "first",
  tags: ["$initial" as const],
  test: /^(?!.*\/apps\/desktop\/src\/renderer\/)/,
};

/**
 * Parts that come later let everything else go first. A browser has six ways to its host, and to it a
 * module that is preloaded is as urgent as a request: words that were typed would stand behind two
 * hundred files (ADR 0089).
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
          // Threads of the host and of its database, which look for them beside themselves: hence no chunk folder.
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
      // electron-vite would leave it as it is, also for a browser that fetches it over a network.
      minify: "oxc",
      // The page comes from this machine: a large chunk costs no download.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: "src/renderer/index.html",
        output: { codeSplitting: { groups: [firstPaint] } },
      },
    },
  },
});
