import module from "node:module";
import { fileURLToPath } from "node:url";

// Preloaded by the npm scripts, and imported by programs that are started without them. Plain JavaScript,
// so that an old Node can read it and say one clear line instead of a syntax error. Node comes with
// `npm ci` on Linux and Windows; the registry has no such package for macOS.
const wanted = 24;
if (Number(process.versions.node.split(".")[0]) < wanted) {
  process.stderr.write(
    `Tidemark needs Node ${wanted} or newer, and this is ${process.versions.node}: ` +
      "use node_modules/.bin/node, which npm ci installs (Linux, Windows), or install Node 24 (macOS).\n",
  );
  process.exit(1);
}

// What was compiled once is not compiled again at the next start: of some five hundred files that is a
// third of it. Entries are by file and hold what they were made from, so they neither grow nor go stale.
const compiled = fileURLToPath(new URL("../.cache/compiled", import.meta.url));
module.enableCompileCache(compiled);
// Threads and programs that are started from here.
process.env["NODE_COMPILE_CACHE"] ??= compiled;
