import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// Starts the built application (first argument: its folder) like a terminal, with the remaining arguments,
// over the part of Electron that it may use.

const [folder = "", ...args] = process.argv.slice(2);
process.argv = ["/opt/Tidemark/tidemark", ...args];
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === "electron"
      ? nextResolve(new URL("./windowless-electron.ts", import.meta.url).href, context)
      : nextResolve(specifier, context),
});
await import(pathToFileURL(resolve(folder, "main/index.js")).href);
