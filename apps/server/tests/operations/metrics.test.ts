import { describe, expect, test } from "vitest";
import { startHttpServer, type HttpServer } from "../http-server.ts";

async function metrics(server: HttpServer, bearer?: string) {
  const response = await fetch(`${server.url}/metrics`, {
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe("metrics", () => {
  test("are served only if enabled", async () => {
    await using server = await startHttpServer();
    const alice = await server.alice();
    expect((await metrics(server, alice)).status).toBe(404);
  });

  test("count requests by route, without ids, in Prometheus' format", async () => {
    await using server = await startHttpServer({ metrics: { token: null } });
    const alice = await server.alice();
    await server.ask("GET", "/api/v1/memos/some-secret-id", { bearer: alice });
    const { status, text, headers } = await metrics(server, alice);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/plain");
    expect(text).toMatch(
      /tidemark_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/memos\/:memo",status="404"\} 1/,
    );
    expect(text).toContain("tidemark_open_streams 0");
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).not.toContain("some-secret-id");
  });

  test("are for administrators, and for callers with the metrics token if one is set", async () => {
    await using server = await startHttpServer({ metrics: { token: "a-token-for-prometheus" } });
    const alice = await server.alice();
    const reader = await server.ask("POST", "/api/v1/access-tokens", {
      bearer: alice,
      body: { name: "reader", scope: "read" },
    });
    expect((await metrics(server)).status).toBe(401);
    expect((await metrics(server, "a-token-for-prometheuS")).status).toBe(401);
    expect((await metrics(server, String(reader.body["accessToken"]))).status).toBe(403);
    expect((await metrics(server, alice)).status).toBe(200);
    expect((await metrics(server, "a-token-for-prometheus")).status).toBe(200);
  });
});
