import { parseJson } from "@tidemark/core";
import { Agent, EventSource } from "undici";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { password, startHttpServer, type HttpServer } from "../http-server.ts";

const memos = "/api/v1/memos";

const heardSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  // Absent in a gap message.
  name: z.string().optional(),
  parent: z.string().optional(),
  reaction: z.string().optional(),
  comment: z.string().optional(),
  notification: z.string().optional(),
  time: z.string().optional(),
});

/** Opens a stream and collects its events. */
async function follow(server: HttpServer, bearer: string, lastEventId?: string) {
  const response = await fetch(`${server.url}/api/v1/sse`, {
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
  });
  const reader = (response.body ?? new ReadableStream())
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  /** Reads until `isEnough` returns true; returns false if the stream ends first. */
  async function readUntil(isEnough: () => boolean): Promise<boolean> {
    while (!isEnough()) {
      const chunk = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (chunk.done) return false;
      text += chunk.value ?? "";
    }
    return true;
  }
  const events = () =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => parseJson(heardSchema, data));
  return {
    response,
    text: () => text,
    readUntil,
    /** Returns the first `count` events as `type name`. */
    async first(count: number): Promise<string[]> {
      await readUntil(() => events().length >= count && text.endsWith("\n\n"));
      return events().map(({ type, name }) => `${type} ${name}`);
    },
    events,
    close: () => reader.cancel(),
  };
}

