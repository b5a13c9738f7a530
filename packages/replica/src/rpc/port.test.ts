import { MessageChannel } from "node:worker_threads";
import { createTRPCClient } from "@trpc/client";
import { initTRPC } from "@trpc/server";
import { appRouter, type AppRouter } from "@tidemark/core/router";
import { atOnce } from "@tidemark/core/router/at-once";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMemoryApp } from "../../tests/memory-app.ts";
import { domPort, nodePort } from "./message-ports.ts";
import { portLink } from "./port-link.ts";
import type { Port } from "./port.ts";
import { servePort } from "./serve-port.ts";

function connect() {
  const { port1, port2 } = new MessageChannel();
  const app = createMemoryApp();
  const errors: string[] = [];
  const server = servePort(nodePort(port1), appRouter, () => ({ app }), {
    onError: (error, path) => errors.push(`${path}: ${error.code}`),
  });
  const client = createTRPCClient<AppRouter>({ links: [portLink(nodePort(port2))] });
  onTestFinished(() => server.close());
  return { app, client, server, errors, raw: port2 };
}

test("queries and mutations return the app's results", async () => {
  const { client } = connect();
  const created = await client.memos.create.mutate({ content: "first" });
  await client.memos.create.mutate({ content: "second" });
  const page = await client.memos.list.query({});
  expect(page.memos.map((memo) => memo.content)).toEqual(["second", "first"]);
  expect(await client.memos.get.query({ id: created.id })).toEqual(created);
});

test("calls on one port run concurrently and get their own answers", async () => {
  const { client } = connect();
  const contents = Array.from({ length: 50 }, (_, index) => `memo ${index}`);
  const created = await Promise.all(
    contents.map((content) => client.memos.create.mutate({ content })),
  );
  expect(created.map((memo) => memo.content)).toEqual(contents);
});

test("other queries wait for one that the user waits for, but writes don't", async () => {
  const posted: { readonly id: number; readonly path?: string; readonly method: string }[] = [];
  let answer = (_message: unknown): void => undefined;
  const port: Port = {
    post: (message) => posted.push(message as (typeof posted)[number]),
    listen: (onMessage) => (answer = onMessage),
    close: () => undefined,
  };
  const { memos, drafts } = createTRPCClient<AppRouter>({ links: [portLink(port)] });
  const left = new AbortController();
  const calls = [
    memos.counts.query(),
    memos.tags.query(undefined, { signal: left.signal }),
    memos.list.query({}, { context: atOnce }),
    drafts.set.mutate({ key: "a", content: "b" }),
  ];
  const settled = Promise.allSettled(calls);
  const paths = () => posted.map(({ path }) => path);
  await vi.waitFor(() => expect(paths()).toEqual(["memos.list", "drafts.set"]));
  left.abort();
  expect(paths()).toEqual(["memos.list", "drafts.set"]);
  const list = posted.find(({ path }) => path === "memos.list");
  answer({ id: list?.id, type: "data", data: null });
  await vi.waitFor(() => expect(paths()).toEqual(["memos.list", "drafts.set", "memos.counts"]));
  for (const { id } of posted) answer({ id, type: "data", data: null });
  const outcomes = (await settled).map(({ status }) => status);
  expect(outcomes).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
});

test("an expected error arrives with the router's own data", async () => {
  const { client, errors } = connect();
  await expect(client.memos.get.query({ id: "absent" })).rejects.toMatchObject({
    name: "TRPCClientError",
    data: {
      code: "BAD_REQUEST",
      path: "memos.get",
      app: { type: "app-error", code: "NOT_FOUND", message: "not found" },
    },
  });
  expect(errors).toEqual(["memos.get: BAD_REQUEST"]);
});

test("invalid input and unknown paths are errors without app data", async () => {
  const { client } = connect();
  await expect(client.memos.get.query({ id: "" })).rejects.toMatchObject({
    data: { code: "BAD_REQUEST", app: null },
  });
  const unknown = (client as unknown as Record<string, { query(): Promise<unknown> }>)["absent"];
  await expect(unknown?.query()).rejects.toMatchObject({ data: { code: "NOT_FOUND", app: null } });
});

