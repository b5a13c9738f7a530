import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Proxy to a server that counts uploaded bytes and injects faults. */
export interface UploadProxy extends AsyncDisposable {
  readonly url: string;
  /** Number of uploaded bytes of files that passed. */
  uploaded: number;
  /** Number of requests that uploaded them. */
  requests: number;
  /** True to refuse every connection. */
  isDown: boolean;
  /** Total number of uploaded bytes after which the proxy goes down. */
  cutAt: number;
  /** Number of next upload requests in which to change one byte. */
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
        // Lets the forwarded bytes arrive before both connections are destroyed.
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
