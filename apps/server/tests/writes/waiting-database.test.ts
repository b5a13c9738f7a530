import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Signal, Signals } from "@tidemark/core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { pino } from "pino";
import { mirrorSeq } from "../../src/backup/seq-mirror.ts";
import { followPokes } from "../../src/sync/follow-pokes.ts";
import { runDeliveries } from "../../src/webhook/run-deliveries.ts";
import { password, startHttpServer, type HttpServer } from "../http-server.ts";
import { openStream } from "../open-stream.ts";
import { startReceiver } from "../receiver.ts";

// Tests check-then-set sequences with a database in which every query is slow.

afterEach(() => vi.useRealTimers());

/** Returns a function that waits for a varying number of event loop turns. */
function unevenly(): () => Promise<void> {
  let calls = 0;
  return async () => {
    calls += 1;
    for (let i = (calls * 7) % 5; i >= 0; i -= 1) await setImmediate();
  };
}

async function start(): Promise<HttpServer & { bearer: string }> {
  const server = await startHttpServer();
  return Object.assign(server, { bearer: await server.alice() });
}

const repeat = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => work(index));

function counted(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe("concurrent requests", () => {
  test("open only as many event streams as a user may have", async () => {
    await using server = await start();
    server.gate.pause = unevenly();
    const ended = new AbortController();
    const answers = await Promise.all(
      repeat(30, () =>
        fetch(`${server.url}/api/v1/sse`, {
          headers: { authorization: `Bearer ${server.bearer}` },
          signal: ended.signal,
        }),
      ),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 20, 429: 10 });
    ended.abort();
  });

  test("check only as many passwords as allowed", async () => {
    await using server = await start();
    server.gate.pause = unevenly();
    const body = { username: "bob", password: "wrong horse" };
    const answers = await Promise.all(
      repeat(15, () => server.ask("POST", "/api/v1/auth/signin", { body })),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 401: 10, 429: 5 });
  });

  test("create one administrator from one set-up code", async () => {
    await using server = await startHttpServer();
    const code = await server.services.auth.setupCode();
    server.gate.pause = unevenly();
    const answers = await Promise.all(
      repeat(4, (index) =>
        server.ask("POST", "/api/v1/setup", {
          body: { code, username: `first${index}`, password },
        }),
      ),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 1, 403: 3 });
    const users = await server.services.database.read((stores) => stores.users.list());
    expect(users.map(({ role }) => role)).toEqual(["ADMIN"]);
  });

  test("start no more uploads than a user may leave unfinished", async () => {
    await using server = await start();
    server.gate.pause = unevenly();
    const begin = () => tus(server, "POST", "", { "upload-length": "5", ...declared("bytes") });
    const statuses = await Promise.all(repeat(90, async () => (await begin()).status));
    const { 201: begun = 0, 429: refused = 0 } = counted(statuses);
    expect(begun + refused).toBe(90);
    // Uploads counted twice while being stored may take an extra slot, which is free afterwards.
    expect(begun).toBeLessThanOrEqual(64);
    for (let left = 64 - begun; left > 0; left -= 1) expect((await begin()).status).toBe(201);
    expect((await begin()).status).toBe(429);
  });

  test("finish an upload once that was complete when the server stopped", async () => {
    await using server = await start();
    const bytes = "bytes that all arrived";
    const size = { "upload-length": String(bytes.length) };
    const made = await tus(server, "POST", "", { ...size, ...declared(bytes) });
    const id = made.headers.get("location")?.split("/").at(-1) ?? "";
    const { store } = server.services.files.uploads;
    await store.write(Readable.from([Buffer.from(bytes)]), id, 0);
    server.gate.pause = unevenly();
    const finish = vi.spyOn(server.services.blobUploads, "finish");
    const answers = await Promise.all(repeat(6, () => tus(server, "HEAD", `/${id}`, {})));
    expect(counted(answers.map(({ status }) => status))).toEqual({ 404: 6 });
    expect(finish).toHaveBeenCalledTimes(1);
    const received = await server.services.database.read(({ receivedBlobs }) =>
      receivedBlobs.find("users/alice", sha256(bytes)),
    );
    expect(received?.sizeBytes).toBe(bytes.length);
  });
});

describe("a credential that ends", () => {
  test("while its event stream is being opened ends the stream", async () => {
    await using server = await start();
    const { bearer } = server;
    const { database } = server.services;
    // Caches the credential, so that the next read is the stream's own.
    await server.ask("GET", "/api/v1/auth/me", { bearer });
    const { read } = database;
    vi.spyOn(database, "read").mockImplementationOnce(async (work) => {
      await server.ask("POST", "/api/v1/auth/signout", { bearer });
      return read(work);
    });
    // The stream is closed before or after its first line.
    const stream = await openStream(server, "/api/v1/sse", bearer).catch(() => null);
    expect((await stream?.next("what never comes")) ?? false).toBe(false);
  });
});

