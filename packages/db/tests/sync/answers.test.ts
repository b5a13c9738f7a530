import type { ServerDatabase } from "@tidemark/core";
import { defaultMemoLimits } from "@tidemark/core/access";
import type { PushRequest, PushResponse } from "@tidemark/core/sync/protocol";
import { createSyncServer, type SyncServer } from "@tidemark/core/sync/server";
import { describe, expect, test } from "vitest";
import { contents, createWorld, type DeviceReplica, must, type World } from "./replicas.ts";

async function write(device: DeviceReplica, content: string): Promise<string> {
  return must(await device.memos.create(await device.caller(), { content })).id;
}

/** Pushes, and returns the request. */
async function pushed(device: DeviceReplica): Promise<PushRequest> {
  const sent: PushRequest[] = [];
  await device.sync.push({
    ...device.transport,
    push: (request) => {
      sent.push(request);
      return device.transport.push(request);
    },
  });
  const [request] = sent;
  if (request === undefined) throw new Error("nothing was sent");
  return request;
}

function waiting(device: DeviceReplica): Promise<number> {
  return device.database.read(({ outbox }) => outbox.countPending());
}

test("R2 · results for another stream remove nothing from the outbox", async () => {
  await using world = await createWorld();
  const desk = await world.device("desk");
  await desk.connect();
  await desk.syncAll();
  const id = await write(desk, "written offline");
  const misled = async (request: PushRequest): Promise<PushResponse> => {
    const response = await desk.transport.push(request);
    if (response.type !== "results") throw new Error(response.type);
    return { ...response, streamId: "stream-of-another" };
  };
  expect(await desk.sync.push({ ...desk.transport, push: misled })).toBe(0);
  expect(await waiting(desk)).toBe(1);
  expect((await desk.database.read(({ memos }) => memos.find(id)))?.seq).toBe(0);

  expect(await desk.sync.push(desk.transport)).toBe(1);
  expect(await waiting(desk)).toBe(0);
  expect(await contents(desk.database)).toEqual(await contents(world.server.database));
});

test("R6 · a batch sent again under another stream changes nothing", async () => {
  await using world = await createWorld();
  const desk = await world.device("desk");
  await desk.connect();
  await desk.syncAll();
  const id = await write(desk, "first line\nlast line");
  const caller = await desk.caller();
  await desk.sync.push(desk.transport);
  must(await desk.memos.update(caller, id, { pinned: true }));
  must(await desk.memos.update(caller, id, { content: "first line\nmiddle\nlast line" }));
  await write(desk, "another");
  const sent = await pushed(desk);
  const before = await contents(world.server.database);
  expect(before[id]).toMatchObject({ pinned: true, content: "first line\nmiddle\nlast line" });
  const { ops, ...batch } = sent;
  const kinds = ops.map(({ op }) => op.kind);
  expect(kinds).toEqual(expect.arrayContaining(["memo.set", "memo.text", "memo.put"]));

  const again = {
    ...batch,
    streamId: "stream-of-a-copy",
    ops: ops.map(({ op }, at) => ({ n: at + 1, op })),
  };
  const response = await world.server.sync.push(world.server.caller("users/alice"), again);
  const codes = response.type === "results" ? response.results.map(({ code }) => code) : [];
  expect(codes).toEqual(ops.map(() => "applied"));
  // Every row has the same seq too, so devices aren't notified.
  expect(await contents(world.server.database)).toEqual(before);
});

test("C7 · operations of a clock far ahead, sent again under another stream, do not override later changes", async () => {
  await using world = await createWorld();
  const desk = await world.device("desk");
  await desk.connect();
  await desk.syncAll();
  // Its clock was set wrong since.
  desk.driftMs = 86_400_000;
  const id = await write(desk, "written tomorrow");
  const request = await pushed(desk);
  const alice = world.server.caller("users/alice");
  must(await world.server.memos.update(alice, id, { pinned: true }));
  const before = await contents(world.server.database);
  expect(before[id]).toMatchObject({ pinned: true });

  const again = { ...request, streamId: "stream-after-a-restore" };
  const response = await world.server.sync.push(alice, again);
  const codes = response.type === "results" ? response.results.map(({ code }) => code) : [];
  expect(codes).toEqual(request.ops.map(() => "applied"));
  expect(await contents(world.server.database)).toEqual(before);
});

test("C6, C8 · a change by a device whose clock is a day behind is stamped and dated after what it has seen", async () => {
  await using world = await createWorld();
  const desk = await world.device("desk");
  const laptop = await world.device("laptop");
  laptop.driftMs = -86_400_000;
  const id = await write(desk, "a memo");
  await desk.connect();
  await desk.syncAll();
  await laptop.connect();
  await laptop.syncAll();
  must(await desk.memos.update(await desk.caller(), id, { pinned: true }));
  await desk.syncAll();
  await laptop.sync.pull(laptop.transport);
  // Without a correction by the server's time, as when a clock is set back while offline.
  laptop.clock.correct(0);
  const seen = await laptop.database.read(({ memos }) => memos.find(id));
  must(await laptop.memos.update(await laptop.caller(), id, { pinned: false }));
  const changed = await laptop.database.read(({ memos }) => memos.find(id));
  expect(String(changed?.stamps.pinned) > String(seen?.stamps.pinned)).toBe(true);
  const updatedMs = Number(seen?.updatedMs) + 1000;
  expect(changed?.updatedMs).toBe(updatedMs);

  await laptop.sync.push(laptop.transport);
  await desk.syncAll();
  const all = await contents(world.server.database);
  expect(all[id]).toMatchObject({ pinned: false });
  expect((await desk.database.read(({ memos }) => memos.find(id)))?.updatedMs).toBe(updatedMs);
  expect(await contents(desk.database)).toEqual(all);
});

