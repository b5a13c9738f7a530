import type { Database } from "@tidemark/core";
import {
  isContradicted,
  type Lineage,
  noticeRollback,
  type NoticedRollback,
  openLineage,
  type SyncServer,
} from "@tidemark/core/sync/server";
import type { PullRequest, PushRequest } from "@tidemark/core/sync/protocol";
import { describe, expect, test, vi } from "vitest";
import { tempFolder } from "../temp-database.ts";
import { lacks, openDatabase } from "../engine.ts";
import { createWorld, must, type World } from "./replicas.ts";
import { defineMeta, metaForm } from "@tidemark/core";

const startsKey = defineMeta("lineage_starts", metaForm.text);

let lastStart = 0;
const random = {
  keyHex: () => "5a".repeat(32),
  startId: () => `start${(lastStart += 1)}`,
};

function begin(database: Database): Promise<Lineage> {
  return database.write(({ meta }) => openLineage(meta, random));
}

/** Returns a process's proof of the current database. */
function prove(database: Database, lineage: Lineage): Promise<string> {
  return database.read(async ({ meta }) => lineage.prove("epoch", await meta.changePosition()));
}

/** Returns whether a proof shows that the current database was rolled back. */
async function showsRollback(
  database: Database,
  lineage: Lineage,
  proof: string,
  epoch = "epoch",
): Promise<boolean> {
  const said = lineage.read(proof, epoch);
  if (said === null) return false;
  return database.read(async ({ meta }) =>
    isContradicted(meta, await meta.changePosition(), [said]),
  );
}

async function grow(database: Database, count: number): Promise<void> {
  await database.write(async ({ meta }) => {
    for (let n = 0; n < count; n += 1) await meta.nextSeq();
  });
}

describe("R17 · a rollback proof", () => {
  test.skipIf(lacks("backups"))(
    "is contradicted by an older copy of the database, even if that has grown further",
    async () => {
      using folder = tempFolder();
      const copied = folder.file("copy.db");
      await using open = await openDatabase({ file: folder.file("first.db"), role: "server" });
      const { database } = open;
      const first = await begin(database);
      await grow(database, 10);
      const early = await prove(database, first);
      const second = await begin(database);
      const known = await prove(database, second);
      await open.backupTo(copied);
      await grow(database, 10);
      // Made by any process.
      const later = await prove(database, first);
      const third = await begin(database);
      const unknown = await prove(database, second);
      expect(await showsRollback(database, third, later)).toBe(false);

      await using copy = await openDatabase({ file: copied, role: "server" });
      const again = await begin(copy.database);
      await grow(copy.database, 40);
      const answers: boolean[] = [];
      for (const proof of [early, known, later, unknown]) {
        answers.push(await showsRollback(copy.database, again, proof));
      }
      expect(answers).toEqual([false, false, true, true]);
      expect(await showsRollback(copy.database, again, later, "another epoch")).toBe(false);
    },
  );

  test("is ignored if it was altered or forged", async () => {
    await using world = await createWorld();
    const { database } = world.server;
    const lineage = await begin(database);
    await grow(database, 7);
    const proof = await prove(database, lineage);
    const [milestone, id, seq, signature] = proof.split(".");
    const forged = [
      `${milestone}.${id}.9000.${signature}`,
      `99.${id}.${seq}.${signature}`,
      `${milestone}.other.${seq}.${signature}`,
      `${milestone}.${id}.9000.${"0".repeat(32)}`,
      `${milestone}.${id}.9000.`,
      "",
      "9007199254740991",
    ];
    expect(forged.filter((each) => lineage.read(each, "epoch") !== null)).toEqual([]);
    expect(lineage.read(proof, "epoch")).toEqual({ milestone: `${milestone}.${id}`, headSeq: 8 });
  });

  test("of an expired milestone does not count as a rollback", async () => {
    await using world = await createWorld();
    const { database } = world.server;
    const oldest = await prove(database, await begin(database));
    let last = await begin(database);
    for (let n = 0; n < 210; n += 1) last = await begin(database);
    expect(await showsRollback(database, last, oldest)).toBe(false);
    const kept = await database.read(({ meta }) => meta.get(startsKey));
    expect(kept?.length).toBeLessThan(12_000);
  });
});

