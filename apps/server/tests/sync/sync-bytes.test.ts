import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { password, startHttpServer, type HttpServer } from "../http-server.ts";

async function deviceToken(server: HttpServer): Promise<string> {
  await server.alice();
  const signed = await server.ask("POST", "/sync/signIn", {
    body: { username: "alice", password, device: "Laptop" },
  });
  const { result } = signed.body as { result: { data: { token: string } } };
  return result.data.token;
}

function post(
  server: HttpServer,
  token: string,
  path: string,
  body: Buffer | string,
  gzip: boolean,
) {
  return fetch(`${server.url}/sync/${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "accept-encoding": "gzip",
      ...(gzip && { "content-encoding": "gzip" }),
    },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
}

describe("the sync protocol's bytes", () => {
  test("are compressed in responses", async () => {
    await using server = await startHttpServer();
    const token = await deviceToken(server);
    const bearer = await server.alice();
    for (let n = 0; n < 30; n += 1) {
      await server.ask("POST", "/api/v1/memos", { bearer, body: { content: `memo ${n}` } });
    }
    const { epoch } = await server.services.sync.hello({
      name: "users/alice",
      role: "USER",
      spaces: [],
      scope: null,
      device: "x",
    });
    const pull = JSON.stringify({ epoch, cursors: { "u:alice": 0 }, maxBytes: 1_000_000 });
    const reply = await post(server, token, "pull", pull, false);
    expect(reply.headers.get("content-encoding")).toBe("gzip");
    expect(await reply.text()).toContain("memo 29");
  });

  test("may be compressed in requests, and are limited by their uncompressed size", async () => {
    await using server = await startHttpServer();
    const token = await deviceToken(server);
    const push = { epoch: "e", streamId: "stream-1", clientNowMs: 0, ops: [] };
    const small = await post(server, token, "push", gzipSync(JSON.stringify(push)), true);
    expect(small.status).toBe(200);
    expect(await small.text()).toContain("epoch-mismatch");
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, 0x20));
    expect((await post(server, token, "push", bomb, true)).status).toBe(413);
    const broken = await post(server, token, "push", "not gzip at all", true);
    expect(broken.status).toBeGreaterThanOrEqual(400);
    expect(broken.status).toBeLessThan(500);
  });
});
