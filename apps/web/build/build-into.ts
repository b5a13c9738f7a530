import { build } from "vite";
import { compressFiles } from "./compress-files.ts";
import { serviceWorkerConfig, webConfig } from "./vite.config.ts";

// Started by `ensureWeb` as a separate process, so the bundler's memory is freed afterwards. Arguments: the
// folder to build into, and the version.
const [outDir, version] = process.argv.slice(2);
if (outDir === undefined || version === undefined) throw new Error("nothing to build");
await build(webConfig(outDir, version));
await build(serviceWorkerConfig(outDir));
await compressFiles(outDir, version);
