import { storageFailed, StorageError } from "@tidemark/core";
import type { PageFiles } from "@tidemark/replica/rpc";
import type { FileFromWorker, FileToWorker } from "../owner/worker-messages.ts";
import { piecesOf } from "./file-pieces.ts";
import { handleOrder, type OrderHost } from "./transfer/handle-order.ts";

/** Stores the files that a page sends over a port, and handles its orders about import and export. */
export function serveFiles(port: MessagePort, host: OrderHost): void {
  const { files, onFault } = host;
  const running = new Map<number, AbortController>();
  const say = (message: FileFromWorker): void => port.postMessage(message);

  async function store(id: number, query: string, file: File): Promise<void> {
    const aborted = new AbortController();
    running.set(id, aborted);
    try {
      const body = counted(file, aborted.signal, (sentBytes) => say({ id, sentBytes }));
      const url = `/files?${query}`;
      const reply = await files({ method: "POST", url, headers: {}, body });
      const text = await new Response(streamOf(reply.body)).text();
      say({ id, status: reply.status, body: JSON.parse(text) as unknown });
    } catch (error) {
      if (error instanceof StorageError) {
        say({ id, status: 503, body: { error: storageFailed(error) } });
        return;
      }
      if (!aborted.signal.aborted) onFault(error);
      say({ id, status: 500, body: null });
    } finally {
      running.delete(id);
    }
  }

  port.addEventListener("message", ({ data }: MessageEvent<FileToWorker>) => {
    if ("isAborted" in data) running.get(data.id)?.abort(new Error("the page cancelled the file"));
    else if ("order" in data) {
      const { id, order } = data;
      void handleOrder(order, host).then((answer) => say({ id, ...answer }));
    } else void store(data.id, data.query, data.file);
  });
  port.start();
}

/** Reads a file in pieces, and reports how much was taken. */
async function* counted(
  file: File,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const bytes of piecesOf(file)) {
    signal.throwIfAborted();
    yield bytes;
    sent += bytes.length;
    onSent(sent);
  }
}

function streamOf(body: AsyncIterable<Uint8Array> | null): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = body?.[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces?.next();
      if (next === undefined || next.done === true) controller.close();
      else controller.enqueue(Uint8Array.from(next.value));
    },
  });
}
