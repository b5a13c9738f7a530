import { join } from "node:path";
import { listenToDebug } from "@tidemark/core/debug";
import { OpenDatabaseError } from "@tidemark/db";
import { holderInWords } from "@tidemark/db/node";
import manifest from "../../package.json" with { type: "json" };
import { claimFolder } from "../socket/ask-host.ts";
import { toolsOf } from "../socket/device-tools.ts";
import { openHostSocket } from "../socket/host-socket.ts";
import { versionBackup } from "./backup-before.ts";
import { type LogFile, openLog } from "../log/rotating-log.ts";
import { keyringOfMain } from "./keyring-of-main.ts";
import { openHost } from "./open-host.ts";
import { type ParentPort, serveHost } from "./serve-host.ts";

// Entry point of the utility process that holds the local replica. Argument: the data folder.
const { parentPort } = process as { parentPort?: ParentPort };
const dir = process.argv.at(-1);
if (parentPort === undefined || dir === undefined) {
  throw new Error("this program is started by the application");
}
let logFile: LogFile | null = null;
const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
  logFile?.write(line);
};
process.on("uncaughtExceptionMonitor", (error) => log(`host: ${error.stack ?? error.message}`));
listenToDebug(process.env["TIDEMARK_DEBUG"], (line) => log(`${new Date().toISOString()} ${line}`));

await serveHost({
  parentPort,
  log,
  // Delayed so the last message is sent.
  exit: () => void setTimeout(() => process.exit(0), 50),
  open: async () => {
    const folder = await claimFolder(dir);
    if (!folder.ok) {
      const { error } = folder;
      const message =
        error.type === "folder-in-use"
          ? `The data folder is in use by another program (${holderInWords(error.pid)}).\n${error.path}`
          : `The data folder cannot be used.\n${error.path}\n${error.reason}`;
      return { message, isDatabase: false };
    }
    // Opened only after the folder is locked.
    logFile = openLog(join(folder.value.path, "logs"), "host");
    for (const warning of folder.value.warnings) log(`host: ${warning}`);
    const backup = versionBackup(folder.value.path, log);
    try {
      await backup.backupBefore(manifest.version);
      const host = await openHost({
        dir: folder.value.path,
        takesPaths: true,
        secrets: keyringOfMain(parentPort),
        log,
      });
      await backup.runs(manifest.version);
      const socket = await openHostSocket({ dir: folder.value.path, run: toolsOf(host), log });
      return {
        ...host,
        close: async () => {
          await socket[Symbol.asyncDispose]();
          await host.close();
          await folder.value[Symbol.asyncDispose]();
        },
      };
    } catch (error) {
      await folder.value[Symbol.asyncDispose]();
      if (!(error instanceof OpenDatabaseError)) throw error;
      log(error.message);
      return { message: error.message, isDatabase: true };
    }
  },
});