test("a bug in the app fails only its call", async () => {
  const { client, app } = connect();
  app.tags = () => Promise.reject(new Error("broken"));
  await expect(client.memos.tags.query()).rejects.toMatchObject({
    message: "broken",
    data: { code: "INTERNAL_SERVER_ERROR", app: null },
  });
  await expect(client.memos.counts.query()).resolves.toMatchObject({ normal: 0 });
});

test("a result that can't be cloned is an error", async () => {
  const { client, app } = connect();
  app.getDraft = async () => (() => undefined) as unknown as string;
  await expect(client.drafts.get.query({ key: "k" })).rejects.toMatchObject({
    data: { code: "INTERNAL_SERVER_ERROR" },
  });
});

test("an input that can't be cloned fails its call", async () => {
  const { client } = connect();
  const content = (() => undefined) as unknown as string;
  await expect(client.memos.create.mutate({ content })).rejects.toThrow("could not be cloned");
});

test("a subscription starts, yields in order and ends on the server when the client unsubscribes", async () => {
  const { client, app } = connect();
  const seen: unknown[] = [];
  const onStarted = vi.fn<() => void>();
  const subscription = client.changes.subscribe(undefined, {
    onStarted,
    onData: (change) => seen.push(change),
  });
  await vi.waitFor(() => expect(seen).toEqual([{ memos: null, sync: true }]));
  expect(onStarted).toHaveBeenCalledOnce();
  app.announce({ memos: ["a"], sync: false });
  app.announce({ memos: ["b"], sync: false });
  await vi.waitFor(() => expect(seen).toHaveLength(3));
  expect(seen.slice(1)).toEqual([
    { memos: ["a"], sync: false },
    { memos: ["b"], sync: false },
  ]);
  expect(app.watchers.size).toBe(1);

  subscription.unsubscribe();
  await vi.waitFor(() => expect(app.watchers.size).toBe(0));
  app.announce({ memos: ["c"], sync: false });
  await client.profile.get.query();
  expect(seen).toHaveLength(3);
});

test("a finished subscription completes", async () => {
  const { client } = connect();
  const memo = await client.memos.create.mutate({ content: "text" });
  const texts: string[] = [];
  await new Promise<void>((resolve, reject) => {
    client.text.watch.subscribe(
      { id: memo.id },
      {
        onData: (text) => texts.push("state" in text ? atob(text.state) : "others"),
        onComplete: resolve,
        onError: reject,
      },
    );
  });
  expect(texts).toEqual(["text"]);
});

test("a subscription that throws ends with the error", async () => {
  const { client, app } = connect();
  // oxlint-disable-next-line require-yield -- it stands for a stream that fails before its first value
  app.watchChanges = async function* () {
    throw new Error("lost");
  };
  const error = await new Promise<Error>((onError) => {
    client.changes.subscribe(undefined, { onError });
  });
  expect(error.message).toBe("lost");
});

test("unsubscribing ends a subscription even if its source ignores the signal", async () => {
  const t = initTRPC.create();
  let isReached = false;
  const router = t.router({
    stuck: t.procedure.subscription(async function* () {
      yield 1;
      isReached = true;
      await new Promise(() => undefined);
    }),
  });
  const { port1, port2 } = new MessageChannel();
  const server = servePort(nodePort(port1), router, () => ({}));
  const client = createTRPCClient<typeof router>({ links: [portLink(nodePort(port2))] });
  client.stuck.subscribe(undefined, {});
  await vi.waitFor(() => expect(isReached).toBe(true));
  await server.close();
});

test("aborting a call rejects it and aborts the signal on the server", async () => {
  const t = initTRPC.create();
  const signals: AbortSignal[] = [];
  const router = t.router({
    slow: t.procedure.query(async ({ signal }) => {
      if (signal !== undefined) signals.push(signal);
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    }),
  });
  const { port1, port2 } = new MessageChannel();
  const server = servePort(nodePort(port1), router, () => ({}));
  onTestFinished(() => server.close());
  const client = createTRPCClient<typeof router>({ links: [portLink(nodePort(port2))] });
  const abort = new AbortController();
  const call = client.slow.query(undefined, { signal: abort.signal });
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  abort.abort();
  await expect(call).rejects.toMatchObject({ name: "TRPCClientError" });
  await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
  await expect(client.slow.query(undefined, { signal: AbortSignal.abort() })).rejects.toMatchObject(
    { name: "TRPCClientError" },
  );
  expect(signals).toHaveLength(1);
});

