import { join } from "node:path";
import type { OpenReplica } from "@tidemark/replica";
import type { DataFolderError } from "@tidemark/db/node";
import { claimFolder } from "../socket/ask-host.ts";
import { toolsOf } from "../socket/device-tools.ts";
import { openHostSocket } from "../socket/host-socket.ts";
import { openSessions } from "../browser/kept-sessions.ts";
import { freshAddress, openChannel } from "../browser/running-app.ts";
import { serveBrowser } from "../browser/serve-browser.ts";
import { newSecret } from "../browser/session-key.ts";
import manifest from "../../package.json" with { type: "json" };
import { versionBackup } from "../host/backup-before.ts";
import { openHost } from "../host/open-host.ts";
import { listCopies, restoreCopy } from "../refused/copies.ts";
import { type RefusedServer, serveRefused } from "../refused/serve-refused.ts";
import { openLog } from "../log/rotating-log.ts";
import type { StartOptions } from "./start-options.ts";
import { databaseRefused, folderRefused, portRefused } from "./refused/refusals.ts";

export interface StartContext {
  /** Aborted when the process is asked to stop. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** Callbacks that show the app while it is served. */
export interface BrowserStart extends StartContext {
  /** Returns the folder of the built page. */
  readonly page: () => Promise<string>;
  /**
   * Called with an address that includes a key, served by this process or by another that holds the folder.
   * If this process serves it, the app is served until the promise resolves.
   */
  readonly show: (address: string, server: "this" | "another") => Promise<void>;
  /**
   * Shows a page about a database that can't be opened, until `done` is aborted because the user chose an
   * option. Resolving earlier means that the user closed it. Absent if no user is present.
   */
  readonly showRefused?: ((address: string, done: AbortSignal) => Promise<void>) | undefined;
  /** True if browsers of this user get a session without a key. */
  readonly hasWindows: boolean;
}

/**
 * Runs the host in this process and serves the page to a browser while it is shown. If another process
 * already serves the folder, shows that one. Throws StartRefused if the folder or port is unavailable; always
 * releases the folder.
 */
export async function startBrowser(
  options: Pick<StartOptions, "dataDir" | "port">,
  context: BrowserStart,
): Promise<void> {
  const { signal, log: say, show } = context;
  await using resources = new AsyncDisposableStack();
  const folder = await claimFolder(options.dataDir);
  if (!folder.ok) {
    const address = await addressOfHolder(folder.error, signal);
    if (address === null) throw folderRefused(folder.error);
    await show(address, "another");
    return;
  }
  resources.use(folder.value);
  const logFile = openLog(join(folder.value.path, "logs"), "host");
  const log = (line: string): void => {
    say(line);
    logFile.write(line);
  };
  for (const warning of folder.value.warnings) log(`tidemark: ${warning}`);
  const channel = await openChannel(folder.value.path, newSecret());
  resources.defer(() => channel.remove());
  // Releases the folder if the process exits without waiting, as after the grace period.
  const release = () => {
    channel.remove();
    void folder.value[Symbol.asyncDispose]();
  };
  process.once("exit", release);
  resources.defer(() => void process.off("exit", release));

  const pageDir = await context.page();
  const host = await openOrAsk({ folder: folder.value.path, pageDir, options, context, log });
  resources.defer(() => host.close());
  resources.use(await openHostSocket({ dir: folder.value.path, run: toolsOf(host), log }));
  const sessions = await openSessions(join(folder.value.path, "browser-sessions.json"));
  resources.defer(() => sessions.close());
  const server = await serveBrowser({
    app: host.app,
    files: host.files,
    pageDir,
    port: options.port,
    channelSecret: channel.secret,
    sessions,
    hasWindows: context.hasWindows,
    onFault: (error) => log(error.stack ?? error.message),
  }).catch((error: unknown) => {
    throw portRefused(error, options.port) ?? error;
  });
  resources.defer(() => server.close());
  resources.defer(() => host.lastWords());

  await channel.listensAt(server.port);
  await show(server.url, "this");
}

/**
 * Opens the profile. If its database can't be opened and a user is present, shows a page with recovery
 * options until one succeeds or the user gives up.
 */
async function openOrAsk(asked: {
  readonly folder: string;
  readonly pageDir: string;
  readonly options: Pick<StartOptions, "port">;
  readonly context: BrowserStart;
  readonly log: (line: string) => void;
}): Promise<OpenReplica> {
  const { folder, pageDir, options, context, log } = asked;
  const backup = versionBackup(folder, log);
  for (;;) {
    try {
      await backup.backupBefore(manifest.version);
      const host = await openHost({ dir: folder, log });
      await backup.runs(manifest.version);
      return host;
    } catch (error) {
      const refused = databaseRefused(error);
      if (refused === null) throw error;
      const { showRefused } = context;
      if (showRefused === undefined) throw refused;
      log(`tidemark: ${refused.message}`);
      await using server = await disposable(
        serveRefused({
          refused: { message: refused.message, copies: await listCopies(folder) },
          pageDir,
          port: options.port,
          hasWindows: context.hasWindows,
          restore: (name) => restoreCopy(folder, name, Date.now()),
        }).catch((failed: unknown) => {
          throw portRefused(failed, options.port) ?? failed;
        }),
      );
      const answered = new AbortController();
      const shown = showRefused(server.url, answered.signal);
      const chosen = await Promise.race([server.chosen, aborted(context.signal), shown]);
      answered.abort();
      await shown;
      if (chosen !== "again") throw refused;
    }
  }
}

async function disposable(
  serving: Promise<RefusedServer>,
): Promise<RefusedServer & AsyncDisposable> {
  const server = await serving;
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Returns null if the process that holds the folder doesn't serve browsers. */
async function addressOfHolder(
  error: DataFolderError,
  signal: AbortSignal,
): Promise<string | null> {
  if (error.type !== "folder-in-use" || error.pid === null) return null;
  return freshAddress(error.path, error.pid, signal);
}
