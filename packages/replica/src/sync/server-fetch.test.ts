import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { TRPCClientError } from "@trpc/client";
import { EventSource } from "eventsource";
import { expect, onTestFinished, test } from "vitest";
import { connectError } from "./connect-error.ts";
import { serverFetch } from "./server-fetch.ts";
import { createSyncClient } from "./sync-client.ts";

interface Request {
  readonly line: string;
  readonly body: string;
  readonly authorization: string | undefined;
}

/** A server that redirects `/<status>?<where>` to `where`, and records its requests. */
async function serve() {
  const requests: Request[] = [];
  const answer = async (request: IncomingMessage): Promise<[number, string]> => {
    const { method, url = "/", headers } = request;
    const { authorization } = headers;
    requests.push({ line: `${method} ${url}`, body: await text(request), authorization });
    const { pathname, search } = new URL(url, "http://a");
    const status = /^\/(30\d)\b/.exec(pathname)?.[1];
    return [Number(status ?? 200), decodeURIComponent(search.slice(1))];
  };
  const server = createServer((request, response) => {
    void answer(request).then(([status, location]) => {
      response.writeHead(status, status === 200 ? {} : { location }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const headers = { authorization: "Bearer token" };
const to = (status: number, where: string): string => `/${status}?${encodeURIComponent(where)}`;

test.each([301, 302, 303, 307, 308])("reads follow a %i within the origin", async (status) => {
  const { url, requests } = await serve();
  const answer = await serverFetch(url + to(status, "../end"), { headers });
  expect(answer.status).toBe(200);
  expect(requests.at(-1)).toMatchObject({ line: "GET /end", authorization: "Bearer token" });
});

test.each([307, 308])("writes are repeated after a %i within the origin", async (status) => {
  const { url, requests } = await serve();
  const init = { method: "POST", headers, body: "words" };
  expect((await serverFetch(url + to(status, "/end"), init)).status).toBe(200);
  expect(requests.at(-1)).toMatchObject({ line: "POST /end", body: "words" });
});

test.each([301, 302, 303])("writes do not become reads after a %i", async (status) => {
  const { url, requests } = await serve();
  const sent = serverFetch(url + to(status, "/end"), { method: "POST", headers, body: "words" });
  await expect(sent).rejects.toThrow(`it redirects to ${url}`);
  expect(requests).toHaveLength(1);
});

test.each(["GET", "POST"])("a %s never reaches another origin", async (method) => {
  const [ours, theirs] = [await serve(), await serve()];
  for (const status of [301, 302, 303, 307, 308]) {
    const address = ours.url + to(307, to(status, `${theirs.url}/end`));
    const body = method === "POST" ? { body: "words" } : {};
    await expect(serverFetch(address, { method, headers, ...body })).rejects.toThrow(theirs.url);
  }
  for (const where of ["file:///etc/passwd", "http://[", ""]) {
    await expect(serverFetch(ours.url + to(302, where), { headers })).rejects.toThrow("redirects");
  }
  expect(theirs.requests).toEqual([]);
});

test("stops after too many redirects", async () => {
  const { url, requests } = await serve();
  // An empty address refers to the request's own.
  await expect(serverFetch(`${url}/302`, {})).rejects.toThrow(url);
  expect(requests.length).toBeLessThan(6);
});

test("doesn't forward a password, and the connect error names the redirect's target", async () => {
  const theirs = await serve();
  const ours = createServer((_request, response) => {
    response.writeHead(307, { location: `${theirs.url}/sync/signIn` }).end();
  });
  await new Promise<void>((resolve) => ours.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void ours.close());
  const url = `http://127.0.0.1:${(ours.address() as AddressInfo).port}`;
  const gzip = async (given: string) => Buffer.from(given);
  const machine = { gzip, pause: async () => {}, EventSource };
  const client = createSyncClient({ serverUrl: url, credential: null, machine });
  const refused: unknown = await client
    .signIn({ username: "alice", password: "a secret of hers", device: "desk" })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TRPCClientError);
  expect(theirs.requests).toEqual([]);
  expect(connectError(refused, url)).toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining(`it redirects to ${theirs.url}`),
  });
});
