import { z } from "zod";
import type { FilesReply, FilesRequest, PageFiles } from "./files-request.ts";
import { bodyMessage, createPortBodies } from "./port-bodies.ts";
import type { Port } from "./port.ts";

const header = z.record(z.string(), z.string());
const requestMessage = z.object({
  id: z.number(),
  method: z.string(),
  url: z.string(),
  headers: header,
  hasBody: z.boolean(),
});
const replyMessage = z.object({
  id: z.number(),
  status: z.number(),
  headers: header,
  hasBody: z.boolean(),
});

/**
 * Returns the `PageFiles` of a host in another process: requests and replies are messages, their bodies are
 * sent in pieces as they are read. After the close every request is answered with 503.
 */
export function filesOverPort(port: Port): PageFiles {
  const bodies = createPortBodies(port);
  const waiting = new Map<number, (reply: FilesReply) => void>();
  let lastId = 0;
  let isClosed = false;

  port.listen(
    (message) => {
      const piece = bodyMessage.safeParse(message);
      if (piece.success) {
        bodies.handle(piece.data);
        return;
      }
      const { id, status, headers, hasBody } = replyMessage.parse(message);
      waiting.get(id)?.({ status, headers, body: hasBody ? bodies.receive(id) : null });
      waiting.delete(id);
    },
    () => {
      isClosed = true;
      bodies.close();
      for (const answer of waiting.values()) answer(unavailable);
      waiting.clear();
    },
  );

  return ({ method, url, headers, body }) => {
    if (isClosed) return Promise.resolve(unavailable);
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<FilesReply>();
    waiting.set(id, resolve);
    if (body !== null) bodies.send(id, body);
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    port.post({ id, method, url, headers: Object.fromEntries(given), hasBody: body !== null });
    return promise;
  };
}

/**
 * Handles the requests of `filesOverPort` at the other end. Discards the part of a request's body that is
 * unread at the time of the reply. Errors are passed to `onFault` and answered with 500.
 */
export function serveFilesPort(
  port: Port,
  files: PageFiles,
  onFault: (error: unknown) => void,
): void {
  const bodies = createPortBodies(port);

  async function answer(message: z.infer<typeof requestMessage>): Promise<void> {
    const { id, hasBody, ...asked } = message;
    const body = hasBody ? bodies.receive(id) : null;
    const request: FilesRequest = { ...asked, body };
    const reply = await files(request).catch((error: unknown) => {
      onFault(error);
      return { status: 500, headers: {}, body: null };
    });
    await body?.return();
    if (reply.body !== null) bodies.send(id, reply.body);
    const { status, headers } = reply;
    port.post({ id, status, headers, hasBody: reply.body !== null });
  }

  port.listen(
    (message) => {
      const piece = bodyMessage.safeParse(message);
      if (piece.success) {
        bodies.handle(piece.data);
        return;
      }
      const request = requestMessage.safeParse(message);
      if (request.success) void answer(request.data);
    },
    () => bodies.close(),
  );
}

const unavailable: FilesReply = { status: 503, headers: {}, body: null };
