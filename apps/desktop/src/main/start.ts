import { app } from "electron";
import { hasVerb } from "../cli/tidemark-verbs.ts";

// The entry of the application: `tidemark import …` and its like are done in this process and end with
// it; anything else is the application itself. Electron waits for what is awaited here before it is ready,
// so that the application can still say what has to be said before.

// Run from its sources, Electron is given the folder first.
const args = process.argv.slice(app.isPackaged ? 1 : 2);
if (hasVerb(args)) {
  // A program of the terminal has no place among the windows.
  app.dock?.hide();
  const { runVerb } = await import("../cli/run-verb.ts");
  app.exit(await runVerb(args));
} else {
  await import("./index.ts");
}
