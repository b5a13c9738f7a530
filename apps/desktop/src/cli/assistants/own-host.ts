import { type DataFolder, openDataFolder } from "@tidemark/db/node";
import manifest from "../../../package.json" with { type: "json" };
import { versionBackup } from "../../host/backup-before.ts";
import { openHost } from "../../host/open-host.ts";
import { toolsOf } from "../../socket/device-tools.ts";
import { openHostSocket } from "../../socket/host-socket.ts";
import type { DeviceToolCall, ToolResult } from "../../socket/tool-call.ts";

/** Profile that this process has opened for assistants. */
export interface OwnHost {
  run(call: DeviceToolCall): Promise<ToolResult>;
  /** Waits for running calls, closes the profile, and releases the folder. */
  close(): Promise<void>;
}

/**
 * Opens the profile of a data folder, without a window and without its server. Returns the pid of the program that has the
 * folder, or null for that if it isn't known. Gives the folder up when another program asks for it, and calls `onGone`
 * before. Throws `OpenDatabaseError`, and an Error if the folder can't be used.
 */
export async function openOwnHost(
  dir: string,
  { log, onGone }: { readonly log: (line: string) => void; readonly onGone: () => void },
): Promise<OwnHost | { readonly holder: number | null }> {
  const folder = await openDataFolder(dir);
  if (!folder.ok) {
    if (folder.error.type === "folder-in-use") return { holder: folder.error.pid };
    throw new Error(`cannot use the data folder ${folder.error.path}: ${folder.error.reason}`);
  }
  try {
    return await serveTools(folder.value, { log, onGone });
  } catch (error) {
    await folder.value[Symbol.asyncDispose]();
    throw error;
  }
}

async function serveTools(
  folder: DataFolder,
  { log, onGone }: { readonly log: (line: string) => void; readonly onGone: () => void },
): Promise<OwnHost> {
  const backup = versionBackup(folder.path, log);
  await backup.backupBefore(manifest.version);
  const host = await openHost({ dir: folder.path, isOffline: true, log });
  await backup.runs(manifest.version);
  const tools = toolsOf(host);
  const running = new Set<Promise<unknown>>();
  const run = (call: DeviceToolCall): Promise<ToolResult> => {
    const answer = tools(call);
    const ended = answer.then(
      () => undefined,
      () => undefined,
    );
    running.add(ended);
    void ended.then(() => running.delete(ended));
    return answer;
  };
  const end = async (): Promise<void> => {
    onGone();
    await Promise.all(running);
    await host.close();
    await folder[Symbol.asyncDispose]();
  };
  let ending: Promise<void> | null = null;
  const endOnce = (): Promise<void> => (ending ??= end());
  const socket = await openHostSocket({ dir: folder.path, run, handOver: endOnce, log });
  return {
    run,
    async close() {
      await endOnce();
      await socket[Symbol.asyncDispose]();
    },
  };
}
