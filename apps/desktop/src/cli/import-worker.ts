import { workerData } from "node:worker_threads";
import { runCommand } from "./run-command.ts";
import { StartRefused } from "./refused/start-refused.ts";
import { threadContext } from "./thread/thread-context.ts";
import type { ImportCommand } from "./tidemark-options.ts";

// Entry point of the thread that runs an import. Its `workerData` is the command.

const context = threadContext(new StartRefused("ended before it was done: run it again"));
context.done(await runCommand(workerData as ImportCommand, context));
