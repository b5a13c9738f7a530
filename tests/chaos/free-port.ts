import { type AddressInfo, createServer } from "node:net";

/** Returns a TCP port of this machine that no process listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((up) => probe.listen(0, "127.0.0.1", up));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
