import { bundleServer } from "./bundle-server.mjs";

// Bundles the server into the folder given as argument.

const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error("nowhere to bundle to");
await bundleServer(outDir);
