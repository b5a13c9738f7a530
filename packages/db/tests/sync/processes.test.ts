import { fc, test as property } from "@fast-check/vitest";
import { stampMs, type Stamp } from "@tidemark/core/model";
import { beginEpoch, epochKey } from "@tidemark/core/sync/server";
import { describe, expect, test } from "vitest";
import { isPostgres, lacks } from "../engine.ts";
import type { Instance } from "./instance.ts";
import {
  newId,
  openInstance,
  type ServerProcess,
  startProcess,
  syncVia,
  transportTo,
} from "./processes.ts";
import { contents, createWorld, must } from "./replicas.ts";

const alice = { name: "users/alice", role: "USER", spaces: [], scope: null, device: "d" } as const;
const nowMs = Date.UTC(2026, 2, 15, 12);
const wallMs = (): number => nowMs;

/** A run over PostgreSQL takes seconds. */
const numRuns = process.env["TIDEMARK_NIGHTLY"] === "1" ? 60 : isPostgres ? 3 : 30;
const timeout = 60_000 + numRuns * 15_000;

/** State of a device that pulls. */
interface Asker {
  epoch: string;
  seen: string | null;
}

async function epochOf({ database }: ServerProcess): Promise<string> {
  return (await database.read(({ meta }) => meta.get(epochKey))) ?? "";
}

/** Pulls once. Returns whether the epoch changed, which it then enters. */
async function ask(asker: Asker, process: ServerProcess): Promise<boolean> {
  const { epoch, seen } = asker;
  const asked = { epoch, cursors: {}, maxBytes: 1000, ...(seen !== null && { seen }) };
  const answer = await process.sync.pull(alice, asked);
  if (answer.type === "epoch-mismatch") {
    Object.assign(asker, { epoch: answer.epoch, seen: null });
    return true;
  }
  asker.seen = ("seen" in answer ? answer.seen : undefined) ?? seen;
  return false;
}

/** Does the same as the verb `new-epoch`. */
async function beginByVerb(instance: Instance, epoch: string): Promise<void> {
  const { database, leave } = await instance.open();
  await database.write(({ meta }) => beginEpoch(meta, epoch, nowMs));
  await leave();
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("write"), at: fc.nat(9) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("ask"), at: fc.nat(9), by: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("start"), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("stop"), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cut"), at: fc.nat(9) }) },
);

interface Step {
  readonly do: string;
  readonly at: number;
  readonly by?: number;
}

/** Runs processes over one instance, and devices that pull from any of them. */
async function play(
  instance: Instance,
  running: ServerProcess[],
  askers: readonly Asker[],
  steps: readonly Step[],
) {
  let mismatches = 0;
  const start = async (): Promise<void> => {
    running.push(await startProcess(await instance.open(), wallMs));
  };
  for (const { do: what, at, by = 0 } of steps) {
    if (running.length === 0) await start();
    const server = running[at % running.length];
    const asker = askers[by % askers.length];
    if (server === undefined || asker === undefined) throw new Error("nobody is there");
    if (what === "write") {
      const writes = [server, running[0] ?? server].map(({ memos }, n) =>
        memos.create(alice, { content: `${at} ${n}` }),
      );
      for (const made of await Promise.all(writes)) must(made);
    } else if (what === "ask") {
      if (await ask(asker, server)) mismatches += 1;
    } else if (what === "start") {
      // Two at once.
      await Promise.all(running.length < 4 ? [start(), start()] : []);
    } else if (what === "stop") {
      running.splice(at % running.length, 1);
      await server.leave();
    } else {
      await instance.save();
    }
  }
  return mismatches;
}

