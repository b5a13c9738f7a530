import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { expect, onTestFinished, test, vi } from "vitest";
import type { HttpServer } from "../http-server.ts";
import { openStream } from "../open-stream.ts";
import { api, cutListeners, startTwo } from "./two-processes.ts";

interface Streamed {
  readonly id: number;
  readonly type: string;
  readonly name: string;
}

/** Follows the events of a process after an id, and returns the received ones. */
async function follow(server: HttpServer, bearer: string, afterId?: number) {
  const response = await fetch(`${server.url}/api/v1/sse`, {
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(afterId !== undefined && { "last-event-id": String(afterId) }),
    },
  });
  expect(response.status).toBe(200);
  const streamed: Streamed[] = [];
  const reader = (response.body ?? new ReadableStream())
    .pipeThrough(new TextDecoderStream())
    .getReader();
  const begun = Promise.withResolvers<void>();
  const reading = (async () => {
    let rest = "";
    for (;;) {
      const { done, value = "" } = await reader.read();
      if (done) return;
      rest += value;
      if (rest.includes("retry:")) begun.resolve();
      const messages = rest.split("\n\n");
      rest = messages.pop() ?? "";
      for (const message of messages) {
        const data = /^data: (.*)$/m.exec(message)?.[1];
        if (data === undefined) continue;
        const { id, type, name } = parseJson(z.record(z.string(), z.string()), data);
        streamed.push({ id: Number(id), type: type ?? "", name: name ?? "" });
      }
    }
  })();
  await begun.promise;
  return {
    streamed,
    async end() {
      await reader.cancel();
      await reading;
    },
  };
}

const create = async (server: HttpServer, bearer: string, content: string): Promise<string> => {
  const reply = await api(server, bearer)("POST", "/memos", { content });
  expect(reply.status).toBe(200);
  return String(reply.body["name"]);
};

test.each([
  ["as they come", null],
  ["while listeners are cut", cutListeners],
])("a stream of either process gets the events of both, in order and once, %s", async (_, cut) => {
  const { a, b, alice } = await startTwo();
  const streams = await Promise.all([follow(a, alice), follow(b, alice), follow(b, alice)]);
  const made = await Promise.all(
    Array.from({ length: 90 }, async (__, n) => {
      if (n % 30 === 29) await cut?.(a);
      return create(n % 2 === 0 ? a : b, alice, `memo ${n}`);
    }),
  );
  for (const { streamed } of streams) {
    await vi.waitFor(() => expect(streamed).toHaveLength(90));
    const ids = streamed.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((x, y) => x - y));
    expect(new Set(streamed.map(({ name }) => name))).toEqual(new Set(made));
    expect(streamed).toEqual(streams[0]?.streamed);
  }
  await Promise.all(streams.map((stream) => stream.end()));
});

test("a stream that reconnects to the other process resumes where it was", async () => {
  const { a, b, alice } = await startTwo();
  const made: string[] = [];
  let isOver = false;
  const writing = (async () => {
    for (let n = 0; n < 120; n += 1)
      made.push(await create(n % 3 === 0 ? a : b, alice, `memo ${n}`));
    isOver = true;
  })();
  const heard: Streamed[] = [];
  let last: number | undefined = 0;
  for (let n = 0; !isOver || heard.length < 120; n += 1) {
    const stream = await follow(n % 2 === 0 ? a : b, alice, last);
    await vi.waitFor(() => expect(stream.streamed.length).toBeGreaterThan(0));
    await stream.end();
    heard.push(...stream.streamed);
    last = stream.streamed.at(-1)?.id;
  }
  await writing;
  expect(heard.map(({ name }) => name)).toEqual(made);
});

test("a new stream gets all events written from then on, in any process", async () => {
  const { a, b, alice } = await startTwo();
  for (let n = 0; n < 20; n += 1) {
    const stream = await follow(b, alice);
    const name = await create(a, alice, `memo ${n}`);
    await vi.waitFor(() => expect(stream.streamed.map((each) => each.name)).toEqual([name]));
    await stream.end();
  }
});

test("devices of either process are poked by writes in both: memos, spaces, notifications", async () => {
  const { a, b, alice, add } = await startTwo();
  const bob = await add("bob");
  const pokes = await openStream(b, "/sync/poke", bob);
  onTestFinished(() => pokes.cancel());
  await create(a, bob, "mine");
  expect(await pokes.next('"u:bob"')).toBe(true);
  const space = await api(a, alice)("POST", "/spaces", { title: "Team" });
  const { name } = space.body as { name: string };
  await api(a, alice)("POST", `/${name}/members`, { user: "users/alice" });
  await api(a, alice)("POST", `/${name}/members`, { user: "users/bob" });
  expect(await pokes.next('"u:bob"')).toBe(true);
  // The stream includes a space that was joined through the other process.
  const shared = { content: "ours @bob", visibility: "SPACE", space: name };
  expect((await api(a, alice)("POST", "/memos", shared)).status).toBe(200);
  expect(await pokes.next(`"s:${name.slice("spaces/".length)}"`)).toBe(true);
  await vi.waitFor(async () => {
    const list = await api(b, bob)("GET", "/users/bob/notifications");
    expect(list.body["notifications"]).toHaveLength(1);
  });
  expect(pokes.seen()).toContain("bob");
});
