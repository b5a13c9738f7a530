import { build, type Rolldown } from "vite";
import { compressFiles } from "./compress-files.ts";
import { listFiles } from "./list-files.ts";
import { serviceWorkerConfig, webConfig } from "./vite.config.ts";
import { writeNotices } from "./write-notices.ts";

// Started by `ensureWeb` as a separate process, so the bundler's memory is freed afterwards. Arguments: the
// folder to build into, and the version.
const [outDir, version] = process.argv.slice(2);
if (outDir === undefined || version === undefined) throw new Error("nothing to build");
const packages = new Set<string>();
const page = webConfig(outDir, version, packages);
const { output } = (await build(page)) as Rolldown.RolldownOutput;
const files = await listFiles(
  outDir,
  output.filter((made) => made.type === "chunk"),
);
await build(serviceWorkerConfig(outDir, version, files));
await writeNotices(outDir, packages);
await compressFiles(outDir, version);
