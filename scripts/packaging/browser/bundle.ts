import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { listBundledPackages } from "../notices/bundled-packages.ts";
import { desktop, root } from "../workshop.ts";

/** Parts of the SQLite driver that a program needs beside its bundle. */
const driverParts = ["package.json", "LICENSE", "lib"] as const;

/**
 * Bundles the program that shows the app in a browser window into a folder, with the driver for one target
 * (`linux-x64`).
 */
export async function bundleProgram(target: string, outDir: string): Promise<void> {
  const node = join(root, "packages/db/src/dialect/node");
  await build({
    root: desktop,
    configFile: false,
    logLevel: "warn",
    plugins: [listBundledPackages()],
    ssr: { noExternal: true, external: ["better-sqlite3"] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: "node24",
      rolldownOptions: {
        input: {
          tidemark: join(desktop, "src/window/main.ts"),
          // Worker threads of imports, the host and its database. The code looks for them beside its own file,
          // hence no chunk folder.
          "import-worker": join(desktop, "src/cli/import-worker.ts"),
          "derive-worker": join(desktop, "src/host/derive/derive-worker.ts"),
          "list-worker": join(node, "list-worker.ts"),
          "rewrite-worker": join(node, "rewrite-worker.ts"),
          "snapshot-worker": join(node, "snapshot-worker.ts"),
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  const driver = join(outDir, "node_modules/better-sqlite3");
  const source = join(root, "node_modules/better-sqlite3");
  mkdirSync(join(driver, "prebuilds"), { recursive: true });
  for (const part of [...driverParts, `prebuilds/${target}.node`]) {
    cpSync(join(source, part), join(driver, part), { recursive: true });
  }
}
