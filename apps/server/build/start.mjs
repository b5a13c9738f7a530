import module from "node:module";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./ensure-built.mjs";

// The entry of `npm run server`: runs the built server in this process, building it first where it is
// not built from these sources. Plain JavaScript: a process that strips types from a single file keeps
// what does it, some 20 MB. Where it cannot be built, in a folder that cannot be written or an
// installation without what builds, the sources run as they are.

// As the npm scripts have it, for who starts without them (scripts/require-node.mjs).
module.enableCompileCache(fileURLToPath(new URL("../../../.cache/compiled", import.meta.url)));

await import((await ensureBuilt()) ?? "../src/main.ts");
