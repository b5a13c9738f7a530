import { resolve } from "node:path";
import { build } from "rolldown";
import { installedPackages } from "./installed-packages.mjs";
import { lazyBuiltins } from "./lazy-builtins.mjs";

// Bundles the server with most of the packages that it uses into the folder named by the argument: a
// thousand files that are found, read and compiled one by one take a third of a second and 25 MB.
// Nothing is minified, so that stack traces can be read.

const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error("nowhere to bundle to");
const serverDir = resolve(import.meta.dirname, "..");
const dialectDir = resolve(serverDir, "../../packages/db/src/dialect/node");

await build({
  cwd: serverDir,
  platform: "node",
  input: {
    main: "src/main.ts",
    // Threads of the database, which looks for them beside itself: hence no folder for chunks.
    "list-worker": resolve(dialectDir, "list-worker.ts"),
    "rewrite-worker": resolve(dialectDir, "rewrite-worker.ts"),
    // The thread for long merges of texts.
    "merge-worker": "src/merge/merge-worker.ts",
    // The thread that sets the texts of pages.
    "page-worker": "src/pages/page-worker.ts",
    // The process that opens pictures.
    "raster-worker": "src/files/raster/raster-worker.ts",
  },
  external: (id) => installedPackages.test(id),
  plugins: [lazyBuiltins()],
  logLevel: "warn",
  output: {
    dir: outDir,
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    comments: false,
    // A text with one character beyond Latin-1 takes twice the memory.
    minify: {
      compress: false,
      mangle: false,
      codegen: { removeWhitespace: false, asciiOnly: true },
    },
  },
});