/** Returns the world's server with rollback detection, and the rollbacks that it noticed. */
async function noticing(world: World) {
  const { database, sync } = world.server;
  const rollbacks: NoticedRollback[] = [];
  const lineage = await begin(database);
  let epochs = 1;
  const server: SyncServer = noticeRollback(sync, {
    database,
    clock: world.server.deps.clock,
    lineage,
    newEpoch: () => `epoch-${(epochs += 1)}`,
    onRollback: (rollback) => rollbacks.push(rollback),
  });
  return { server, rollbacks };
}

describe("R17 · the server", () => {
  const request: PullRequest = { epoch: "epoch-1", cursors: {}, maxBytes: 1_000 };

  test("R17b · begins one new epoch when devices show that it went back, and answers with it", async () => {
    await using world = await createWorld();
    const { server, rollbacks } = await noticing(world);
    const who = world.server.caller("users/alice");
    must(await world.server.memos.create(who, { content: "early" }));
    const page = await server.pull(who, request);
    const seen = "seen" in page ? page.seen : undefined;
    expect(await server.pull(who, { ...request, seen })).toMatchObject({ type: "page" });

    const { database } = world.server;
    // Simulates an older copy of it.
    await database.write(({ meta }) => meta.set(startsKey, null));
    const older = await noticing({ ...world });
    expect(await older.server.pull(who, { ...request, seen: "9.x.99.00" })).toMatchObject({
      type: "page",
    });
    for (let device = 0; device < 2; device += 1) {
      const answer = await older.server.pull(who, { ...request, seen });
      expect(answer).toEqual({ type: "epoch-mismatch", answers: "epoch-1", epoch: "epoch-2" });
    }
    const push = { epoch: "epoch-1", seen, streamId: "stream-1", clientNowMs: 0, ops: [] };
    expect(await older.server.push(who, push)).toMatchObject({ epoch: "epoch-2" });
    expect(older.rollbacks).toEqual([{ hasSeq: 2, epoch: "epoch-2" }]);
    expect(rollbacks).toEqual([]);
  });

  test("answers a device without proofs as before", async () => {
    await using world = await createWorld();
    const { server } = await noticing(world);
    const answer = await server.pull(world.server.caller("users/alice"), request);
    expect(answer).toMatchObject({ type: "page", changes: [], more: false });
  });

  test("R17a · is told by a device what it stated last, once it has stated something", async () => {
    await using world = await createWorld();
    const { server } = await noticing(world);
    const desk = await world.device("desk");
    await desk.connect();
    const who = { ...world.server.caller("users/alice"), device: "desk" };
    const heard: (string | undefined)[] = [];
    const transport = {
      hello: () => server.hello(who),
      push: server.push.bind(server, who),
      pull: (asked: PullRequest) => {
        heard.push(asked.seen);
        return server.pull(who, asked);
      },
    };
    must(await desk.memos.create(await desk.caller(), { content: "a" }));
    await desk.sync.pull(transport);
    await desk.sync.push(transport);
    await desk.sync.pull(transport);
    expect(heard).toEqual([undefined, expect.stringMatching(/^0\.start\d+\.2\./)]);
  });

  test("R17a · is shown what an answer to an earlier request did not take away", async () => {
    await using world = await createWorld();
    const { server } = await noticing(world);
    const desk = await world.device("desk");
    await desk.connect();
    const who = { ...world.server.caller("users/alice"), device: "desk" };
    const { database } = world.server;
    let held: Promise<void> | null = null;
    let served = server;
    const transport = {
      hello: () => served.hello(who),
      push: (asked: PushRequest) => served.push(who, asked),
      async pull(asked: PullRequest) {
        const waits = held;
        held = null;
        await waits;
        return served.pull(who, asked);
      },
    };
    await desk.sync.pull(transport);
    let release = (): void => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    const early = desk.sync.pull(transport);
    await vi.waitFor(() => expect(held).toBeNull());
    const starts = await database.read(({ meta }) => meta.get(startsKey));
    // The copy is older than this start, which answers the device now.
    const first = await noticing(world);
    served = first.server;
    await desk.sync.pull(transport);
    await database.write(({ meta }) => meta.set(startsKey, starts));
    const older = await noticing(world);
    served = older.server;
    release();
    await early;
    expect(older.rollbacks).toEqual([]);
    await desk.sync.push(transport);
    await desk.sync.pull(transport).catch(() => undefined);
    expect(older.rollbacks).toHaveLength(1);
  });
});
