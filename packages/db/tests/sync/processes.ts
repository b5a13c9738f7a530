import { createPageTokens, type ServerDatabase } from "@tidemark/core";
import { defaultMemoLimits } from "@tidemark/core/access";
import { createHybridClock, type HybridClock } from "@tidemark/core/clock";
import { createMemoService, type MemoDeps, type MemoService } from "@tidemark/core/memo";
import type { Caller } from "@tidemark/core/model";
import type { SyncTransport } from "@tidemark/core/sync/protocol";
import {
  createServerJournal,
  createSyncServer,
  epochKey,
  type Lineage,
  noticeRollback,
  type NoticedRollback,
  openLineage,
  type SyncServer,
  watchDatabase,
} from "@tidemark/core/sync/server";
import { clientIdFrom } from "@tidemark/core/text";
import { openDatabase } from "../engine.ts";
import { postgres } from "../postgres.ts";
import { tempFolder } from "../temp-database.ts";
import type { Instance, OpenInstance } from "./instance.ts";
import { type DeviceReplica, overTheWire } from "./replicas.ts";

/** One of several processes over one database, composed like the real server. */
export interface ServerProcess {
  readonly database: ServerDatabase;
  readonly lineage: Lineage;
  readonly clock: HybridClock;
  readonly memos: MemoService;
  readonly sync: SyncServer;
  /** Rollbacks that it noticed. */
  readonly rollbacks: readonly NoticedRollback[];
  /** Milliseconds by which its wall clock is ahead. */
  driftMs: number;
  /** Ends it like a crash, without any message to the database. */
  leave(): Promise<void>;
}

let lastId = 0;
/** Returns an id of letters and digits, unique within a run. */
export function newId(): string {
  return `id${(lastId += 1)}x`;
}

export async function startProcess(
  { database, shared, leave }: OpenInstance,
  wallMs: () => number,
): Promise<ServerProcess> {
  const lineage = await database.write(async ({ meta }) => {
    if ((await meta.get(epochKey)) === null) await meta.set(epochKey, `epoch${newId()}`);
    return openLineage(meta, { keyHex: () => "5a".repeat(32), startId: newId });
  });
  const clock = createHybridClock({ node: newId(), wallMs: () => wallMs() + process.driftMs });
  const { newestStamp } = await database.read(({ meta }) => meta.changePosition());
  if (newestStamp !== null) clock.observe(newestStamp);
  const rollbacks: NoticedRollback[] = [];
  const noticing = {
    clock,
    lineage,
    newEpoch: () => `epoch${newId()}`,
    onRollback: (noticed: NoticedRollback) => rollbacks.push(noticed),
  };
  if (shared !== undefined) watchDatabase(shared, noticing);
  const deps: MemoDeps<ServerDatabase> = {
    database,
    journal: createServerJournal({ clock, newId }),
    clock,
    newId,
    textClientId: (memo, gen) => clientIdFrom(`server\n${lineage.startId}\n${memo}\n${gen}`),
    pageTokens: createPageTokens(new Uint8Array(32)),
    limits: () => defaultMemoLimits,
  };
  const process: ServerProcess = {
    database,
    lineage,
    clock,
    memos: createMemoService(deps),
    sync: noticeRollback(createSyncServer({ ...deps, schemaVersion: 1 }), {
      ...noticing,
      database,
    }),
    rollbacks,
    driftMs: 0,
    leave,
  };
  return process;
}

export function openInstance(): Promise<Instance> {
  return postgres?.openPostgresInstance() ?? openFileInstance();
}

async function openFileInstance(): Promise<Instance> {
  const folder = tempFolder();
  let file = folder.file("0.db");
  const openFile = () => openDatabase({ file, role: "server" });
  let open = await openFile();
  return {
    // Real processes don't share a file, but the same rules apply.
    open: async () => ({ database: open.database, leave: async () => {} }),
    async save() {
      const saved = folder.file(`${newId()}.db`);
      await open.backupTo(saved);
      return saved;
    },
    async restore(saved) {
      await open.close();
      const copy = await openDatabase({ file: saved, role: "server" });
      file = folder.file(`${newId()}.db`);
      await copy.backupTo(file);
      await copy.close();
      open = await openFile();
    },
    async [Symbol.asyncDispose]() {
      await open.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Returns a device's transport to the process that `server` returns at the time. */
export function transportTo(who: Caller, server: () => SyncServer): SyncTransport {
  return {
    hello: () => server().hello(who),
    push: (asked) => server().push(who, overTheWire(asked)).then(overTheWire),
    pull: (asked) => server().pull(who, overTheWire(asked)).then(overTheWire),
    snapshot: (asked) => server().snapshot(who, overTheWire(asked)).then(overTheWire),
  };
}

/** Runs a device's full sync round twice: the second loads the changes of a new epoch. */
export async function syncVia(device: DeviceReplica, transport: SyncTransport): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await device.sync.greet(transport);
    await device.sync.push(transport);
    await device.sync.pull(transport);
  }
}