describe("a setting that was written first and returned last", () => {
  test("doesn't overwrite a later one", async () => {
    await using server = await start();
    const { bearer } = server;
    const answered = Promise.withResolvers<void>();
    // Caches the credential, so that only the writes wait.
    await server.ask("GET", "/api/v1/auth/me", { bearer });
    let calls = 0;
    // Delays the result of the first write until the second one is done. The read of the stored settings,
    // which starts with the commit, runs before that.
    server.gate.pause = async () => {
      calls += 1;
      if (calls === 3) await answered.promise;
    };
    const path = (key: string): string => `/api/v1/instance/settings/${key}`;
    const memoSetting = { memoSetting: { trashRetentionDays: 7 } };
    const first = server.ask("PATCH", path("MEMO"), { bearer, body: memoSetting });
    await vi.waitFor(() => expect(calls).toBeGreaterThanOrEqual(3));
    const body = { webhooksSetting: { allowPrivateTargets: true } };
    expect((await server.ask("PATCH", path("WEBHOOKS"), { bearer, body })).status).toBe(200);
    answered.resolve();
    expect((await first).status).toBe(200);
    const { MEMO, WEBHOOKS } = server.services.instance.current();
    expect([MEMO.trashRetentionDays, WEBHOOKS.allowPrivateTargets]).toEqual([7, true]);
  });
});

describe("the progress of a device", () => {
  test("is stored with its next pull if storing failed", async () => {
    await using server = await start();
    await server.ask("POST", "/api/v1/memos", { bearer: server.bearer, body: { content: "x" } });
    const epoch = (await server.ask("GET", "/sync/hello", { bearer: server.bearer })).body as {
      result: { data: { epoch: string } };
    };
    const body = {
      epoch: epoch.result.data.epoch,
      cursors: { "u:alice": 2 },
      streamId: "stream-of-alice",
      maxBytes: 1000,
    };
    const pull = () => server.ask("POST", "/sync/pull", { bearer: server.bearer, body });
    server.gate.beforeWrite = () => Promise.reject(new Error("the line is cut"));
    expect((await pull()).status).toBe(500);
    expect((await pull()).status).toBe(200);
    const stream = await server.services.database.read(({ streams }) =>
      streams.find("stream-of-alice"),
    );
    expect(stream?.confirmedSeq).toBe(2);
  });
});

describe("pokes", () => {
  test("include a space that was joined before the stream opened", async () => {
    const { signals, send } = heldSignals();
    const caller = {
      name: "users/bob",
      role: "USER",
      spaces: [],
      scope: null,
      device: "d",
    } as const;
    const ended = new AbortController();
    const pokes = followPokes(signals, caller, async () => ["spaces/team"], ended.signal);
    const first = pokes.next();
    await setImmediate();
    send({ kind: "scopes-moved", scopes: ["s:team"] });
    expect((await first).value).toEqual(["s:team"]);
    // After missed signals, every scope is poked.
    const second = pokes.next();
    send({ kind: "everything-moved" });
    expect((await second).value).toEqual(expect.arrayContaining(["u:bob", "s:team"]));
    ended.abort();
  });
});

describe("a listener for commits", () => {
  test("wakes up when some may have been missed: event streams and deliveries", async () => {
    const { signals, send } = heldSignals();
    await using receiver = await startReceiver();
    const allowed = { signals, allowPrivateTargets: () => true };
    await using server = await startHttpServer({}, allowed);
    const bearer = await server.alice();
    const body = { url: receiver.url };
    await server.ask("POST", "/api/v1/users/alice/webhooks", { bearer, body });
    await using deliveries = runDeliveries(server.services, pino({ level: "silent" }));
    void deliveries;
    const stream = await openStream(server, "/api/v1/sse", bearer);
    expect(await stream.next("retry:")).toBe(true);
    await server.ask("POST", "/api/v1/memos", { bearer, body: { content: "x" } });
    send({ kind: "everything-moved" });
    expect(await stream.next("memo.created")).toBe(true);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
    await stream.cancel();
  });
});

describe("the head seq mirror", () => {
  test("is written serially", async () => {
    await using server = await start();
    const { database } = server.services;
    const folder = mkdtempSync(join(tmpdir(), "tidemark-mirror-"));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const mirror = mirrorSeq(database, folder);
    await database.write(({ meta }) => meta.nextSeq());
    const held = Promise.withResolvers<void>();
    let calls = 0;
    server.gate.pause = async () => {
      calls += 1;
      if (calls === 1) await held.promise;
    };
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls).toBe(1);
    const headSeq = await database.write(({ meta }) => meta.nextSeq());
    await vi.advanceTimersByTimeAsync(1000);
    // One pause before and one after that write: the mirror did no read.
    expect(calls).toBe(3);
    held.resolve();
    await mirror[Symbol.asyncDispose]();
    const file = join(folder, "head-seq.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ headSeq });
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
});

function heldSignals(): { readonly signals: Signals; send(signal: Signal): void } {
  const listeners = new Set<(signals: readonly Signal[]) => void>();
  return {
    signals: {
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      hearsAtOnce: true,
      catchUp: async () => {},
    },
    send(signal) {
      for (const listener of listeners) listener([signal]);
    },
  };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function declared(bytes: string): Record<string, string> {
  const metadata = { filename: "a.txt", type: "text/plain", sha256: sha256(bytes) };
  const pairs = Object.entries(metadata).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`,
  );
  return { "upload-metadata": pairs.join(",") };
}

function tus(
  server: HttpServer & { bearer: string },
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(`${server.url}/sync/blobs${path}`, {
    method,
    headers: { "tus-resumable": "1.0.0", authorization: `Bearer ${server.bearer}`, ...headers },
  });
}
