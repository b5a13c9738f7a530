import { listenToDebug } from "@tidemark/core/debug";
import { OpenDatabaseError } from "@tidemark/db";
import { holderInWords, openDataFolder } from "@tidemark/db/node";
import { openHost } from "./open-host.ts";
import { type ParentPort, serveHost } from "./serve-host.ts";

// The entry of the utility process that holds the local replica. Argument: the data folder.
const { parentPort } = process as { parentPort?: ParentPort };
const dir = process.argv.at(-1);
if (parentPort === undefined || dir === undefined) {
  throw new Error("this program is started by the application");
}
const log = (line: string) => void process.stderr.write(`${line}\n`);
listenToDebug(process.env["TIDEMARK_DEBUG"], (line) => log(`${new Date().toISOString()} ${line}`));

await serveHost({
  parentPort,
  log,
  // A moment for the last message to leave.
  exit: () => void setTimeout(() => process.exit(0), 50),
  open: async () => {
    const folder = await openDataFolder(dir);
    if (!folder.ok) {
      const { error } = folder;
      return error.type === "folder-in-use"
        ? `The data folder is in use by another program (${holderInWords(error.pid)}).\n${error.path}`
        : `The data folder cannot be used.\n${error.path}\n${error.reason}`;
    }
    try {
      const host = await openHost({ dir: folder.value.path, log });
      return {
        ...host,
        close: async () => {
          await host.close();
          await folder.value[Symbol.asyncDispose]();
        },
      };
    } catch (error) {
      await folder.value[Symbol.asyncDispose]();
      if (error instanceof OpenDatabaseError)
        return `Your memos cannot be opened.\n${error.message}`;
      throw error;
    }
  },
});
