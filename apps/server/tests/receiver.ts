import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Received requests, in order. */
  readonly received: Received[];
  /** Responds to a request; with 200 by default. */
  answer: (request: Received, response: ServerResponse) => void;
  /** Resolves once there are this many requests. */
  waitFor(count: number): Promise<void>;
}

/** Starts a local HTTP server that records its requests. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const bytes = Buffer.concat(chunks);
      const got = { path: request.url ?? "", headers, bytes, text: bytes.toString() };
      received.push(got);
      receiver.answer(got, response);
      waiting = waiting.filter(({ count, resolve }) => {
        if (received.length >= count) resolve();
        return received.length < count;
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (_, response) => response.end(),
    waitFor: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
