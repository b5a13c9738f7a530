import {
  type PullResponse,
  type PushRequest,
  pushRequestSchema,
} from "@tidemark/core/sync/protocol";
import type {
  Hello,
  PullRequest,
  PushResponse,
  SnapshotRequest,
  SnapshotResponse,
  SyncTransport,
  WireChange,
} from "@tidemark/core/sync/protocol";
import { describe, expect, test } from "vitest";
import recording from "./protocol-v1/exchanges.json" with { type: "json" };
import { apiOf, type Exchange, runScenario } from "./protocol-v1/scenario.ts";
import { contents, createWorld, type DeviceReplica, must } from "./replicas.ts";
import { epochKey } from "@tidemark/core/sync/server";

const exchanges = recording.exchanges as readonly Exchange[];

describe("recorded version 1 of the protocol", () => {
  test("I11 · this server answers an old device with everything that it was answered then", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    const { transport } = desk;
    const api = apiOf(world);
    let pushes = 0;
    for (const { call, request, response } of exchanges) {
      if (call === "push") {
        pushes += 1;
        if (pushes === 3) await api("edit");
        if (pushes === 5) await api("purge");
        // The current schema parses it to the same request.
        expect(pushRequestSchema.parse(request)).toMatchObject(request as object);
      }
      const answered: unknown = await askServer(transport, call, request);
      expect(withoutServerNames(answered)).toMatchObject(withoutServerNames(response) as object);
    }
    expect(Object.keys(await contents(world.server.database)).toSorted()).toEqual(
      Object.keys(recording.result).toSorted(),
    );
  });

  test("I11 · this device ends with the same memos from an old server's answers", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    const answers = [...exchanges];
    const next = <T>(call: Exchange["call"], ask: { streamId?: string } | null): T => {
      const answer = answers.shift();
      expect(call).toBe(answer?.call);
      const response = structuredClone(answer?.response) as { streamId?: string };
      if (ask?.streamId !== undefined && "streamId" in response) response.streamId = ask.streamId;
      return response as T;
    };
    const old: SyncTransport = {
      hello: async () => next<Hello>("hello", null),
      push: async (request) => next<PushResponse>("push", request),
      pull: async () => next<PullResponse>("pull", null),
      snapshot: async () => next<SnapshotResponse>("snapshot", null),
    };
    await runScenario(desk, old, async () => {});
    expect(answers).toEqual([]);
    expect(await contents(desk.database)).toMatchObject(recording.result);
    expect((await desk.database.read(({ outbox }) => outbox.rejected(9))).length).toBe(1);
  });
});

/**
 * Returns a message without fields that differ between runs or versions: server time, schema version, states.
 */
function withoutServerNames(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) =>
      key === "serverTimeMs" || key === "schemaVersion" || key === "state" ? undefined : each,
    ),
  );
}

function askServer(
  transport: SyncTransport,
  call: Exchange["call"],
  request: unknown,
): Promise<unknown> {
  switch (call) {
    case "hello":
      return transport.hello();
    case "push":
      return transport.push(request as PushRequest);
    case "pull":
      return transport.pull(request as PullRequest);
    case "snapshot":
      return transport.snapshot?.(request as SnapshotRequest) ?? Promise.resolve(null);
  }
}

