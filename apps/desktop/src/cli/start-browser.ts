import { openDataFolder } from "@tidemark/db";
import { serveBrowser } from "../browser/serve-browser.ts";
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
 * Runs the host in this process and serves the page to a browser until the signal is aborted.
 * Throws StartRefused for a folder or port that cannot be had; the folder is released in any case.
 */
export async function startBrowser(options: StartOptions, context: StartContext): Promise<void> {
  const { signal, log, announce } = context;
  await using resources = new AsyncDisposableStack();
  const folder = await openDataFolder(options.dataDir);
  if (!folder.ok) throw folderRefused(folder.error);
  resources.use(folder.value);
  // For an exit that waits for nothing, as after the grace period.
  const release = () => void folder.value[Symbol.asyncDispose]();
  process.once("exit", release);
  resources.defer(() => void process.off("exit", release));

  const pageDir = await ensurePage({ signal, log });
  const host = await openHost({ dir: folder.value.path, log }).catch((error: unknown) => {
    throw databaseRefused(error) ?? error;
  });
  resources.defer(() => host.close());
  const server = await serveBrowser({
    app: host.app,
    files: host.files,
    pageDir,
    port: options.port,
    onFault: (error) => log(error.stack ?? error.message),
  }).catch((error: unknown) => {
    throw portRefused(error, options.port) ?? error;
  });
  resources.defer(() => server.close());

  announce(`Tidemark: ${server.url}`);
  await aborted(signal);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