/** Returns a database that refuses writes of one memo: it adds a revision without a time. */
function refusing(database: ServerDatabase, memo: string): ServerDatabase {
  return {
    ...database,
    write: (work, by) =>
      database.write(
        (stores) =>
          work({
            ...stores,
            memos: {
              ...stores.memos,
              save: async (entity, ...rest) => {
                const saved = await stores.memos.save(entity, ...rest);
                if (entity.row.id !== memo) return saved;
                const { creator: author, content } = entity.row;
                const revision = { memo, author, device: "", content, atMs: Number.NaN };
                await stores.revisions.add({ ...revision, id: "timeless", reason: "edit" });
                return saved;
              },
            },
          }),
        by,
      ),
  };
}

test("R9b · an operation that the database refuses is refused by itself", async () => {
  await using world = await createWorld();
  const desk = await world.device("desk");
  await desk.connect();
  await desk.syncAll();
  await write(desk, "before");
  const refused = await write(desk, "refused");
  await write(desk, "after");
  const { database, journal, clock } = world.server.deps;
  const server = createSyncServer({
    ...{ journal, clock, schemaVersion: 1, limits: () => defaultMemoLimits },
    database: refusing(database, refused),
    textClientId: () => 2 ** 40,
  });
  const caller = await desk.caller();
  const answers: PushResponse[] = [];
  await desk.sync.push({
    ...desk.transport,
    push: async (request) => {
      const answer = await server.push(caller, request);
      answers.push(answer);
      return answer;
    },
  });
  const results = answers.flatMap((answer) => (answer.type === "results" ? answer.results : []));
  expect(results.map(({ code }) => code)).toEqual(["applied", "invalid", "applied"]);
  expect(await waiting(desk)).toBe(0);
  const texts = await world.server.database.read(({ memos, revisions }) =>
    Promise.all([memos.find(refused), revisions.listByMemo(refused, 9)]),
  );
  expect(texts).toEqual([null, []]);
});

test("M1 · U+0000 in an asserted text becomes U+FFFD, including in the history", async () => {
  await using world = await createWorld();
  const desk = await world.device("desk");
  await desk.connect();
  await desk.syncAll();
  const id = await write(desk, "first words");
  await desk.syncAll();
  await write(desk, "beside");
  const caller = await desk.caller();
  const asked: PushResponse[] = [];
  await desk.sync.push({
    ...desk.transport,
    push: async (request) => {
      const n = request.ops.length + (request.ops[0]?.n ?? 0);
      const sha = "0".repeat(64);
      const { stamp, updatedMs } = { stamp: world.server.deps.clock.tick(), updatedMs: 1 };
      const op = {
        ...{ kind: "memo.text", entity: id, stamp, updatedMs, gen: 1, update: "" },
        ...{ baseSha: sha, resultSha: sha, whole: { base: "\0", content: "whole\0" } },
      };
      const answer = await world.server.sync.push(caller, {
        ...request,
        ops: [...request.ops, { n, op }],
      });
      asked.push(answer);
      return answer;
    },
  });
  const results = asked.flatMap((answer) => (answer.type === "results" ? answer.results : []));
  expect(results.map(({ code }) => code)).toEqual(["applied", "applied"]);
  const texts = await world.server.database.read(({ revisions }) => revisions.listByMemo(id, 9));
  expect(texts.map(({ content }) => content).toSorted()).toEqual(["first words", "whole\uFFFD"]);
});

describe("memos asserted under newer generations, with other words each time", () => {
  const words = (from: number, count: number): string =>
    Array.from({ length: count }, (_, i) => `w${from + i}`).join(" ");

  /** Sends assertions of a memo that the server doesn't know, as a device would after a restore. */
  async function stated(world: World, server: SyncServer, contents: readonly string[]) {
    const desk = await world.device("desk");
    await desk.connect();
    await desk.syncAll();
    await write(desk, "some words");
    const sent = await pushed(desk);
    const op = sent.ops[0]?.op;
    if (op === undefined) throw new Error("nothing was sent");
    const puts = contents.map((content, i) => ({
      ...op,
      entity: "other",
      text: { gen: i + 2, content },
    }));
    const answer = await server.push(await desk.caller(), {
      ...sent,
      ops: puts.map((put, i) => ({ n: i + 2, op: put })),
    });
    if (answer.type !== "results") throw new Error(answer.type);
    const found = await world.server.database.read(({ memos }) => memos.find("other"));
    return { codes: answer.results.map(({ code }) => code), content: found?.content ?? "" };
  }

  test("R14b, T13e · keep all words, and a batch of them is answered as far as it came", async () => {
    await using world = await createWorld();
    const texts = Array.from({ length: 6 }, (_, i) => words(1_500 * i, 1_500));
    const { codes, content } = await stated(world, world.server.sync, texts);
    expect(codes.length).toBeGreaterThan(1);
    expect(codes.length).toBeLessThan(6);
    expect(codes.every((code) => code === "applied")).toBe(true);
    const kept = texts.slice(0, codes.length).flatMap((text) => text.split(" "));
    expect(new Set(content.split(" "))).toEqual(new Set(kept));
  });

  test("are rejected if they exceed the size limit together", async () => {
    await using world = await createWorld();
    const { database, journal, clock } = world.server.deps;
    const server = createSyncServer({
      ...{ database, journal, clock, schemaVersion: 1, textClientId: () => 2 ** 40 },
      limits: () => ({ contentBytes: 300 }),
    });
    const texts = [words(100, 40), words(200, 10), words(300, 40)];
    const { codes, content } = await stated(world, server, texts);
    expect(codes).toEqual(["applied", "applied", "too-large"]);
    expect(content.split(" ")).toHaveLength(50);
  });
});
