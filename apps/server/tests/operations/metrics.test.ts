import { type Caller, signedOutCaller } from "@tidemark/core/model";
import { describe, expect, test } from "vitest";
import { deliverWebhooks } from "../../src/webhook/deliver-webhooks.ts";
import { startReceiver } from "../receiver.ts";
import { startHttpServer, type HttpServer } from "../http-server.ts";

async function metrics(server: HttpServer, bearer?: string) {
  const response = await fetch(`${server.url}/metrics`, {
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Returns the value of a sample. */
function valueOf(text: string, sample: string): number {
  const line = text.split("\n").find((each) => each.startsWith(`${sample} `));
  return Number(line?.slice(sample.length));
}

function epochOf({ services }: HttpServer): Promise<string> {
  return services.sync.hello(systemAdministrator()).then(({ epoch }) => epoch);
}

function systemAdministrator(): Caller {
  return { ...signedOutCaller, name: "users/alice", role: "ADMIN" };
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
    expect(text).toContain('tidemark_open_streams{kind="events"} 0');
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).not.toContain("some-secret-id");
  });

  test("count what services do: sign-ins, writes, pushes, deliveries and refusals", async () => {
    await using receiver = await startReceiver();
    await using server = await startHttpServer(
      { metrics: { token: null } },
      { allowPrivateTargets: () => true },
    );
    const alice = await server.alice();
    const wrong = { username: "alice", password: "wrong" };
    await server.ask("POST", "/api/v1/auth/signin", { body: wrong });
    await server.ask("POST", "/api/v1/users/alice/webhooks", {
      bearer: alice,
      body: { url: receiver.url },
    });
    await server.ask("POST", "/api/v1/memos", { bearer: alice, body: { content: "text" } });
    const signal = new AbortController().signal;
    await deliverWebhooks(server.services, { signal, onFault: () => undefined });
    const caller = systemAdministrator();
    const push = { epoch: "another", streamId: "s", clientNowMs: 0, ops: [] };
    await server.services.sync.push(caller, push);
    await server.services.sync.push(caller, { ...push, epoch: await epochOf(server) });

    const { text } = await metrics(server, alice);
    expect(text).toContain('tidemark_sign_ins_total{method="password",result="ok"} 1');
    expect(text).toContain('tidemark_sign_ins_total{method="password",result="refused"} 1');
    expect(text).toContain('tidemark_http_refused_total{reason="UNAUTHENTICATED"} 1');
    expect(text).toContain('tidemark_webhook_deliveries_total{result="delivered"} 1');
    expect(text).toContain('tidemark_sync_pushes_total{result="epoch-mismatch"} 1');
    expect(text).toContain('tidemark_sync_pushes_total{result="results"} 1');
    expect(text).toContain("tidemark_write_queue 0");
    expect(valueOf(text, "tidemark_write_seconds_count")).toBeGreaterThan(4);
  });

  test("have counts of the database, at most a minute old", async () => {
    await using server = await startHttpServer({ metrics: { token: null } });
    const alice = await server.alice();
    const memo = { bearer: alice, body: { content: "text" } };
    await server.ask("POST", "/api/v1/memos", memo);
    const { text } = await metrics(server, alice);
    expect(text).toContain('tidemark_accounts{state="normal"} 1');
    expect(text).toContain('tidemark_accounts{state="archived"} 0');
    expect(text).toContain('tidemark_sessions{kind="web"} 1');
    expect(text).toContain("tidemark_memos 1");
    expect(text).toContain("tidemark_attachment_bytes 0");
    expect(text).toContain("tidemark_webhook_backlog 0");
    expect(text).toContain("tidemark_removal_paused 0");
    expect(text).toContain("tidemark_database_up 1");
    expect(valueOf(text, 'tidemark_database_bytes{part="data"}')).toBeGreaterThan(1000);
    expect(text).not.toMatch(/^tidemark_last_backup_seconds /m);
    await server.ask("POST", "/api/v1/memos", memo);
    expect((await metrics(server, alice)).text).toContain("tidemark_memos 1");
  });

  test("are served without the database's counts if it fails", async () => {
    await using server = await startHttpServer({ metrics: { token: "a-token-for-prometheus" } });
    server.gate.pause = () => Promise.reject(new Error("lost"));
    const { status, text } = await metrics(server, "a-token-for-prometheus");
    expect(status).toBe(200);
    expect(text).toContain("tidemark_database_up 0");
    expect(text).not.toMatch(/^tidemark_memos /m);
    server.gate.pause = null;
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