test("when the server closes, open and later calls and subscriptions fail", async () => {
  const { client, server, app } = connect();
  app.tags = () => new Promise(() => undefined);
  const query = client.memos.tags.query();
  const onError = vi.fn<() => void>();
  const onData = vi.fn<() => void>();
  client.changes.subscribe(undefined, { onError, onData });
  await vi.waitFor(() => expect(onData).toHaveBeenCalled());
  void server.close();
  await expect(query).rejects.toThrow("closed");
  expect(onError).toHaveBeenCalledOnce();
  await expect(client.profile.get.query()).rejects.toThrow("closed");
});

test("when the client's end closes, the server ends its subscriptions", async () => {
  const { client, app, raw } = connect();
  client.changes.subscribe(undefined, {});
  await vi.waitFor(() => expect(app.watchers.size).toBe(1));
  raw.close();
  await vi.waitFor(() => expect(app.watchers.size).toBe(0));
});

test("invalid messages and repeated ids are ignored", async () => {
  const { raw, app } = connect();
  const answers: { id: number; type: string }[] = [];
  raw.on("message", (answer: { id: number; type: string }) => answers.push(answer));
  for (const message of [null, 7, "query", {}, { id: "1", method: "query" }, { id: 1 }]) {
    raw.postMessage(message);
  }
  raw.postMessage({ id: 9, method: "stop" });
  raw.postMessage({ id: 2, method: "subscription", path: "changes" });
  raw.postMessage({ id: 2, method: "subscription", path: "changes" });
  raw.postMessage({ id: 3, method: "query", path: "profile.get" });
  await vi.waitFor(() => expect(answers.map((answer) => answer.id)).toContain(3));
  expect(answers.filter((answer) => answer.type === "started")).toHaveLength(1);
  expect(app.watchers.size).toBe(1);
});

test("bytes are transferred as bytes", async () => {
  const t = initTRPC.create();
  const router = t.router({ bytes: t.procedure.query(() => new Uint8Array([1, 2, 3])) });
  const { port1, port2 } = new MessageChannel();
  const server = servePort(nodePort(port1), router, () => ({}));
  onTestFinished(() => server.close());
  const client = createTRPCClient<typeof router>({ links: [portLink(nodePort(port2))] });
  expect(await client.bytes.query()).toEqual(new Uint8Array([1, 2, 3]));
});

test("a page's port transfers the same calls", async () => {
  const channel = new globalThis.MessageChannel();
  const app = createMemoryApp();
  const server = servePort(domPort(channel.port1), appRouter, () => ({ app }));
  const port: Port = domPort(channel.port2);
  const client = createTRPCClient<AppRouter>({ links: [portLink(port)] });
  client.changes.subscribe(undefined, {});
  await vi.waitFor(() => expect(app.watchers.size).toBe(1));
  await client.memos.create.mutate({ content: "from a page" });
  port.close();
  await vi.waitFor(() => expect(app.watchers.size).toBe(0));
  await server.close();
});

test("W4 · input sent just before the page closed is written before the server closes", async () => {
  const { client, app, raw, server } = connect();
  const asked = Promise.withResolvers<void>();
  const disk = Promise.withResolvers<void>();
  const written: string[] = [];
  app.setDraft = async (_key, content) => {
    asked.resolve();
    await disk.promise;
    written.push(content);
    return "";
  };
  client.drafts.set.mutate({ key: "composer", content: "last words" }).catch(() => undefined);
  await asked.promise;
  raw.close();
  const closed = server.close().then(() => [...written]);
  // A turn in which a server that doesn't wait would close.
  await new Promise((resolve) => setImmediate(resolve));
  disk.resolve();
  expect(await closed).toEqual(["last words"]);
});
