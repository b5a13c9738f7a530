import { storageFailed, StorageError } from "@tidemark/core";
import type { Port } from "@tidemark/replica/rpc";
import { streamOf, streamParts } from "@tidemark/transfer/streams";
import { z } from "zod";
import type { FileFromWorker, FileOrder } from "../owner/worker-messages.ts";
import type { Served } from "./lines.ts";
import { handleOrder, type OrderHost } from "./transfer/handle-order.ts";

/** Number of files of a page that are stored at a time; further ones are refused. */
const maxRunning = 64;

const fileOrder = z.union([
  z.object({
    stage: z.string(),
    files: z.array(z.object({ path: z.string(), file: z.instanceof(File) })),
  }),
  z.object({ download: z.string() }),
]);

/** A valid `FileToWorker`. */
const fileMessage = z.union([
  z.object({ id: z.number(), order: fileOrder }),
  z.object({ id: z.number(), isAborted: z.literal(true) }),
  z.object({ id: z.number(), query: z.string(), file: z.instanceof(File) }),
]);

/** Stores the files that a page sends over a port, and handles its orders about import and export. */
export function serveFiles(port: Port, host: OrderHost): Served {
  const { files, onFault } = host;
  const running = new Map<number, { readonly aborted: AbortController; ended: Promise<void> }>();
  let isDraining = false;
  const say = (message: FileFromWorker): void => port.post(message);

  async function store(id: number, query: string, file: File, signal: AbortSignal): Promise<void> {
    try {
      const body = counted(file, signal, (sentBytes) => say({ id, sentBytes }));
      const url = `/files?${query}`;
      const reply = await files({ method: "POST", url, headers: {}, body });
      const text = reply.body === null ? "" : await new Response(streamOf(reply.body)).text();
      // It wasn't stored: the page sends it to the next worker.
      if (isDraining && signal.aborted && reply.status !== 200) return;
      say({ id, status: reply.status, body: JSON.parse(text) as unknown });
    } catch (error) {
      if (isDraining && signal.aborted) return;
      if (error instanceof StorageError) {
        say({ id, status: 503, body: { error: storageFailed(error) } });
        return;
      }
      if (!signal.aborted) onFault(error);
      say({ id, status: 500, body: null });
    }
  }

  async function obey(id: number, order: FileOrder): Promise<void> {
    const answer = await handleOrder(order, host);
    // It changed nothing: the page asks the next worker.
    if (!isDraining) say({ id, ...answer });
  }

  function handle(message: unknown): void {
    const parsed = fileMessage.safeParse(message);
    if (!parsed.success || isDraining) return;
    const { data } = parsed;
    if ("isAborted" in data) {
      running.get(data.id)?.aborted.abort(new Error("the page cancelled the file"));
      return;
    }
    if ("order" in data) {
      void obey(data.id, data.order);
      return;
    }
    const { id, query, file } = data;
    if (running.has(id)) return;
    if (running.size >= maxRunning) {
      say({ id, status: 503, body: null });
      return;
    }
    const aborted = new AbortController();
    const ended = store(id, query, file, aborted.signal).finally(() => running.delete(id));
    running.set(id, { aborted, ended });
  }

  const abortAll = (reason: string): void => {
    for (const { aborted } of running.values()) aborted.abort(new Error(reason));
  };
  port.listen(handle, () => undefined);
  return {
    async drain() {
      isDraining = true;
      abortAll("the database is closing");
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
    close() {
      isDraining = true;
      abortAll("the page is gone");
      port.close();
    },
  };
}

/** Reads a file in pieces, and reports how much was taken. */
async function* counted(
  file: File,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const bytes of streamParts(file.stream())) {
    signal.throwIfAborted();
    yield bytes;
    sent += bytes.length;
    onSent(sent);
  }
}
