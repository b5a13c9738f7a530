import { once } from "node:events";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { maxPageBytes } from "@tidemark/core";
import { maxAnswerBytes, type SnapshotResponse } from "@tidemark/core/sync/protocol";
import { describe, expect, test } from "vitest";
import { type HttpServer, startHttpServer } from "../http-server.ts";
import { addUser } from "../two-users.ts";

const mib = 1024 * 1024;
const alice = { name: "users/alice", role: "ADMIN", spaces: [], scope: null, device: "x" } as const;

/** Returns a text that takes twice as many bytes in JSON. */
function largeText(n: number, bytes = mib): string {
  const line = `${'"'.repeat(127)}\n`;
  return `memo ${n}\n${line.repeat(Math.floor((bytes - 20) / line.length))}`;
}

interface Setting extends AsyncDisposable {
  readonly server: HttpServer;
  readonly bearer: string;
  /** Returns the size and the parsed body of a response; expects 200. */
  get(path: string): Promise<{ readonly bytes: number; readonly body: Record<string, unknown> }>;
}

/** Starts a server with `count` large memos of alice; "m0" is the oldest. */
async function withLargeMemos(count: number, bytes = mib): Promise<Setting> {
  const server = await startHttpServer();
  const bearer = await server.alice();
  for (let n = 0; n < count; n += 1) {
    server.clock.nowMs += 1000;
    const made = await server.services.memos.create(alice, {
      content: largeText(n, bytes),
      id: `m${n}`,
    });
    expect(made.ok).toBe(true);
  }
  return {
    server,
    bearer,
    async get(path) {
      const reply = await fetch(server.url + path, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      expect(reply.status).toBe(200);
      const whole = await reply.text();
      return { bytes: Buffer.byteLength(whole), body: JSON.parse(whole) };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function namesIn(body: Record<string, unknown>, key: string): string[] {
  return (body[key] as { name: string }[]).map(({ name }) => name);
}

/** Reads all pages of a list, and returns the names and the size of each. */
async function pagesOf({ get }: Setting, path: string, key: string) {
  const pages: { names: string[]; bytes: number }[] = [];
  let token = "";
  do {
    const { bytes, body } = await get(`${path}&pageToken=${token}`);
    pages.push({ names: namesIn(body, key), bytes });
    token = String(body["nextPageToken"]);
  } while (token !== "");
  return pages;
}

const newestFirst = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `memos/m${count - 1 - n}`);

describe("a list of large memos", () => {
  test("comes in pages of at most 8 MiB, which join to the whole", async () => {
    await using setting = await withLargeMemos(12);
    for (const size of [1000, 5]) {
      const pages = await pagesOf(setting, `/api/v1/memos?pageSize=${size}`, "memos");
      expect(pages.flatMap(({ names }) => names)).toEqual(newestFirst(12));
      for (const { bytes } of pages) expect(bytes).toBeLessThanOrEqual(maxPageBytes);
    }
  });

  test("of comments does too, and has the total count", async () => {
    await using setting = await withLargeMemos(1, 100);
    for (let n = 0; n < 6; n += 1) {
      setting.server.clock.nowMs += 1000;
      const content = largeText(n);
      await setting.server.services.memos.create(alice, { content, id: `c${n}`, parent: "m0" });
    }
    const path = "/api/v1/memos/m0/comments?orderBy=create_time%20asc";
    const pages = await pagesOf(setting, path, "memos");
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(({ names }) => names)).toEqual(
      [0, 1, 2, 3, 4, 5].map((n) => `memos/c${n}`),
    );
    expect((await setting.get(path)).body).toMatchObject({ totalSize: 6 });
  });

  test("has shorter pages by Connect", async () => {
    await using setting = await withLargeMemos(6);
    const names: string[] = [];
    let pageToken = "";
    do {
      const page = await setting.server.ask("POST", "/memos.api.v1.MemoService/ListMemos", {
        bearer: setting.bearer,
        body: { pageSize: 1000, pageToken },
      });
      expect(page.status).toBe(200);
      names.push(...namesIn(page.body, "memos"));
      const next = page.body["nextPageToken"];
      pageToken = typeof next === "string" ? next : "";
    } while (pageToken !== "");
    expect(names).toEqual(newestFirst(6));
  });

  test("of the older form has as many as were asked for, whatever they take", async () => {
    await using setting = await withLargeMemos(12);
    const pages = await Promise.all(
      [1, 2].map((page) => setting.get(`/api/v1/memos?page=${page}&limit=10`)),
    );
    const uids = pages.map(({ body }) => (body["data"] as { uid: string }[]).map(({ uid }) => uid));
    expect(uids).toEqual([newestFirst(12).slice(0, 10).map(idOf), ["m1", "m0"]]);
    expect(pages[0]?.bytes).toBeGreaterThan(maxPageBytes);
    const found = await setting.get("/api/v1/search?q=memo&limit=100");
    expect(found.body["data"]).toHaveLength(12);
  });

  test("has a memo larger than a page on its own page", async () => {
    await using setting = await withLargeMemos(2, 100);
    const { database } = setting.server.services;
    const huge = await setting.server.services.memos.get(alice, "m1", { showDeleted: false });
    if (!huge.ok) throw new Error("no memo");
    // Writes directly to the database, as if from an instance with a higher limit.
    await database.write(({ memos }) =>
      memos.save(
        {
          row: { ...huge.value, content: '"'.repeat(5 * mib), seq: huge.value.seq + 1 },
          text: { gen: huge.value.gen, state: null },
          elements: [],
        },
        huge.value,
      ),
    );
    const pages = await pagesOf(setting, "/api/v1/memos?pageSize=50", "memos");
    expect(pages.map(({ names }) => names)).toEqual([["memos/m1"], ["memos/m0"]]);
  });
});

/** Requests an older-form list and reads only its beginning. Returns a function that reads the rest. */
async function begin({ server }: Setting, bearer: string) {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const asked = "GET /api/v1/memos?limit=100 HTTP/1.0";
  socket.write(`${asked}\r\nauthorization: Bearer ${bearer}\r\n\r\n`);
  await once(socket, "readable");
  return {
    socket,
    /** Reads the rest and returns the first lines of its memos. */
    async readOn(): Promise<string[]> {
      const whole = await buffer(socket);
      const body: unknown = JSON.parse(whole.subarray(whole.indexOf("\r\n\r\n")).toString());
      const { data } = body as { data: { content: string }[] };
      return data.map(({ content }) => content.slice(0, content.indexOf("\n")));
    },
  };
}

describe("a list that is read slowly", () => {
  const count = 24;
  const all = Array.from({ length: count }, (_, n) => `memo ${count - 1 - n}`);

  test("omits memos deleted before they are sent, and is complete otherwise", async () => {
    await using setting = await withLargeMemos(count);
    const { readOn } = await begin(setting, setting.bearer);
    const { memos } = setting.server.services;
    // The oldest memos are at the end of the list.
    expect((await memos.purge(alice, "m1")).ok).toBe(true);
    expect((await memos.trash(alice, "m2")).ok).toBe(true);
    expect(await readOn()).toEqual(all.filter((text) => !/^memo [12]$/.test(text)));
  });

  test("omits memos that become unreadable before they are sent", async () => {
    await using setting = await withLargeMemos(count);
    const { server } = setting;
    const { memos } = server.services;
    for (let n = 0; n < count; n += 1) {
      await memos.update(alice, `m${n}`, { visibility: "PROTECTED" });
    }
    const { readOn } = await begin(setting, await addUser(server, "bob"));
    expect((await memos.update(alice, "m0", { visibility: "PRIVATE" })).ok).toBe(true);
    expect(await readOn()).toEqual(all.filter((text) => text !== "memo 0"));
  });

  test("ends with its connection, and doesn't block the server's shutdown", async () => {
    await using setting = await withLargeMemos(count);
    const { socket } = await begin(setting, setting.bearer);
    socket.destroy();
    await setting.server.close();
    expect(setting.server.log.join("")).not.toContain('"failed"');
  });

  test("isn't generated for a HEAD", async () => {
    await using setting = await withLargeMemos(3);
    const { server, bearer } = setting;
    const reply = await fetch(`${server.url}/api/v1/memos`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect([reply.status, await reply.text()]).toEqual([200, ""]);
  });
});

describe("earlier texts", () => {
  test("have pages of at most 8 MiB, without gaps", async () => {
    await using setting = await withLargeMemos(1);
    const { server } = setting;
    for (let n = 1; n <= 6; n += 1) {
      server.clock.nowMs += 60_000;
      await server.services.memos.update(alice, "m0", { content: largeText(n) });
    }
    const pages = await pagesOf(setting, "/api/v1/memos/m0/revisions?pageSize=50", "revisions");
    expect(pages.length).toBeGreaterThan(1);
    for (const { bytes } of pages) expect(bytes).toBeLessThanOrEqual(maxPageBytes);
    const names = pages.flatMap((page) => page.names);
    expect(new Set(names).size).toBe(6);
    expect(names).toHaveLength(6);
  });
});

describe("large memos in sync", () => {
  const count = 12;

  async function begun() {
    const setting = await withLargeMemos(count);
    const { sync } = setting.server.services;
    const { epoch } = await sync.hello(alice);
    return { setting, sync, epoch };
  }

  test("R5 · are pulled in pages of at most 2 MiB plus a row, regardless of the request", async () => {
    const { setting, sync, epoch } = await begun();
    await using _ = setting;
    const met: string[] = [];
    let cursors: Record<string, number> = { "u:alice": 0 };
    for (let more = true; more;) {
      const page = await sync.pull(alice, { epoch, cursors, maxBytes: 16_777_216 });
      if (page.type !== "page") throw new Error(page.type);
      expect(contentBytes(page.changes)).toBeLessThanOrEqual(maxAnswerBytes + mib);
      met.push(...page.changes.map(({ entity }) => entity));
      ({ next: cursors, more } = page);
    }
    expect(met.toSorted()).toEqual(newestFirst(count).map(idOf).toSorted());
  });

  test("have snapshot pages of the same size, including the newest memos", async () => {
    const { setting, sync, epoch } = await begun();
    await using _ = setting;
    const met: string[][] = [];
    for (let after: number | null = null; ;) {
      const asked = {
        epoch,
        scope: "u:alice" as const,
        after,
        recentFirst: true,
        maxBytes: 16_777_216,
      };
      const page: SnapshotResponse = await sync.snapshot(alice, asked);
      if (page.type !== "page") throw new Error(page.type);
      expect(contentBytes(page.changes)).toBeLessThanOrEqual(maxAnswerBytes + mib);
      met.push(page.changes.map(({ entity }) => entity));
      if (page.next === null) break;
      after = page.next;
    }
    expect(met[0]).toEqual(newestFirst(count).slice(0, met[0]?.length).map(idOf));
    expect(met.slice(1).flat()).toEqual(newestFirst(count).map(idOf));
  });

  test("R1 · limit the results of a push, and the next push continues", async () => {
    const { setting, sync, epoch } = await begun();
    await using _ = setting;
    const ops = Array.from({ length: count }, (_each, at) => ({
      n: at + 1,
      op: {
        kind: "memo.set",
        entity: `m${at}`,
        stamp: `ffffffffff00-000${at.toString(16)}-x`,
        set: { pinned: true },
      },
    }));
    let left = ops;
    let pushes = 0;
    while (left.length > 0) {
      const request = { epoch, streamId: "stream-1", clientNowMs: Date.now(), ops: left };
      const answer = await sync.push(alice, request);
      if (answer.type !== "results") throw new Error(answer.type);
      expect(answer.results.map(({ n }) => n)).toEqual(
        left.slice(0, answer.results.length).map(({ n }) => n),
      );
      expect(answer.results.length).toBeGreaterThan(0);
      expect(new Set(answer.results.map(({ code }) => code))).toEqual(new Set(["applied"]));
      expect(contentBytes(answer.results)).toBeLessThanOrEqual(maxAnswerBytes + mib);
      left = left.slice(answer.results.length);
      pushes += 1;
    }
    expect(pushes).toBeGreaterThan(1);
    const pinned = await setting.get("/api/v1/memos?filter=pinned&pageSize=1");
    expect(namesIn(pinned.body, "memos")).toHaveLength(1);
  });
});

/** Returns the total size of the memos in sync rows, in bytes. */
function contentBytes(rows: readonly { readonly row?: unknown }[]): number {
  const texts = rows.map(({ row }) => (row as { text: { content: string } }).text.content);
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function idOf(name: string): string {
  return name.slice("memos/".length);
}
