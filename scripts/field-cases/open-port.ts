import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Server on a free port of 127.0.0.1. Disposing it closes its connections. */
export interface OpenPort extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

export async function openPort(server: Server): Promise<OpenPort> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
