import { app } from "electron";
import { hasVerb } from "../cli/tidemark-verbs.ts";

// Entry point of the application. `tidemark import …` and similar commands run in this process, which then
// exits; otherwise the application starts. Electron delays its ready event until the awaited imports finish,
// so the application can still do its setup before that.

// When run from sources, Electron's first argument is the folder.
const args = process.argv.slice(app.isPackaged ? 1 : 2);
if (hasVerb(args)) {
  // Hides the Dock icon on macOS for terminal commands.
  app.dock?.hide();
  const { runVerb } = await import("../cli/run-verb.ts");
  app.exit(await runVerb(args));
} else {
  await import("./index.ts");
}
