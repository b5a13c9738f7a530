import { expect, test } from "vitest";
import { startHttpServer } from "../http-server.ts";

const madeId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const forwarded = { "x-forwarded-for": "192.0.2.1" };

test("every answer has an id of its own, also refusals before any route", async () => {
  await using server = await startHttpServer({ corsOrigins: ["https://app.example"] });
  const bearer = await server.alice();
  const requests: [string, string][] = [
    ["GET", "/healthz"],
    ["GET", "/api/v1/memos"],
    ["POST", "/api/v1/memos"],
    ["GET", "/api/v1/nothing"],
    ["PUT", "/api/v1/memos"],
    ["GET", "/api/v1/memos/%zz"],
    ["GET", "/sync/hello"],
    ["POST", "/sync/blobs"],
    ["GET", "/signin"],
    ["OPTIONS", "/api/v1/memos"],
  ];
  const ids = new Set<string>();
  for (const [method, path] of requests) {
    const headers = { authorization: `Bearer ${bearer}` };
    const answer = await fetch(server.url + path, { method, headers });
    await answer.arrayBuffer();
    const id = answer.headers.get("x-request-id") ?? "";
    expect(id, `${method} ${path}`).toMatch(madeId);
    ids.add(id);
  }
  expect(ids.size).toBe(requests.length);
});

test("scripts of allowed origins can read the id", async () => {
  await using server = await startHttpServer({ corsOrigins: ["https://app.example"] });
  const { headers } = await server.ask("GET", "/healthz", {
    headers: { origin: "https://app.example" },
  });
  expect(headers.get("access-control-expose-headers")).toContain("X-Request-Id");
});

test("a trusted proxy may choose the id, and log lines have the same one", async () => {
  await using server = await startHttpServer({ trustedProxies: ["loopback"] });
  server.gate.pause = () => Promise.reject(new Error("broken"));
  const headers = { ...forwarded, "x-request-id": "proxy_1.a-B" };
  const reply = await server.ask("GET", "/api/v1/instance/profile", { headers });
  server.gate.pause = null;
  expect(reply.status).toBe(500);
  expect(reply.headers.get("x-request-id")).toBe("proxy_1.a-B");
  expect(reply.body["message"]).toContain("proxy_1.a-B");
  const failed = server.log.filter((line) => line.includes('"msg":"failed"'));
  expect(failed).toEqual([expect.stringContaining('"reqId":"proxy_1.a-B"')]);
});

test.each([
  ["a client", [], { ...forwarded, "x-request-id": "chosen" }],
  ["a proxy that names no client", ["loopback"], { "x-request-id": "chosen" }],
  ["a proxy with other characters", ["loopback"], { ...forwarded, "x-request-id": "a b" }],
  ["a proxy with 65 characters", ["loopback"], { ...forwarded, "x-request-id": "a".repeat(65) }],
])("an id of %s is ignored", async (_who, trustedProxies, headers) => {
  await using server = await startHttpServer({ trustedProxies });
  const reply = await server.ask("GET", "/healthz", { headers });
  expect(reply.headers.get("x-request-id")).toMatch(madeId);
});
