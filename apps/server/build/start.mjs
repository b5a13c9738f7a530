// First: an older Node is refused in one line, and what was compiled once is kept. The npm scripts preload it.
import "../../../scripts/require-node.mjs";
import { ensureBuilt } from "./ensure-built.mjs";

// The entry of `npm run server`: runs the built server in this process, building it first where it is
// not built from these sources. Plain JavaScript: a process that strips types from a single file keeps
// what does it, some 20 MB. Where it cannot be built, in a folder that cannot be written or an
// installation without what builds, the sources run as they are.

await import((await ensureBuilt()) ?? "../src/main.ts");
