import { connect } from "node:net";
import type { HttpServer } from "../http-server.ts";
import { readHead } from "./raw-request.ts";

/** Request that the server has authorized, but whose body is incomplete. */
export interface HeldRequest {
  /** Sends the rest of the body. Returns the status. */
  finish(): Promise<number>;
}

/** Sends a request except the last byte of its body, and waits until its credential was checked. */
export async function holdBody(
  server: HttpServer,
  request: {
    readonly method: string;
    readonly path: string;
    readonly bearer: string;
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<HeldRequest> {
  const { method, path, bearer, body, headers = {} } = request;
  const { auth } = server.services;
  const judged = Promise.withResolvers<void>();
  const { identify, recall } = auth;
  Object.assign(auth, {
    identify: async (...asked: Parameters<typeof identify>) => {
      const identified = await identify(...asked);
      judged.resolve();
      return identified;
    },
    recall: (...asked: Parameters<typeof recall>) => {
      const identity = recall(...asked);
      if (identity !== null) judged.resolve();
      return identity;
    },
  });
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({
    host,
    connection: "close",
    authorization: `Bearer ${bearer}`,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body.slice(0, -1)}`);
  await judged.promise;
  Object.assign(auth, { identify, recall });
  return {
    async finish() {
      try {
        socket.write(body.slice(-1));
        return Number((await readHead(socket)).split(" ")[1]);
      } finally {
        socket.destroy();
      }
    },
  };
}
