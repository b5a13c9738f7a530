import { listenToDebug } from "@tidemark/core/debug";
import { runVerb } from "./run-verb.ts";

// Entry point of `npm run tidemark`, and of the package without Electron when it gets a command.

listenToDebug(process.env["TIDEMARK_DEBUG"], (line) => {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
});
process.exitCode = await runVerb(process.argv.slice(2));
