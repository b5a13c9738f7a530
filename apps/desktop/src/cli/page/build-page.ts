import { resolve } from "node:path";
import { build } from "vite";
import config from "../../../electron.vite.config.ts";

// Started by `ensurePage` as a separate process, so the bundler's memory is freed afterwards. Argument: the
// folder to build into.
const [outDir] = process.argv.slice(2);
const { renderer } = config;
if (outDir === undefined || renderer === undefined) throw new Error("nothing to build");
await build({
  ...renderer,
  configFile: false,
  root: resolve(import.meta.dirname, "../../renderer"),
  base: "/",
  logLevel: "warn",
  build: {
    ...renderer.build,
    rolldownOptions: {
      ...renderer.build?.rolldownOptions,
      input: resolve(import.meta.dirname, "../../renderer/index.html"),
    },
    outDir,
    emptyOutDir: true,
  },
});
