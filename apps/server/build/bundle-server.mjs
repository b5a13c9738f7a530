import { resolve } from "node:path";
import { build } from "rolldown";
import { installedPackages } from "./installed-packages.mjs";

const serverDir = resolve(import.meta.dirname, "..");
const dialectDir = resolve(serverDir, "../../packages/db/src/dialect/node");

/**
 * Bundles the server with most of its packages into a folder. Loading a thousand files one by one would take a third of a
 * second and 25 MB. Nothing is minified, so stack traces stay readable.
 *
 * @param {string} outDir
 * @param {import("rolldown").RolldownPluginOption} [plugins]
 */
export async function bundleServer(outDir, plugins = []) {
  await build({
    cwd: serverDir,
    platform: "node",
    input: {
      main: "src/main.ts",
      // Threads of the database, which loads them from its own folder: hence no folder for chunks.
      "list-worker": resolve(dialectDir, "list-worker.ts"),
      "rewrite-worker": resolve(dialectDir, "rewrite-worker.ts"),
      "snapshot-worker": resolve(dialectDir, "snapshot-worker.ts"),
      // Thread for long merges of texts.
      "merge-worker": "src/merge/merge-worker.ts",
      // Thread that renders the texts of pages.
      "page-worker": "src/pages/page-worker.ts",
      // Process that decodes pictures.
      "raster-worker": "src/files/raster/raster-worker.ts",
    },
    external: (id) => installedPackages.test(id),
    plugins,
    logLevel: "warn",
    output: {
      dir: outDir,
      format: "es",
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
      comments: false,
    },
  });
}
