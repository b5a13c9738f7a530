import { resolve } from "node:path";
import { build } from "vite";
import config from "../../electron.vite.config.ts";

// Started as a process of its own by `ensurePage`, so that the bundler's memory goes with it.
// Arguments: the folder to build into, and the umask to build with.
const [outDir, umask] = process.argv.slice(2);
const { renderer } = config;
if (outDir === undefined || renderer === undefined) throw new Error("nothing to build");
process.umask(Number(umask));
await build({
  ...renderer,
  configFile: false,
  root: resolve(import.meta.dirname, "../renderer"),
  base: "/",
  logLevel: "warn",
  build: {
    ...renderer.build,
    rolldownOptions: {
      ...renderer.build?.rolldownOptions,
      input: resolve(import.meta.dirname, "../renderer/index.html"),
    },
    outDir,
    emptyOutDir: true,
  },
});
