import module from "node:module";
import { fileURLToPath } from "node:url";

// Preloaded by the npm scripts, and imported by programs started without them. Plain JavaScript, so an old
// Node can parse it and print a clear message instead of a syntax error. `npm ci` installs Node on Linux and
// Windows; the registry has no such package for macOS.
const wanted = 24;
if (Number(process.versions.node.split(".")[0]) < wanted) {
  process.stderr.write(
    `Tidemark needs Node ${wanted} or newer, and this is ${process.versions.node}: ` +
      "use node_modules/.bin/node, which npm ci installs (Linux, Windows), or install Node 24 (macOS).\n",
  );
  process.exit(1);
}

// Caches compiled code, which saves a third of the start time of some five hundred files. Entries are per
// file and checked against its source, so they neither accumulate nor become stale.
const compiled = fileURLToPath(new URL("../.cache/compiled", import.meta.url));
module.enableCompileCache(compiled);
// For worker threads and child processes.
process.env["NODE_COMPILE_CACHE"] ??= compiled;
