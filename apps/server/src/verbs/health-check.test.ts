import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { readHealthCommand } from "../cli/health-command.ts";
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

const at = (port: number, waitMs = 0) => ({
  config: { host: "127.0.0.1", port },
  isReady: false,
  waitMs,
});

test.each([
  ["runs", false, 200, "ok", true],
  ["is ready", true, 200, "ok", true],
  ["has a full disk", true, 200, "degraded", true],
  ["has no database", true, 503, "unavailable", false],
])("a server that %s", async (_what, isReady, status, said, isHealthy) => {
  const path = isReady ? "/readyz" : "/healthz";
  await using server = await serving({ [path]: [status, JSON.stringify({ status: said })] });
  const config = { host: "0.0.0.0", port: server.port };
  const health = await checkHealth({ config, isReady, waitMs: 0 });
  expect(health).toEqual({ ok: true, value: { isHealthy, line: said } });
});

test.each(["<p>Something else", '{"state":"ok"}'])("another program: %s", async (body) => {
  await using server = await serving({ "/healthz": [200, body] });
  const health = await checkHealth(at(server.port));
  const line = expect.stringContaining("not a Tidemark server");
  expect(health).toEqual({ ok: true, value: { isHealthy: false, line } });
});

test("nothing that listens", async () => {
  const port = await serving({}).then(async (server) => {
    await server[Symbol.asyncDispose]();
    return server.port;
  });
  const health = await checkHealth(at(port));
  const line = expect.stringContaining("ECONNREFUSED");
  expect(health).toEqual({ ok: true, value: { isHealthy: false, line } });
});

test("a port that only the server knows is refused", async () => {
  expect(await checkHealth(at(0))).toMatchObject({ ok: false });
});

test("waits for a server that is starting", async () => {
  let asked = 0;
  const server = createServer((_request, reply) => {
    asked += 1;
    const isUp = asked > 2;
    reply.writeHead(isUp ? 200 : 503).end(JSON.stringify({ status: isUp ? "ok" : "unavailable" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const health = await checkHealth(at((server.address() as AddressInfo).port, 60_000));
  expect(health).toEqual({ ok: true, value: { isHealthy: true, line: "ok" } });
  expect(asked).toBe(3);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  [["--ready", "--wait", "60", "--port", "7"], { isReady: true, waitMs: 60_000 }],
  [["--port", "7"], { isReady: false, waitMs: 0 }],
])("reads %j", (args, expected) => {
  const command = readHealthCommand(args, "0.0.0");
  expect(command).toMatchObject({ ok: true, value: { ...expected, config: { port: 7 } } });
});

test.each([["--wait"], ["--wait", "soon"], ["--wait", "-1"], ["--whatever"]])(
  "refuses %j",
  (...args) => {
    expect(readHealthCommand(args, "0.0.0")).toMatchObject({
      ok: false,
      error: { type: "refused" },
    });
  },
);
