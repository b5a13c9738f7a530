import { join } from "node:path";
import { type DataFolderError, openDataFolder } from "@tidemark/db/node";
import { openSessions } from "../browser/kept-sessions.ts";
import { freshAddress, openChannel } from "../browser/running-app.ts";
import { serveBrowser } from "../browser/serve-browser.ts";
import { newSecret } from "../browser/session-key.ts";
import { openHost } from "../host/open-host.ts";
import { ensurePage } from "./ensure-built.ts";
import type { StartOptions } from "./start-options.ts";
import { databaseRefused, folderRefused, portRefused } from "./start-refused.ts";

export interface StartContext {
  /** Aborted when the process was asked to end. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** Takes the one line that says where the app is. */
  readonly announce: (line: string) => void;
}

/**
 * Runs the host in this process and serves the page to a browser until the signal is aborted. Where
 * another process does so on the folder, announces a fresh address of it and returns. Throws
 * StartRefused for a folder or port that cannot be had; the folder is released in any case.
 */
export async function startBrowser(options: StartOptions, context: StartContext): Promise<void> {
  const { signal, log, announce } = context;
  await using resources = new AsyncDisposableStack();
  const folder = await openDataFolder(options.dataDir);
  if (!folder.ok) {
    const address = await addressOfHolder(folder.error, signal);
    if (address === null) throw folderRefused(folder.error);
    log("Tidemark runs on this folder already: here is a fresh address of it.");
    announce(`Tidemark: ${address}`);
    return;
  }
  resources.use(folder.value);
  const channel = await openChannel(folder.value.path, newSecret());
  resources.defer(() => channel.remove());
  // For an exit that waits for nothing, as after the grace period.
  const release = () => {
    channel.remove();
    void folder.value[Symbol.asyncDispose]();
  };
  process.once("exit", release);
  resources.defer(() => void process.off("exit", release));

  const pageDir = await ensurePage({ signal, log });
  const host = await openHost({ dir: folder.value.path, log }).catch((error: unknown) => {
    throw databaseRefused(error) ?? error;
  });
  resources.defer(() => host.close());
  const sessions = await openSessions(join(folder.value.path, "browser-sessions.json"));
  resources.defer(() => sessions.close());
  const server = await serveBrowser({
    app: host.app,
    files: host.files,
    pageDir,
    port: options.port,
    channelSecret: channel.secret,
    sessions,
    onFault: (error) => log(error.stack ?? error.message),
  }).catch((error: unknown) => {
    throw portRefused(error, options.port) ?? error;
  });
  resources.defer(() => server.close());
  resources.defer(() => host.lastWords());

  await channel.listensAt(server.port);
  announce(`Tidemark: ${server.url}`);
  await aborted(signal);
}

/** null: whoever has the folder serves no browser. */
async function addressOfHolder(
  error: DataFolderError,
  signal: AbortSignal,
): Promise<string | null> {
  if (error.type !== "folder-in-use" || error.pid === null) return null;
  return freshAddress(error.path, error.pid, signal);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
