import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { administrationRequestSchema } from "@tidemark/core/router";
import { expect, onTestFinished, test } from "vitest";
import { askAdministration } from "./ask-administration.ts";

const list = { method: "GET", path: "/api/v1/users?pageSize=100", body: null } as const;
const patch = { method: "PATCH", path: "/api/v1/users/bob", body: '{"role":"ADMIN"}' } as const;

/** Starts a server, and returns the session of a device there. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { serverUrl: `http://127.0.0.1:${port}/`, credential: { bearer: "token" } };
}

test("A46 · sends a request with the device's credential, and returns refusals as answers", async () => {
  const heard: string[] = [];
  const session = await serve((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      heard.push([method, url, headers.authorization, headers["content-type"], body].join(" "));
      response.writeHead(method === "GET" ? 200 : 400, { "content-type": "application/json" });
      response.end('{"code":9}');
    });
  });
  expect(await askAdministration(session, list)).toEqual({
    ok: true,
    value: { status: 200, body: '{"code":9}' },
  });
  expect(await askAdministration(session, patch)).toMatchObject({ value: { status: 400 } });
  expect(heard).toEqual([
    "GET /api/v1/users?pageSize=100 Bearer token  ",
    'PATCH /api/v1/users/bob Bearer token application/json {"role":"ADMIN"}',
  ]);
});

test("A46 · tells a server that can't be reached from a page of something else", async () => {
  let status = 200;
  const session = await serve((_, response) => {
    response.writeHead(status, { "content-type": "text/html" }).end("<p>Sign in to the Wi-Fi</p>");
  });
  const { host } = new URL(session.serverUrl);
  expect(await askAdministration(session, list)).toMatchObject({
    error: { code: "UNAVAILABLE", message: `${host} is no Tidemark server.` },
  });
  status = 502;
  expect(await askAdministration(session, list)).toMatchObject({
    error: { code: "RESOURCE_EXHAUSTED" },
  });
  const away = { serverUrl: "http://127.0.0.1:9", credential: { bearer: "token" } };
  expect(await askAdministration(away, list)).toMatchObject({
    error: { code: "UNAVAILABLE", message: "Could not reach 127.0.0.1:9." },
  });
});

test("A46 · forwards requests of the administration only", () => {
  const isForwarded = (path: string): boolean =>
    administrationRequestSchema.safeParse({ ...list, path }).success;
  for (const path of [
    "/api/v1/users",
    "/api/v1/users/bob",
    "/api/v1/users/bob:signOut",
    "/api/v1/users/bob:createPasswordLink",
    "/api/v1/users/bob/sessions/0aZ",
    "/api/v1/spaces",
    "/api/v1/spaces/band?updateMask=title",
    "/api/v1/spaces/band/members/bob",
    "/api/v1/instance/settings/GENERAL?updateMask=title",
    "/api/v1/ai:transcribe",
    "/api/v1/instance/state",
    "/api/v1/instance/backups",
    "/api/v1/instance/auditLog?filter=action+%3D%3D+%22a%22",
  ]) {
    expect([path, isForwarded(path)]).toEqual([path, true]);
  }
  for (const path of [
    "/api/v1/memos",
    "/api/v1/users/../memos",
    "/api/v1/users/%2e%2e/memos",
    "/api/v1/users/bob/personalAccessTokens",
    "/api/v1/spaces/band/memos",
    "/api/v1/users?a#b",
    "https://elsewhere.example/api/v1/users",
    "//elsewhere.example/api/v1/users",
    "@elsewhere.example/api/v1/users",
  ]) {
    expect([path, isForwarded(path)]).toEqual([path, false]);
  }
});
