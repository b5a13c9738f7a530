import { resolve } from "node:path";
import { build } from "rolldown";

// Bundles what is ours into the folder named by the argument. Packages stay where they are installed:
// some load native modules or files beside themselves, and leaving them alone makes it a matter of
// half a second. Nothing is minified, so that stack traces can be read.

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
  external: (id) => /^[a-z@]/i.test(id) && !id.startsWith("@tidemark/") && !id.startsWith("src/"),
  logLevel: "warn",
  output: {
    dir: outDir,
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  },
});
