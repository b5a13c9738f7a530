import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// Starts the built application (argument: its folder) as a terminal does with a verb (the arguments behind
// it), over as much of Electron as that may touch.

const [folder = "", ...args] = process.argv.slice(2);
process.argv = ["/opt/Tidemark/tidemark", ...args];
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === "electron"
      ? nextResolve(new URL("./windowless-electron.ts", import.meta.url).href, context)
      : nextResolve(specifier, context),
});
await import(pathToFileURL(resolve(folder, "main/index.js")).href);