/** Starts a server with the administrator alice and the user bob, and their request functions. */
async function start() {
  const server = await startHttpServer();
  const alice = await server.alice();
  const record = await server.services.database.read(({ users }) => users.findByUsername("alice"));
  if (record === null) throw new Error("there is no alice");
  await server.services.database.write(({ users }) =>
    users.insert({ ...record, username: "bob", role: "USER", isHost: false }),
  );
  const signedIn = await server.ask("POST", "/api/v1/auth/signin", {
    body: { username: "bob", password },
  });
  const bob = String(signedIn.body["accessToken"]);
  const asker = (bearer: string) => (method: string, path: string, body?: unknown) =>
    server.ask(method, path, { bearer, ...(body !== undefined && { body }) });
  return {
    server,
    alice,
    bob,
    ofAlice: asker(alice),
    ofBob: asker(bob),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("an event stream", () => {
  test("tells of what happens to memos, comments and reactions, with ids that ascend", async () => {
    await using api = await start();
    const stream = await follow(api.server, api.alice);
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    expect(stream.response.headers.get("content-encoding")).toBeNull();
    await api.ofAlice("POST", `${memos}?memoId=m`, { content: "x", visibility: "PUBLIC" });
    await api.ofAlice("PATCH", `${memos}/m`, { content: "y" });
    await api.ofBob("POST", `${memos}/m/comments?commentId=c`, { content: "z" });
    const reaction = await api.ofBob("POST", `${memos}/m/reactions`, {
      reaction: { reactionType: "👍" },
    });
    await api.ofBob("DELETE", `/api/v1/${String(reaction.body["name"])}`);
    await api.ofAlice("DELETE", `${memos}/m`);
    const noticed = await stream.first(7);
    const ofMemos = noticed.filter((each) => !each.startsWith("notification"));
    expect(ofMemos).toEqual([
      "memo.created memos/m",
      "memo.updated memos/m",
      "memo.comment.created memos/m",
      "reaction.upserted memos/m",
      "reaction.deleted memos/m",
      "memo.deleted memos/m",
    ]);
    const [created, , comment, reacted, tookBack] = stream
      .events()
      .filter(({ type }) => !type.startsWith("notification"));
    expect(created).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      type: "memo.created",
      name: "memos/m",
      time: expect.stringMatching(/Z$/) as string,
    });
    expect(comment).toMatchObject({ comment: "memos/c", parent: "memos/m" });
    for (const noticed of [reacted, tookBack]) {
      expect(noticed).toMatchObject({ reaction: reaction.body["name"] });
    }
    const notified = stream.events().filter(({ type }) => type === "notification.created");
    expect(notified).toMatchObject([
      { name: "memos/m", notification: expect.stringMatching(/^users\/alice\/n/) as string },
    ]);
    const ids = stream.events().map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    expect(stream.text()).toContain(`id: ${created?.id}\ndata: {`);
    expect(stream.text()).not.toMatch(/^event:/m);
    await stream.close();
  });

  test("names a comment that changes or goes by its own name, beside what it is on", async () => {
    await using api = await start();
    await api.ofAlice("POST", `${memos}?memoId=m`, { content: "x" });
    await api.ofAlice("POST", `${memos}/m/comments?commentId=c`, { content: "y" });
    const stream = await follow(api.server, api.alice);
    await api.ofAlice("PATCH", `${memos}/c`, { content: "z" });
    await api.ofAlice("DELETE", `${memos}/c`);
    expect(await stream.first(2)).toEqual(["memo.updated memos/c", "memo.deleted memos/c"]);
    for (const noticed of stream.events()) {
      expect(noticed).toMatchObject({ parent: "memos/m", comment: "memos/c" });
    }
    await stream.close();
  });

  test("is heard by an EventSource's onmessage, a gap included", async () => {
    await using api = await start();
    await api.ofAlice("POST", `${memos}?memoId=a`, { content: "x" });
    const signed = new Agent().compose((dispatch) => (options, handler) => {
      const headers = { authorization: `Bearer ${api.alice}`, "last-event-id": "999999" };
      return dispatch({ ...options, headers }, handler);
    });
    const heard: string[] = [];
    const source = new EventSource(`${api.server.url}/api/v1/sse`, {
      node: { dispatcher: signed },
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let writing: Promise<unknown> | undefined;
    source.onerror = () => reject(new Error("the stream failed"));
    source.onmessage = ({ data }) => {
      heard.push(parseJson(heardSchema, String(data)).type);
      if (heard.length === 1) writing = api.ofAlice("POST", `${memos}?memoId=b`, { content: "x" });
      else resolve();
    };
    try {
      await promise;
      // The event may arrive before the response.
      await writing;
      expect(heard).toEqual(["stream.gap", "memo.created"]);
    } finally {
      source.close();
      await signed.destroy();
    }
  });

  test("omits memos that its reader can't read, and reports a memo as deleted when access ends", async () => {
    await using api = await start();
    const stream = await follow(api.server, api.bob);
    await api.ofAlice("POST", `${memos}?memoId=hidden`, { content: "x" });
    await api.ofAlice("PATCH", `${memos}/hidden`, { content: "y" });
    await api.ofAlice("DELETE", `${memos}/hidden`);
    await api.ofAlice("POST", `${memos}?memoId=shown`, { content: "x", visibility: "PROTECTED" });
    await stream.first(1);
    await api.ofAlice("PATCH", `${memos}/shown`, { visibility: "PRIVATE" });
    await stream.first(2);
    await api.ofAlice("PATCH", `${memos}/shown`, { content: "secret" });
    await api.ofBob("POST", `${memos}?memoId=own`, { content: "x" });
    expect(await stream.first(3)).toEqual([
      "memo.created memos/shown",
      "memo.deleted memos/shown",
      "memo.created memos/own",
    ]);
    await stream.close();
  });

  test("resumes after the last event that its reader has seen", async () => {
    await using api = await start();
    const first = await follow(api.server, api.alice);
    await api.ofAlice("POST", `${memos}?memoId=a`, { content: "" });
    await first.first(1);
    await first.close();
    await api.ofAlice("POST", `${memos}?memoId=b`, { content: "" });
    await api.ofAlice("POST", `${memos}?memoId=c`, { content: "" });
    const seen = first.events()[0]?.id;
    const again = await follow(api.server, api.alice, seen);
    expect(await again.first(2)).toEqual(["memo.created memos/b", "memo.created memos/c"]);
    await api.ofAlice("POST", `${memos}?memoId=d`, { content: "" });
    expect(await again.first(3)).toContain("memo.created memos/d");
    await again.close();
  });

  test("replays no event that has become unreadable since", async () => {
    await using api = await start();
    await api.ofAlice("POST", `${memos}?memoId=was`, { content: "x", visibility: "PUBLIC" });
    await api.ofAlice("POST", `${memos}?memoId=is`, { content: "x", visibility: "PUBLIC" });
    await api.ofAlice("PATCH", `${memos}/was`, { visibility: "PRIVATE" });
    const stream = await follow(api.server, api.bob, "0");
    expect(await stream.first(2)).toEqual(["memo.created memos/is", "memo.deleted memos/was"]);
    await stream.close();
  });

  test("starts with new events if the id isn't this server's", async () => {
    await using api = await start();
    await api.ofAlice("POST", `${memos}?memoId=before`, { content: "" });
    const stream = await follow(api.server, api.alice, "nonsense");
    await api.ofAlice("POST", `${memos}?memoId=after`, { content: "" });
    expect(await stream.first(1)).toEqual(["memo.created memos/after"]);
    await stream.close();
  });

  test("reports a gap if the log no longer reaches back to the id, or was restored", async () => {
    await using api = await start();
    await api.ofAlice("POST", `${memos}?memoId=a`, { content: "" });
    const ahead = await follow(api.server, api.alice, "999999");
    expect(await ahead.first(1)).toEqual(["stream.gap undefined"]);
    await ahead.close();

    const event = { type: "memo.updated", name: "memos/a", parent: null, memo: "a" } as const;
    const who = { scopes: ["u:bob"], exceptScopes: [], atMs: 0 };
    await api.server.services.database.write(async ({ events }) => {
      for (let n = 0; n < 10_100; n++) await events.add({ ...event, ...who });
    });
    const behind = await follow(api.server, api.alice, "0");
    await api.ofAlice("POST", `${memos}?memoId=b`, { content: "" });
    expect(await behind.first(2)).toEqual(["stream.gap undefined", "memo.created memos/b"]);
    const [gap] = behind.events();
    await behind.close();

    const again = await follow(api.server, api.alice, gap?.id);
    expect(await again.first(1)).toEqual(["memo.created memos/b"]);
    await again.close();
  });

  test("reports no change that was rejected", async () => {
    await using api = await start();
    const stream = await follow(api.server, api.alice);
    await api.ofAlice("POST", `${memos}?memoId=a`, { content: "" });
    await api.ofAlice("POST", `${memos}?memoId=a`, { content: "" });
    await api.ofAlice("PATCH", `${memos}/a`, { content: "" });
    await api.ofAlice("POST", `${memos}?memoId=b`, { content: "" });
    expect(await stream.first(2)).toEqual(["memo.created memos/a", "memo.created memos/b"]);
    await stream.close();
  });

  test("sends a keep-alive every 25 seconds", async () => {
    await using api = await start();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const stream = await follow(api.server, api.alice);
    const comments = (): number => stream.text().match(/^:$/gm)?.length ?? 0;
    await stream.readUntil(() => stream.text().includes("retry"));
    expect(comments()).toBe(0);
    vi.advanceTimersByTime(25_000);
    await stream.readUntil(() => comments() === 1);
    vi.advanceTimersByTime(25_000);
    await stream.readUntil(() => comments() === 2);
    expect(comments()).toBe(2);
    await stream.close();
  });

  test("ends when its credential is revoked or its session signed out", async () => {
    await using api = await start();
    const token = await api.ofAlice("POST", "/api/v1/access-tokens", { name: "t" });
    const byToken = await follow(api.server, String(token.body["accessToken"]));
    const bySession = await follow(api.server, api.alice);
    const bobs = await follow(api.server, api.bob);
    await api.ofAlice("DELETE", `/api/v1/access-tokens/${String(token.body["id"])}`);
    expect(await byToken.readUntil(() => false)).toBe(false);
    await api.ofAlice("POST", "/api/v1/auth/signout", {});
    expect(await bySession.readUntil(() => false)).toBe(false);
    await api.ofBob("POST", `${memos}?memoId=still`, { content: "" });
    expect(await bobs.first(1)).toEqual(["memo.created memos/still"]);
    await bobs.close();
  });

  test("ends when the server does", async () => {
    await using api = await start();
    const stream = await follow(api.server, api.alice);
    await api.server.close();
    expect(await stream.readUntil(() => false)).toBe(false);
  });

  test("requires a credential, and is limited in number per user", async () => {
    await using api = await start();
    expect((await api.server.ask("GET", "/api/v1/sse")).status).toBe(401);
    const open = await Promise.all(Array.from({ length: 20 }, () => follow(api.server, api.bob)));
    expect((await api.ofBob("GET", "/api/v1/sse")).status).toBe(429);
    const other = await follow(api.server, api.alice);
    expect(other.response.status).toBe(200);
    for (const stream of [...open, other]) await stream.close();
  });
});