describe.skipIf(lacks("backups"))("several processes over one database", () => {
  property.prop([fc.array(step, { minLength: 5, maxLength: 25 })], { numRuns })(
    "R17 · no order of starts, crashes, writes and devices is taken for a rollback",
    async (steps) => {
      await using instance = await openInstance();
      const running = [await startProcess(await instance.open(), wallMs)];
      const [first] = running;
      if (first === undefined) throw new Error("a process was started");
      const epoch = await epochOf(first);
      const askers = [0, 1, 2].map(() => ({ epoch, seen: null }));
      const all: ServerProcess[] = [first];
      const mismatches = await play(instance, running, askers, steps);
      all.push(...running);
      const last = await startProcess(await instance.open(), wallMs);
      for (const asker of askers) expect(await ask(asker, last)).toBe(false);
      expect(mismatches).toBe(0);
      expect(all.flatMap(({ rollbacks }) => rollbacks)).toEqual([]);
      expect(await epochOf(last)).toBe(epoch);
    },
    timeout,
  );

  property.prop(
    [
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(step, { maxLength: 12 }),
      fc.boolean(),
    ],
    { numRuns },
  )(
    "R17b · a database that was put back is noticed by whoever was answered since, whatever it has grown to",
    async (before, lost, after, byVerb) => {
      await using instance = await openInstance();
      const running = [await startProcess(await instance.open(), wallMs)];
      const [first] = running;
      if (first === undefined) throw new Error("a process was started");
      const epoch = await epochOf(first);
      const askers = [0, 1, 2].map(() => ({ epoch, seen: null }));
      await play(instance, running, askers, before);
      const saved = await instance.save();
      await play(instance, running, askers, lost);
      // Changes are lost, and the device that pulls last knows of one.
      const knowing: Asker = { epoch, seen: null };
      if (running.length === 0) running.push(await startProcess(await instance.open(), wallMs));
      const [one] = running;
      if (one === undefined) throw new Error("a process was started");
      must(await one.memos.create(alice, { content: "lost" }));
      await ask(knowing, one);
      await instance.restore(saved);
      // Over PostgreSQL, processes continue with the restored database.
      if (!isPostgres) running.length = 0;
      const back = await startProcess(await instance.open(), wallMs);
      if (byVerb) await beginByVerb(instance, "epochtold");
      running.push(back);
      await play(
        instance,
        running,
        askers,
        after.filter(({ do: what }) => what !== "stop"),
      );
      expect(await ask(knowing, back)).toBe(true);
      const now = await epochOf(back);
      expect(now).not.toBe(epoch);
      if (byVerb) expect(now).toBe("epochtold");
      for (const asker of askers) {
        await ask(asker, back);
        expect(asker.epoch).toBe(now);
      }
    },
    timeout,
  );

  test.runIf(isPostgres)(
    "C2, C6 · a process whose clock is behind stamps after another one's commits",
    async () => {
      await using instance = await openInstance();
      const ahead = await startProcess(await instance.open(), wallMs);
      const behind = await startProcess(await instance.open(), wallMs);
      behind.driftMs = -3_600_000;
      const { id } = must(await ahead.memos.create(alice, { content: "", visibility: "PUBLIC" }));
      for (let n = 0; n < 9; n += 1) must(await ahead.memos.create(alice, { content: `${n}` }));
      const comment = must(await ahead.memos.create(alice, { content: "c", parent: id }));
      // Derived changes are stamped without reading them: they must not lose to the original.
      must(await behind.memos.update(alice, id, { visibility: "PRIVATE" }));
      const shown = (await contents(ahead.database))[comment.id];
      expect(shown).toMatchObject({ visibility: "PRIVATE" });

      const newest: Stamp[] = [];
      for (const [n, server] of [behind, ahead, behind, behind, ahead].entries()) {
        must(await server.memos.update(alice, id, { content: `text ${n}` }));
        const changePosition = await ahead.database.read(({ meta }) => meta.changePosition());
        newest.push(changePosition.newestStamp ?? "");
      }
      expect(newest).toEqual([...new Set(newest)].toSorted());
      expect(stampMs(newest[0] ?? "")).toBe(nowMs);
      expect((await contents(behind.database))[id]).toMatchObject({ content: "text 4" });
    },
  );

  test("C1 · stamps of processes that write at once differ, and the newest is stored", async () => {
    await using instance = await openInstance();
    const one = await startProcess(await instance.open(), wallMs);
    const processes: ServerProcess[] = [one];
    for (let n = 0; n < 2; n += 1) {
      processes.push(await startProcess(await instance.open(), wallMs));
    }
    const made = await Promise.all(
      processes.flatMap(({ memos }) =>
        Array.from({ length: 15 }, (_, n) => memos.create(alice, { content: `${n}` })),
      ),
    );
    const ids = made.map((each) => must(each).id);
    const rows = await one.database.read(({ memos }) => memos.findMany(ids));
    const stamps = rows.map(({ stamps: given }) => given["*"]);
    expect(new Set(stamps).size).toBe(45);
    const changePosition = await one.database.read(({ meta }) => meta.changePosition());
    expect(stamps.every((stamp) => stamp <= (changePosition.newestStamp ?? ""))).toBe(true);
    const restarted = await startProcess(await instance.open(), () => 0);
    expect(restarted.clock.tick() > (changePosition.newestStamp ?? "")).toBe(true);
  });

  describe("devices of a restored instance", () => {
    test.each([true, false])("I10 · lose no data (new-epoch: %s)", async (byVerb) => {
      await using world = await createWorld();
      await using instance = await openInstance();
      const one = await startProcess(await instance.open(), wallMs);
      const other = await startProcess(await instance.open(), wallMs);
      let served = [one, other];
      let turn = 0;
      const who = (device: string) => ({ ...alice, device });
      const via = (device: string) =>
        transportTo(who(device), () => {
          const process = served[(turn += 1) % served.length];
          if (process === undefined) throw new Error("nobody serves");
          return process.sync;
        });
      const desk = await world.device("desk");
      const phone = await world.device("phone");
      for (const device of [desk, phone]) {
        const transport = via(device.name);
        await device.sync.adopt(await transport.hello(), "http://server.test");
      }
      const kept = must(await desk.memos.create(await desk.caller(), { content: "kept" }));
      const purged = must(await desk.memos.create(await desk.caller(), { content: "purged" }));
      await syncVia(desk, via("desk"));
      await syncVia(phone, via("phone"));
      const saved = await instance.save();

      // The server loses the following changes.
      must(await one.memos.update(alice, kept.id, { content: "kept, and changed on A" }));
      const late = must(await other.memos.create(alice, { content: "written on B" }));
      must(await desk.memos.create(await desk.caller(), { content: "written on the desk" }));
      await syncVia(desk, via("desk"));
      await syncVia(phone, via("phone"));

      await instance.restore(saved);
      if (!isPostgres) {
        served = [
          await startProcess(await instance.open(), wallMs),
          await startProcess(await instance.open(), wallMs),
        ];
      }
      const [back] = served;
      if (back === undefined) throw new Error("somebody serves");
      if (byVerb) await beginByVerb(instance, newId());
      // The server continues before any device pulls: with more changes than were lost.
      for (const process of served) {
        must(await process.memos.update(alice, kept.id, { content: `kept, changed anew` }));
        for (let n = 0; n < 4; n += 1) must(await process.memos.create(alice, { content: "new" }));
      }
      for (let round = 0; round < 3; round += 1) {
        await syncVia(desk, via("desk"));
        await syncVia(phone, via("phone"));
      }

      const texts = Object.values(await contents(back.database)).map(
        (memo) => (memo as { content: string }).content,
      );
      expect(texts.filter((text) => text === "written on B")).toHaveLength(1);
      expect(texts.filter((text) => text === "written on the desk")).toHaveLength(1);
      expect(texts.filter((text) => text === "purged")).toHaveLength(1);
      expect(texts.filter((text) => text === "new")).toHaveLength(8);
      expect(texts.find((text) => text.startsWith("kept"))).toContain("changed");
      const found = await contents(back.database);
      for (const device of [desk, phone]) {
        const shown = await contents(device.database);
        expect(Object.keys(shown).toSorted()).toEqual(Object.keys(found).toSorted());
        for (const id of [kept.id, purged.id, late.id]) {
          expect(shown[id]).toMatchObject({
            content: (found[id] as { content: string }).content,
          });
        }
      }
      const noticed = [one, other, ...served].flatMap(({ rollbacks }) => rollbacks);
      expect(noticed.length > 0).toBe(!byVerb);
    });
  });

  test.runIf(isPostgres)(
    "R17c · a process writes on nothing that went back under it before a new epoch, under another name",
    async () => {
      await using instance = await openInstance();
      const one = await startProcess(await instance.open(), wallMs);
      const other = await startProcess(await instance.open(), wallMs);
      const epoch = await epochOf(one);
      must(await one.memos.create(alice, { content: "kept" }));
      const saved = await instance.save();
      must(await one.memos.create(alice, { content: "lost" }));
      must(await one.memos.create(alice, { content: "lost too" }));
      const { startId } = one.lineage;
      await instance.restore(saved);
      // It knew none of the lost changes, and makes more than were lost.
      for (let n = 0; n < 5; n += 1) must(await other.memos.create(alice, { content: `new ${n}` }));
      expect(await epochOf(other)).toBe(epoch);
      expect(other.rollbacks).toEqual([]);
      must(await one.memos.create(alice, { content: "after" }));
      expect(one.rollbacks).toHaveLength(1);
      expect(one.lineage.startId).not.toBe(startId);
      const now = await epochOf(one);
      expect(now).not.toBe(epoch);
      // The other process adopts the epoch, and begins none itself.
      const was = other.lineage.startId;
      must(await other.memos.create(alice, { content: "and on" }));
      expect(other.lineage.startId).not.toBe(was);
      expect(await epochOf(other)).toBe(now);
      expect(other.rollbacks).toEqual([]);
    },
  );
});