describe("R9 · data of a newer peer", () => {
  async function synced(): Promise<{
    world: Awaited<ReturnType<typeof createWorld>>;
    desk: DeviceReplica;
    id: string;
  }> {
    const world = await createWorld();
    const desk = await world.device("desk");
    const { id } = must(await desk.memos.create(await desk.caller(), { content: "mine" }));
    await desk.connect();
    await desk.syncAll();
    return { world, desk, id };
  }

  /** Returns the transport of a newer server: `change` modifies every row that it sends. */
  function newer(
    transport: SyncTransport,
    change: (change: WireChange) => WireChange,
    more: readonly WireChange[] = [],
  ): SyncTransport {
    return {
      ...transport,
      pull: async (request) => {
        const page = await transport.pull(request);
        return page.type === "page"
          ? { ...page, changes: [...page.changes.map(change), ...more] }
          : page;
      },
    };
  }

  test("about a memo is passed on by a device and by a server", async () => {
    const { world, desk, id } = await synced();
    await using _ = world;
    const api = world.server.caller("users/alice");
    must(await world.server.memos.update(api, id, { pinned: true }));
    const paint = (change: WireChange): WireChange => ({
      ...change,
      row: { ...(change.row as object), colour: "red" },
    });
    await desk.sync.pull(newer(desk.transport, paint));
    const known = await desk.database.read(({ memos }) => memos.find(id));
    expect(known?.extra).toEqual({ colour: "red" });
    // The device asserts the memo to a server that is new to it.
    await world.server.database.write(({ meta }) => meta.set(epochKey, "epoch-2"));
    await desk.syncAll();
    const kept = await world.server.database.read(({ memos }) => memos.find(id));
    expect(kept?.extra).toEqual({ colour: "red" });
    const laptop = await world.device("laptop");
    await laptop.connect();
    await laptop.syncAll();
    expect((await laptop.database.read(({ memos }) => memos.find(id)))?.extra).toEqual({
      colour: "red",
    });
  });

  test("in an operation is stored by the server", async () => {
    const { world, desk, id } = await synced();
    await using _ = world;
    const stamp = desk.clock.tick();
    const request = {
      epoch: "epoch-1",
      streamId: "a-newer-device",
      clientNowMs: world.nowMs,
      ops: [{ n: 1, op: { kind: "memo.set", entity: id, stamp, set: { mood: "calm" } } }],
    };
    await desk.transport.push(pushRequestSchema.parse(request));
    const kept = await world.server.database.read(({ memos }) => memos.find(id));
    expect(kept?.extra).toEqual({ mood: "calm" });
    await desk.syncAll();
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });

  test("R9b · in an operation of an unknown kind, or one that cannot be read, is refused by itself", async () => {
    const { world, desk, id } = await synced();
    await using _ = world;
    const stamp = desk.clock.tick();
    const ops = [
      { n: 1, op: { kind: "dream.put", entity: "d1", stamp, dream: "of a newer version" } },
      { n: 2, op: { kind: "memo.set", entity: id, stamp: "no stamp", set: { pinned: true } } },
      { n: 3, op: { kind: "memo.set", entity: id, stamp, set: { pinned: true } } },
    ];
    const request = { epoch: "epoch-1", streamId: "a-newer-device", clientNowMs: world.nowMs, ops };
    const push = () => desk.transport.push(pushRequestSchema.parse(request));
    const answer = await push();
    expect(answer).toMatchObject({
      type: "results",
      results: [
        { n: 1, code: "invalid", entity: "d1", row: null },
        { n: 2, code: "invalid", entity: id, row: { id } },
        { n: 3, code: "applied", entity: id, row: { fields: { pinned: true } } },
      ],
    });
    expect(await push()).toMatchObject({ results: [{ code: "invalid" }, {}, { code: "applied" }] });
  });

  test("of an unknown kind or shape is deferred until an upgrade", async () => {
    const { world, desk, id } = await synced();
    await using _ = world;
    const api = world.server.caller("users/alice");
    must(await world.server.memos.update(api, id, { content: "mine, changed" }));
    const unreadable = (change: WireChange): WireChange => ({
      ...change,
      row: { ...(change.row as object), text: { gen: 1, format: "new" } },
    });
    const view = { scope: "u:alice", seq: 1, kind: "view", entity: "v1", op: "up" } as const;
    await desk.sync.pull(newer(desk.transport, unreadable, [view]));
    expect(await desk.sync.pull(desk.transport)).toBe(0);
    const waiting = await desk.database.write(({ deferred }) => deferred.all());
    expect(waiting.map((each) => each.kind).toSorted()).toEqual(["memo", "view"]);
    expect((await desk.database.read(({ memos }) => memos.find(id)))?.content).toBe("mine");

    // After an upgrade: the row in a readable shape.
    const server = await world.server.database.read(({ feed }) => feed.page("u:alice", 0, 10));
    const pulled = await desk.transport.pull({
      epoch: "epoch-1",
      cursors: { "u:alice": 0 },
      maxBytes: 1_000_000,
    });
    if (pulled.type !== "page") throw new Error("no page");
    const readable = pulled.changes.find((change) => change.entity === id);
    await desk.database.write(({ deferred }) =>
      deferred.put("memo", id, server.at(-1)?.seq ?? 0, JSON.stringify(readable)),
    );
    await desk.sync.greet(desk.transport);
    expect((await desk.database.read(({ memos }) => memos.find(id)))?.content).toBe(
      "mine, changed",
    );
    const left = await desk.database.write(({ deferred }) => deferred.all());
    expect(left.map((each) => each.kind)).toEqual(["view"]);
  });
});
