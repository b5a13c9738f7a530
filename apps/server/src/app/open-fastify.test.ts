import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { openFastify } from "./open-fastify.ts";

test("limits open connections, and logs refused ones once", async () => {
  const log: string[] = [];
  const logger = pino({}, { write: (line) => log.push(line) });
  const config = { trustedProxies: [] as string[] };
  const app = openFastify({ logger, config } as unknown as AppDeps, async () => undefined);
  expect(app.server.maxConnections).toBe(10_000);
  app.server.maxConnections = 1;
  await app.listen({ host: "127.0.0.1", port: 0 });
  try {
    const { port } = app.server.address() as AddressInfo;
    const first = connect(port, "127.0.0.1");
    await once(first, "connect");
    for (let i = 0; i < 3; i += 1) {
      const refused = connect(port, "127.0.0.1").on("error", () => undefined);
      refused.resume();
      await once(refused, "close");
    }
    expect(log.filter((line) => line.includes("too many open connections"))).toHaveLength(1);
    first.write("GET / HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n");
    expect(String(await once(first, "data"))).toMatch(/^HTTP\/1\.1 404 /);
  } finally {
    app.server.closeAllConnections();
    await app.close();
  }
});
