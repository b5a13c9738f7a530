import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A line to a server that counts what is uploaded, and does to it what a test wants. */
export interface UploadProxy extends AsyncDisposable {
  readonly url: string;
  /** Bytes of files that went through, upwards. */
  uploaded: number;
  /** How many requests carried them. */
  requests: number;
  /** True: every connection is refused. */
  isDown: boolean;
  /** The line goes down when so many bytes of files have gone through in all. */
  cutAt: number;
  /** How many of the next requests with bytes of a file arrive with one of them changed. */
  toCorrupt: number;
}

export async function startUploadProxy(target: string): Promise<UploadProxy> {
  const { hostname, port } = new URL(target);

  function carry(from: IncomingMessage, to: ServerResponse): void {
    if (proxy.isDown) {
      from.socket.destroy();
      return;
    }
    const upstream = request({
      hostname,
      port,
      method: from.method,
      path: from.url,
      headers: from.headers,
    });
    upstream.on("error", () => from.socket.destroy());
    upstream.on("response", (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
      answer.on("error", () => to.destroy());
    });
    from.on("close", () => {
      if (!from.complete || to.destroyed) upstream.destroy();
    });
    to.on("close", () => upstream.destroy());
    if (from.method !== "PATCH" || !from.url?.startsWith("/sync/blobs/")) {
      from.pipe(upstream);
      return;
    }
    proxy.requests += 1;
    const corrupts = proxy.toCorrupt > 0;
    if (corrupts) proxy.toCorrupt -= 1;
    let isFirst = true;
    from.on("data", (bytes: Buffer) => {
      if (proxy.isDown) return;
      const room = proxy.cutAt - proxy.uploaded;
      const passed = bytes.subarray(0, Math.max(0, room));
      if (corrupts && isFirst && passed.length > 0) passed.writeUInt8(passed.readUInt8(0) ^ 1, 0);
      isFirst = false;
      proxy.uploaded += passed.length;
      upstream.write(passed);
      if (passed.length < bytes.length) {
        proxy.isDown = true;
        // What was passed on is let arrive before the line is dead on both sides.
        setTimeout(() => {
          upstream.destroy();
          from.socket.destroy();
        }, 200);
      }
    });
    from.on("end", () => upstream.end());
  }

  const server = createServer(carry);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const proxy: UploadProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploaded: 0,
    requests: 0,
    isDown: false,
    cutAt: Number.POSITIVE_INFINITY,
    toCorrupt: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return proxy;
}
