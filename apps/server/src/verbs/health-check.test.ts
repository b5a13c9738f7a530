import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { checkHealth } from "./health-check.ts";

/** Serves one answer for the two paths of health checks. */
async function serving(answers: Readonly<Record<string, readonly [status: number, body: string]>>) {
  const server = createServer((request, reply) => {
    const [status, body] = answers[request.url ?? ""] ?? [404, "{}"];
    reply.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test.each([
  ["runs", false, 200, "ok", true],
  ["is ready", true, 200, "ok", true],
  ["has a full disk", true, 200, "degraded", true],
  ["has no database", true, 503, "unavailable", false],
])("a server that %s", async (_what, isReady, status, said, isHealthy) => {
  const path = isReady ? "/readyz" : "/healthz";
  await using server = await serving({ [path]: [status, JSON.stringify({ status: said })] });
  const at = { host: "0.0.0.0", port: server.port };
  expect(await checkHealth(at, isReady)).toEqual({ ok: true, value: { isHealthy, line: said } });
});

test.each(["<p>Something else", '{"state":"ok"}'])("another program: %s", async (body) => {
  await using server = await serving({ "/healthz": [200, body] });
  const health = await checkHealth({ host: "127.0.0.1", port: server.port }, false);
  const line = expect.stringContaining("not a Tidemark server");
  expect(health).toEqual({ ok: true, value: { isHealthy: false, line } });
});

test("nothing that listens", async () => {
  const port = await serving({}).then(async (server) => {
    await server[Symbol.asyncDispose]();
    return server.port;
  });
  const health = await checkHealth({ host: "127.0.0.1", port }, false);
  const line = expect.stringContaining("ECONNREFUSED");
  expect(health).toEqual({ ok: true, value: { isHealthy: false, line } });
});

test("a port that only the server knows is refused", async () => {
  expect(await checkHealth({ host: "127.0.0.1", port: 0 }, false)).toMatchObject({ ok: false });
});
