// Imported first: it refuses an older Node with one line, and enables the compile cache. The npm scripts
// preload it.
import "../../../scripts/require-node.mjs";
import { ensureBuilt } from "./ensure-built.mjs";

// Entry of `npm run server`: runs the built server in this process, after building it if the sources have
// changed. Written in JavaScript: stripping types from even one file loads some 20 MB that stay in memory. If
// the build fails, because the folder is read-only or the bundler isn't installed, the sources run directly.

await import((await ensureBuilt()) ?? "../src/main.ts");
