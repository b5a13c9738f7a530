import { domPort } from "@tidemark/replica/rpc/page";
import type { LineEnds } from "./connection.ts";
import type { FromWorker, Refusal, ToWorker } from "./worker-messages.ts";

/** A worker that this page has started. */
export interface OwnWorker {
  /** Opens the database. Resolves to the ends of a line to it, or to the reason why it can't be opened. */
  open(): Promise<Opened | Refusal>;
  /**
   * Closes the database, so that another worker can open it. Resolves to true if it says goodbye on the line, and to
   * false if it couldn't, or stopped.
   */
  pause(): Promise<boolean>;
  /** Ends the worker at once. Written data stays. */
  end(): void;
}

export interface Opened {
  readonly ends: LineEnds;
  /** False if everything is in memory. */
  readonly isPersistent: boolean;
}

/** Starts the worker for the database. `onLost` is called if it crashes. `isInMemory`: nothing is to be stored. */
export function startWorker(onLost: () => void, isInMemory: boolean): OwnWorker {
  const worker = new Worker(new URL("../worker/main.ts", import.meta.url), {
    type: "module",
    name: "tidemark",
  });
  const asked: ((answer: FromWorker) => void)[] = [];
  const ask = (message: ToWorker, transferred: MessagePort[]): Promise<FromWorker> => {
    const { promise, resolve } = Promise.withResolvers<FromWorker>();
    asked.push(resolve);
    worker.postMessage(message, transferred);
    return promise;
  };
  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => asked.shift()?.(data));
  worker.addEventListener("error", ({ message }) => {
    worker.terminate();
    for (const answer of asked) answer({ type: "refused", reason: "failed", message });
    onLost();
  });

  return {
    async open() {
      const { port1: ownCalls, port2: calls } = new MessageChannel();
      const { port1: ownFiles, port2: files } = new MessageChannel();
      const ends = { calls: domPort(ownCalls), files: domPort(ownFiles) };
      const answer = await ask({ type: "open", calls, files, isInMemory }, [calls, files]);
      if (answer.type === "ready") return { ends, isPersistent: answer.isPersistent };
      if (answer.type === "refused") return answer;
      throw new Error(`the worker is ${answer.type} instead of open`);
    },
    async pause() {
      const answer = await ask({ type: "pause" }, []);
      return answer.type === "paused" && answer.isDrained;
    },
    end() {
      worker.terminate();
      for (const answer of asked) {
        answer({ type: "refused", reason: "failed", message: "The worker was ended." });
      }
    },
  };
}
