import type { App } from "@tidemark/core/router";
import { appRouter } from "@tidemark/core/router";
import {
  type ElectronMessagePort,
  electronPort,
  serveFilesPort,
  type PortServer,
  servePort,
} from "@tidemark/replica/rpc";
import type { FromHost, Refusal, ToHost } from "./host-messages.ts";
import type { Host } from "./open-host.ts";

/** Subset of Electron's `process.parentPort` that the host uses. */
export interface ParentPort {
  on(
    event: "message",
    listener: (event: { data: unknown; ports: readonly ElectronMessagePort[] }) => void,
  ): unknown;
  postMessage(message: FromHost): void;
}

export interface ServeHostOptions {
  readonly parentPort: ParentPort;
  /** Opens the profile, or returns the reason why it can't be opened. */
  readonly open: () => Promise<Host | Refusal>;
  readonly exit: () => void;
  readonly log: (line: string) => void;
}

/**
 * Time for running calls to finish. With another second for unsaved edits, it leaves one second to close the
 * database before the main process kills the host.
 */
const lastWritesMs = 1000;

/**
 * Serves the app router on every port that the main process sends. Ports that arrive while the profile is
 * opening wait. On `close`, pages save unsaved edits, the ports are closed, the profile is closed, and the
 * process exits. Running calls have one second to finish.
 */
export async function serveHost({ parentPort, open, exit, log }: ServeHostOptions): Promise<void> {
  const servers = new Set<PortServer>();
  const opening = open();

  function serve(port: ElectronMessagePort, app: App): void {
    const server = servePort(electronPort(port), appRouter, () => ({ app }), {
      onError: (error, path) => {
        if (error.code === "INTERNAL_SERVER_ERROR") log(`${path}: ${error.stack ?? error.message}`);
      },
    });
    servers.add(server);
    // Calls that arrived before the port closed are still running.
    port.on("close", () => void server.close().then(() => servers.delete(server)));
  }

  async function close(): Promise<void> {
    const opened = await opening;
    if (isHost(opened)) await opened.lastWords();
    const ended = Promise.all([...servers].map((server) => server.close()));
    // Calls that wait for an unresponsive server save no edits, so all get `lastWritesMs` at most.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, lastWritesMs))]);
    if (isHost(opened)) await opened.close();
    exit();
  }

  parentPort.on("message", ({ data, ports }) => {
    const message = data as ToHost;
    switch (message.type) {
      case "port":
        void opening.then((opened) => {
          if (isHost(opened)) for (const port of ports) serve(port, opened.app);
        });
        break;
      case "files":
        void opening.then((opened) => {
          if (!isHost(opened)) return;
          for (const port of ports) {
            serveFilesPort(electronPort(port), opened.files, (error) =>
              log(
                `files: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
              ),
            );
          }
        });
        break;
      case "asleep":
        void opening.then((opened) => {
          if (isHost(opened)) opened.setAsleep(message.isAsleep);
        });
        break;
      case "secret":
        // Handled by the listener in `keyringOfMain`.
        break;
      case "close":
        void close();
        break;
    }
  });

  const opened = await opening;
  if (isHost(opened)) {
    parentPort.postMessage({ type: "ready" });
  } else {
    parentPort.postMessage({ type: "refused", ...opened });
    exit();
  }
}

function isHost(opened: Host | Refusal): opened is Host {
  return "app" in opened;
}
