import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { EventSource } from "eventsource";
import { expect, test } from "vitest";
import { fetchServerRevisions } from "./server-revisions.ts";
import { createSyncClient } from "./sync-client.ts";

// Bodies in this file are too short to be compressed.
const machine = {
  EventSource,
  gzip: async (text: string) => new TextEncoder().encode(text),
  pause: async () => {},
};
const atMs = Date.UTC(2026, 10, 22, 12);
const revision = {
  id: "r1",
  memo: "m1",
  content: "an earlier text",
  author: "users/alice",
  device: "desk",
  reason: "edit",
  atMs,
};

interface Answer {
  readonly status: number;
  readonly body: object;
}

const failed = (data: object): Answer => ({
  status: 404,
  body: { error: { message: "no", code: -32004, data: { code: "NOT_FOUND", ...data } } },
});

/** Requests the revisions of m1 from a server with these responses, by path. */
async function ask(answers: Readonly<Record<string, Answer>>) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    paths.push(path);
    const { status, body } = answers[path] ?? { status: 500, body: {} };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const client = createSyncClient({ serverUrl: url, credential: { bearer: "token" }, machine });
    const revisions = await fetchServerRevisions(
      { client, url, credential: { bearer: "token" } },
      "m1",
    );
    return { revisions, paths };
  } finally {
    server.close();
  }
}

test("revisions come from the sync router", async () => {
  const body = { result: { data: { revisions: [revision] } } };
  expect(await ask({ "/sync/revisions": { status: 200, body } })).toEqual({
    revisions: [revision],
    paths: ["/sync/revisions"],
  });
});

test("a memo that was never sent has no revisions there", async () => {
  const app = { type: "app-error", code: "NOT_FOUND", message: "not found", fields: [] };
  expect(await ask({ "/sync/revisions": failed({ app }) })).toEqual({
    revisions: [],
    paths: ["/sync/revisions"],
  });
});

test("the API is used for a server of 0.2, which doesn't know the call", async () => {
  const { id, memo, atMs: _atMs, ...rest } = revision;
  const kept = {
    ...rest,
    name: `memos/${memo}/revisions/${id}`,
    createTime: "2026-11-22T12:00:00Z",
  };
  const api = "/api/v1/memos/m1/revisions";
  expect(
    await ask({
      "/sync/revisions": failed({ app: null }),
      [api]: { status: 200, body: { revisions: [kept], nextPageToken: "" } },
    }),
  ).toEqual({ revisions: [revision], paths: ["/sync/revisions", api] });
});
