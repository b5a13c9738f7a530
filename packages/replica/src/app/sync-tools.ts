import { type DeviceDatabase, err, notFound, ok } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import type { Caller } from "@tidemark/core/model";
import type { CreateMemoInput, MemoDeps, MemoService } from "@tidemark/core/memo";
import type {
  FollowedSpace,
  MemoView,
  OnRevoked,
  RejectedOperation,
  SyncDiagnostics,
  SyncTools,
} from "@tidemark/core/router";
import {
  describeOp,
  describeRefusal,
  findRejected,
  removeRejected,
  followedSpaces,
  isFollowingPublic,
  isHeld,
  isPublicComing,
  maxRejected,
  memoOfOp,
  refusalOf,
  retryRejected,
  spaceTitles,
  serverEpochKey,
  streamIdKey,
  throwAwayHeld,
} from "@tidemark/core/sync/device";
import type { OutboxRow, DeviceReadStores } from "@tidemark/core";
import type { ChangeHub } from "../changes/change-hub.ts";
import type { Connection } from "../connection/connection.ts";
import { onRevokedKey } from "../connection/server-session.ts";
import { listWaiting } from "./list-waiting.ts";
import { createVerifyCopies } from "../connection/verify-copies.ts";

export interface SyncToolsDeps {
  readonly database: DeviceDatabase;
  readonly memos: MemoService;
  readonly memoDeps: Pick<
    MemoDeps<DeviceDatabase>,
    "database" | "journal" | "clock" | "textClientId"
  >;
  readonly blobs: Pick<BlobStore, "has">;
  readonly connection: Connection;
  readonly changes: ChangeHub;
  readonly version: string;
  readonly nowMs: () => number;
  /**
   * Returns the time at which the last database copy from before an update expires, in epoch ms; null if
   * there is none.
   */
  readonly copiesUntilMs: () => number | null;
  readonly caller: () => Promise<Caller>;
  readonly view: (id: string) => Promise<MemoView | null>;
}

async function titledSpaces(
  stores: Pick<DeviceReadStores, "meta" | "cursors">,
): Promise<readonly FollowedSpace[]> {
  const titles = await spaceTitles(stores);
  return (await followedSpaces(stores))
    .map((name) => ({ name, title: titles.get(name) ?? name.slice("spaces/".length) }))
    .toSorted((a, b) => a.title.localeCompare(b.title));
}

