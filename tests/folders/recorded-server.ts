import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import type { Exchange } from "./line.ts";

/**
 * Server that replays a recording of an older version. An operation gets the recorded result of its
 * number, in any push. A pull gets the recorded rows past its cursors, except those of operations that
 * haven't been pushed yet. Any other request gets the recorded responses to the same request, in order. A
 * request that isn't in the recording is added to `questions` and answered with 500.
 */
export interface RecordedServer extends AsyncDisposable {
  readonly url: string;
  /** Received operations, by their number in the stream. */
  readonly pushed: ReadonlyMap<number, PushedOp>;
  /** Operations of the recording. */
  readonly expected: ReadonlyMap<number, PushedOp>;
  /** Requests that aren't in the recording. */
  readonly questions: readonly string[];
  /** Received bytes, by the path that they were sent to. */
  readonly received: ReadonlyMap<string, Buffer>;
}

export interface PushedOp {
  readonly kind: string;
  readonly entity: string;
}

// Loose: unknown fields are replayed too.
const opSchema = z.looseObject({ kind: z.string(), entity: z.string() });
const pushSchema = z.object({ ops: z.array(z.object({ n: z.number(), op: opSchema })) });
const pullSchema = z.object({ cursors: z.record(z.string(), z.number()) });
const resultSchema = z.looseObject({ n: z.number(), seq: z.number() });
const changeSchema = z.looseObject({ scope: z.string(), seq: z.number() });
const pushAnswerSchema = answerOf(z.looseObject({ results: z.array(resultSchema) }));
const pageSchema = answerOf(z.looseObject({ changes: z.array(changeSchema) }));

function answerOf<T extends z.ZodType>(data: T) {
  return z.object({ result: z.object({ data }) });
}

export async function startRecordedServer(wire: readonly Exchange[]): Promise<RecordedServer> {
  const expected = new Map<number, PushedOp>();
  const results = new Map<number, z.infer<typeof resultSchema>>();
  const changes: z.infer<typeof changeSchema>[] = [];
  /** Remaining responses, by request; the last one is repeated. */
  const left = new Map<string, Exchange["answer"][]>();
  let lastPush: object = {};
  let lastPage: object = {};
  for (const { method, path, body, answer } of wire) {
    if (pathOf(path) === "/sync/push") {
      for (const { n, op } of parseJson(pushSchema, textOf(body)).ops) expected.set(n, op);
      const said = parseJson(pushAnswerSchema, textOf(answer.body)).result.data;
      for (const result of said.results) results.set(result.n, result);
      lastPush = said;
      continue;
    }
    if (pathOf(path) === "/sync/pull") {
      const page = parseJson(pageSchema, textOf(answer.body)).result.data;
      changes.push(...page.changes);
      lastPage = page;
      continue;
    }
    const key = `${method} ${path}`;
    left.set(key, [...(left.get(key) ?? []), answer]);
  }
  const pushed = new Map<number, PushedOp>();
  const questions: string[] = [];
  const received = new Map<string, Buffer>();

  function after(cursors: Readonly<Record<string, number>>) {
    const toCome = new Set([...results].flatMap(([n, { seq }]) => (pushed.has(n) ? [] : [seq])));
    const given = changes.filter(
      ({ scope, seq }) => seq > (cursors[scope] ?? seq) && !toCome.has(seq),
    );
    // A page is ordered by scope, then by seq.
    given.sort((a, b) => a.scope.localeCompare(b.scope) || a.seq - b.seq);
    const next = { ...cursors };
    for (const { scope, seq } of given) next[scope] = Math.max(next[scope] ?? 0, seq);
    return { changes: given, next };
  }

  async function serve(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const method = from.method ?? "GET";
    const path = from.url ?? "/";
    const came = await buffer(from);
    const body = from.headers["content-encoding"] === "gzip" ? gunzipSync(came) : came;
    if (pathOf(path) === "/sync/poke") {
      from.socket.destroy();
      return;
    }
    const say = (data: object): void => {
      to.writeHead(200, { "content-type": "application/json" });
      to.end(JSON.stringify({ result: { data: { ...data, serverTimeMs: Date.now() } } }));
    };
    if (pathOf(path) === "/sync/push") {
      const { ops } = parseJson(pushSchema, body.toString());
      for (const { n, op } of ops) pushed.set(n, op);
      const known = ops.flatMap(({ n }) => results.get(n) ?? []);
      if (known.length < ops.length) questions.push(`push of ${ops.map(({ n }) => n).join()}`);
      say({ ...lastPush, results: known });
      return;
    }
    if (pathOf(path) === "/sync/pull") {
      const { cursors } = parseJson(pullSchema, body.toString());
      say({ ...lastPage, from: cursors, ...after(cursors), more: false });
      return;
    }
    if (method === "PATCH") {
      received.set(path, Buffer.concat([received.get(path) ?? Buffer.alloc(0), body]));
    }
    const key = `${method} ${path}`;
    const [next, ...others] = left.get(key) ?? [];
    if (next === undefined) {
      questions.push(key);
      to.writeHead(500).end();
      return;
    }
    if (others.length > 0) left.set(key, others);
    to.writeHead(next.status, { ...next.headers });
    to.end(method === "HEAD" ? undefined : Buffer.from(next.body, "base64"));
  }

  const server = createServer((from, to) => {
    serve(from, to).catch(() => from.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushed,
    expected,
    questions,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function pathOf(path: string): string {
  return path.split("?")[0] ?? path;
}

function textOf(base64: string): string {
  return Buffer.from(base64, "base64").toString();
}
