import type { Port } from "@tidemark/replica/rpc/page";
import type { SendFile } from "@tidemark/ui";
import type { FileFromWorker, FileOrder, FileToWorker, OrderAnswer } from "./worker-messages.ts";

interface Waiting {
  readonly answered: (answer: OrderAnswer) => void;
  readonly failed: (error: unknown) => void;
  readonly sent: (bytes: number) => void;
}

/** Sends files to a worker. The worker reads them itself, so no bytes are copied between threads. */
export interface FilePort {
  readonly send: SendFile;
  /** Gives the worker an order about import and export. */
  ask(order: FileOrder): Promise<OrderAnswer>;
  /** Handles a message of the worker. */
  handle(message: FileFromWorker): void;
  /** Rejects what isn't answered. */
  fail(error: Error): void;
}

export function openFilePort(port: Pick<Port, "post">): FilePort {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const say = (message: FileToWorker): void => port.post(message);

  return {
    handle({ id, ...message }) {
      const asked = waiting.get(id);
      if ("sentBytes" in message) asked?.sent(message.sentBytes);
      else asked?.answered(message);
    },
    send(query, file, { onProgress, signal }) {
      lastId += 1;
      const id = lastId;
      const abort = (): void => {
        say({ id, isAborted: true });
        waiting.get(id)?.failed(signal.reason);
      };
      const answer = new Promise<OrderAnswer>((answered, failed) => {
        signal.throwIfAborted();
        const sent = (bytes: number): void => onProgress(file.size === 0 ? 1 : bytes / file.size);
        waiting.set(id, { answered, failed, sent });
        signal.addEventListener("abort", abort);
        addEventListener("beforeunload", holdPage);
        say({ id, query: query.toString(), file });
      });
      return answer.finally(() => {
        waiting.delete(id);
        signal.removeEventListener("abort", abort);
        if (waiting.size === 0) removeEventListener("beforeunload", holdPage);
      });
    },
    ask(order) {
      lastId += 1;
      const id = lastId;
      return new Promise<OrderAnswer>((answered, failed) => {
        waiting.set(id, { answered, failed, sent: () => {} });
        say({ id, order });
      }).finally(() => waiting.delete(id));
    },
    fail(error) {
      for (const { failed } of waiting.values()) failed(error);
    },
  };
}

/** Makes the browser ask before the page is closed: the worker reads the file from it. */
function holdPage(event: Event): void {
  event.preventDefault();
}