/** Returns the functions of the sync panel: rejected changes, the log, a report, and the user's devices. */
export function createSyncTools(deps: SyncToolsDeps): SyncTools {
  const { database, connection, changes } = deps;
  const { settings } = connection;
  const copies = createVerifyCopies({
    database,
    connection,
    nowMs: deps.nowMs,
    onChange: () => changes.sync(),
  });
  const rejected = (): Promise<OutboxRow[]> =>
    database.read(({ outbox }) => outbox.rejected(maxRejected));

  /** Returns the file of a rejected operation if its content is still on this device. */
  async function refusedFile({ op }: OutboxRow): Promise<RejectedOperation["file"]> {
    if (op.kind !== "attachment.put" || op.sha256 === null) return null;
    return (await deps.blobs.has(op.sha256)) ? { id: op.entity, filename: op.filename } : null;
  }

  /** Returns the text as its author last saw it: that of a held memo is the memo's. */
  async function textOf(row: OutboxRow): Promise<string | null> {
    if (!isHeld(row)) return refusalOf(row).content;
    return (await database.read(({ memos }) => memos.find(row.op.entity)))?.content ?? null;
  }

  /** Returns a new memo with a refused text. A held memo keeps its values and its files. */
  async function copyOf(row: OutboxRow): Promise<CreateMemoInput | null> {
    const content = await textOf(row);
    if (content === null) return null;
    const id = row.op.entity;
    const memo = isHeld(row) ? await database.read(({ memos }) => memos.find(id)) : null;
    if (memo === null) return { content };
    const files = await database.read(({ attachments }) => attachments.listByMemos([id]));
    const { createdMs, visibility, space, pinned, location, state } = memo;
    const values = { createdMs, visibility, space, pinned, location, state };
    return { content, ...values, attachments: files.map((file) => file.id) };
  }

  return {
    waiting: () => database.read(listWaiting),
    async rejected() {
      return Promise.all(
        (await rejected()).map(async (row) =>
          rowToRejected(row, await textOf(row), await refusedFile(row)),
        ),
      );
    },
    async copyRejected(n) {
      const row = await database.read((stores) => findRejected(stores, n));
      const input = row === null ? null : await copyOf(row);
      if (row === null || input === null) return err(notFound());
      const made = await deps.memos.create(await deps.caller(), input);
      if (!made.ok) return made;
      await database.write(async (stores) => {
        if (isHeld(row)) await throwAwayHeld(stores, row.op.entity, deps.nowMs());
        else await stores.outbox.remove([n]);
      });
      changes.sync();
      const view = await deps.view(made.value.id);
      return view === null ? err(notFound()) : ok(view);
    },
    async discardRejected(n) {
      const isFound = await database.write(async (stores) => {
        const row = await findRejected(stores, n);
        if (row === null) return false;
        if (isHeld(row)) return throwAwayHeld(stores, row.op.entity, deps.nowMs());
        await removeRejected(stores, row);
        return true;
      });
      changes.sync();
      return isFound ? ok(null) : err(notFound());
    },
    async retryRejected(n) {
      const done = await retryRejected(deps.memoDeps, await deps.caller(), n);
      changes.sync();
      return done;
    },
    log: () => database.read(({ syncLog }) => syncLog.list(500)),
    async diagnostics() {
      const state = await database.read(async (stores) => ({
        epoch: await stores.meta.get(serverEpochKey),
        streamId: await stores.meta.get(streamIdKey),
        cursors: Object.fromEntries(await stores.cursors.all()),
        memos: (await stores.memos.idsByOthers("")).length,
        waiting: countKinds(await stores.outbox.pending(100_000)),
        rejected: countKinds(await stores.outbox.rejected(100_000)),
        log: await stores.syncLog.list(500),
      }));
      const { serverUrl, status } = connection.session;
      const report: SyncDiagnostics = {
        version: deps.version,
        atMs: deps.nowMs(),
        serverUrl,
        state: status.state,
        ...state,
      };
      return report;
    },
    keyKept: () => connection.keyring.stored(),
    devices: () => connection.server.devices(),
    revokeDevice: (id) => connection.server.revokeDevice(id),
    deviceName: async () => settings.deviceName,
    renameDevice: (name) => settings.renameDevice(name),
    copiesUntilMs: async () => deps.copiesUntilMs(),
    async onRevoked() {
      const kept = await database.read(({ meta }) => meta.get(onRevokedKey));
      return kept ?? "keep";
    },
    following: () =>
      database.read(async (stores) => ({
        spaces: await titledSpaces(stores),
        isPublic: await isFollowingPublic(stores),
        isPublicComing: await isPublicComing(stores),
      })),
    async setFollowPublic(isOn) {
      await settings.setFollowPublic(isOn);
      changes.sync();
    },
    verified: () => copies.last(),
    verify: () => copies.verify(),
    repair: () => copies.repair(),
    showsCarets: async () => settings.showsCarets,
    setShowsCarets: (isOn) => settings.setShowsCarets(isOn),
    setOnRevoked: (action: OnRevoked) =>
      database.write(({ meta }) => meta.set(onRevokedKey, action === "wipe" ? "wipe" : null)),
  };
}

function rowToRejected(
  row: OutboxRow,
  text: string | null,
  file: RejectedOperation["file"],
): RejectedOperation {
  const { code } = refusalOf(row);
  return {
    n: row.n,
    memo: memoOfOp(row.op),
    what: describeOp(row.op),
    atMs: row.atMs,
    code,
    why: describeRefusal(code, row.op),
    text,
    file,
  };
}

function countKinds(rows: readonly OutboxRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { op } of rows) counts[op.kind] = (counts[op.kind] ?? 0) + 1;
  return counts;
}
