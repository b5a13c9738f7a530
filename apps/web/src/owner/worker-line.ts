import type { AppRouter } from "@tidemark/core/router";
import { domPort, type HostLine, PortClosed, portLink } from "@tidemark/replica/rpc/page";
import type { SendFile } from "@tidemark/ui";
import { TRPCClientError, type TRPCLink } from "@trpc/client";
import { type FilePort, openFilePort } from "./send-files.ts";
import type { FromWorker, Refusal, ToWorker } from "./worker-messages.ts";

/** Number of workers that are started within a minute before the page gives up. */
const maxStarts = 3;
const minuteMs = 60_000;

/** The connection of a page to its own worker. */
export interface WorkerLine extends HostLine<AppRouter> {
  /** Resolves to null once the worker has opened the database, and to the reason if it can't. */
  readonly opened: Promise<Refusal | null>;
  /** Stores a file in the database's folder. */
  readonly sendFile: SendFile;
  /** Gives the worker an order about import and export. */
  readonly ask: FilePort["ask"];
  /** Ends the worker for good. */
  end(): void;
}

/**
 * Starts the worker that holds the database, and again after it crashed, at most three times a minute.
 * `lost` is called when it crashed, `refused` when it can't open the database any longer. `isInMemory`: nothing
 * is stored in this browser.
 */
export function openWorkerLine(on: {
  readonly lost: () => void;
  readonly refused: (refusal: Refusal) => void;
  readonly isInMemory: boolean;
}): WorkerLine {
  const startedMs: number[] = [];
  let isEnded = false;
  let current = start();

  function start(): Running {
    startedMs.push(Date.now());
    return startWorker(on);
  }

  return {
    opened: current.opened,
    sendFile: (...given) => current.sendFile(...given),
    ask: (order) => current.ask(order),
    end() {
      isEnded = true;
      current.end();
    },
    send: (op) => current.send({ op, next: nothingFollows }),
    async reach() {
      current.end();
      if (isEnded) return "down";
      const sinceMs = Date.now() - minuteMs;
      if (startedMs.filter((atMs) => atMs > sinceMs).length > maxStarts) {
        on.refused({ reason: "failed", message: "The database stopped several times in a row." });
        return "down";
      }
      current = start();
      const refusal = await current.opened;
      if (refusal === null) return "up";
      on.refused(refusal);
      return "down";
    },
    judge: (error) =>
      error instanceof TRPCClientError && error.cause instanceof PortClosed ? "down" : "up",
  };
}

interface Running {
  readonly send: ReturnType<TRPCLink<AppRouter>>;
  readonly opened: Promise<Refusal | null>;
  readonly sendFile: SendFile;
  readonly ask: FilePort["ask"];
  /** Ends the worker; open calls fail. */
  end(): void;
}

function startWorker({
  lost,
  isInMemory,
}: {
  readonly lost: () => void;
  readonly isInMemory: boolean;
}): Running {
  const worker = new Worker(new URL("../worker/main.ts", import.meta.url), {
    type: "module",
    name: "tidemark",
  });
  const { port1: own, port2: port } = new MessageChannel();
  const { port1: ownFiles, port2: files } = new MessageChannel();
  worker.postMessage({ port, files, isInMemory } satisfies ToWorker, [port, files]);
  const filePort = openFilePort(ownFiles);
  // The end that closes a port gets no close event, and a worker that crashed sends none.
  let onClosed = (): void => {};
  const given = domPort(own);
  const link = portLink<AppRouter>({
    ...given,
    listen(onMessage, onClose) {
      onClosed = onClose;
      given.listen(onMessage, onClose);
    },
  });
  const { promise: opened, resolve } = Promise.withResolvers<Refusal | null>();
  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    resolve(data.type === "ready" ? null : data);
  });
  const end = (): void => {
    worker.terminate();
    own.close();
    filePort.close();
    onClosed();
  };
  worker.addEventListener("error", ({ message }) => {
    resolve({ reason: "failed", message });
    end();
    lost();
  });
  return { send: link({}), sendFile: filePort.send, ask: filePort.ask, opened, end };
}

function nothingFollows(): never {
  throw new Error("nothing follows the way to the host");
}
