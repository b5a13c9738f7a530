import {
  MessageChannelMain,
  type MessagePortMain,
  type UtilityProcess,
  utilityProcess,
} from "electron";
import { type PageFiles, electronPort, filesOverPort } from "@tidemark/replica/rpc";
import type { FromHost, Refusal, ToHost } from "../host/host-messages.ts";
import { queryKeyring } from "./keyring.ts";

export interface HostProcess {
  /** Sends one end of a channel to the host, which serves the app router on it. */
  connect(port: MessagePortMain): void;
  /** Requests files from the current host; 503 while it is down. */
  readonly files: PageFiles;
  /** Called when the machine goes to sleep or wakes up. */
  setAsleep(isAsleep: boolean): void;
  /** Resolves when the host has closed its database and exited. It is killed after 2.5 seconds. */
  close(): Promise<void>;
}

export interface HostProcessOptions {
  /** Absolute path of the built host. */
  readonly modulePath: string;
  readonly dataDir: string;
  /** Called when a new host replaces one that crashed. Pages request a new port and stay open. */
  readonly onRestart: () => void;
  readonly log: (line: string) => void;
  /** Called when the host has locked and opened the folder. */
  readonly onReady: () => void;
  /** Called when the host can't run or crashed too often. */
  readonly onGivenUp: (refusal: Refusal) => void;
}

const closeMs = 2500;
const maxRestarts = 4;
/** Uptime after which the restart count is reset. */
const steadyMs = 60_000;

/** Runs the host in a utility process and restarts it if it crashes. */
export function startHostProcess(options: HostProcessOptions): HostProcess {
  let restarts = 0;
  let isClosing = false;
  let isGivenUp = false;
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<void>();
  let files: PageFiles;
  let child = fork();

  function fork(): UtilityProcess {
    const startedMs = performance.now();
    const started = utilityProcess.fork(options.modulePath, [options.dataDir], {
      serviceName: "Tidemark host",
    });
    const { port1, port2 } = new MessageChannelMain();
    files = filesOverPort(electronPort(port1));
    started.postMessage({ type: "files" } satisfies ToHost, [port2]);
    started.on("message", (message: FromHost) => {
      if (message.type === "ready") options.onReady();
      if (message.type === "refused") giveUp(message);
      if (message.type === "secret") {
        const { id, act, text } = message;
        void queryKeyring(act, text, options.log).then((answer) =>
          started.postMessage({ type: "secret", id, answer } satisfies ToHost),
        );
      }
    });
    started.on("exit", (code) => {
      options.log(`host: ended with code ${code}`);
      if (isClosing || isGivenUp) {
        onEnded();
        return;
      }
      if (performance.now() - startedMs > steadyMs) restarts = 0;
      restarts += 1;
      if (restarts > maxRestarts) {
        giveUp({
          message: `The part of Tidemark that holds your memos stopped again and again (code ${code}).`,
          isDatabase: true,
        });
        return;
      }
      child = fork();
      options.onRestart();
    });
    return started;
  }

  function giveUp({ message, isDatabase }: Refusal): void {
    if (isGivenUp) return;
    isGivenUp = true;
    onEnded();
    options.onGivenUp({ message, isDatabase });
  }

  return {
    connect(port) {
      child.postMessage({ type: "port" } satisfies ToHost, [port]);
    },
    files: (request) => files(request),
    setAsleep(isAsleep) {
      child.postMessage({ type: "asleep", isAsleep } satisfies ToHost);
    },
    close() {
      if (isClosing || isGivenUp) return ended;
      isClosing = true;
      child.postMessage({ type: "close" } satisfies ToHost);
      const timer = setTimeout(() => {
        child.kill();
        onEnded();
      }, closeMs);
      return ended.finally(() => clearTimeout(timer));
    },
  };
}
