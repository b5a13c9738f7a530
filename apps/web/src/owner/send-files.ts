import type { SendFile } from "@tidemark/ui";
import type { FileFromWorker, FileToWorker } from "./worker-messages.ts";

type Answered = Awaited<ReturnType<SendFile>>;

interface Waiting {
  readonly answered: (answer: Answered) => void;
  readonly failed: (error: unknown) => void;
  readonly sent: (bytes: number) => void;
}

/** Sends files to a worker over a port. The worker reads them itself, so no bytes are copied between threads. */
export interface FilePort {
  readonly send: SendFile;
  /** Rejects what isn't answered. */
  close(): void;
}

export function openFilePort(port: MessagePort): FilePort {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const say = (message: FileToWorker): void => port.postMessage(message);

  port.addEventListener("message", ({ data }: MessageEvent<FileFromWorker>) => {
    const asked = waiting.get(data.id);
    if ("sentBytes" in data) asked?.sent(data.sentBytes);
    else asked?.answered({ status: data.status, body: data.body });
  });
  port.start();

  return {
    send(query, file, { onProgress, signal }) {
      lastId += 1;
      const id = lastId;
      const abort = (): void => {
        say({ id, isAborted: true });
        waiting.get(id)?.failed(signal.reason);
      };
      const answer = new Promise<Answered>((answered, failed) => {
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
    close() {
      port.close();
      for (const { failed } of waiting.values()) failed(new Error("the database stopped"));
    },
  };
}

/** Makes the browser ask before the page is closed: the worker reads the file from it. */
function holdPage(event: Event): void {
  event.preventDefault();
}
