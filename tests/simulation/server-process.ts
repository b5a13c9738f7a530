import type { AllStores } from "../../packages/db/tests/all-stores.ts";
import { createPageTokens, type Journal, type ServerWriteStores } from "@tidemark/core";
import {
  type AttachmentService,
  type BlobStore,
  type BlobUploads,
  createAttachmentService,
  createBlobUploads,
} from "@tidemark/core/attachment";
import type { Caller } from "@tidemark/core/model";
import {
  createMemoService,
  createServedTexts,
  type MemoDeps,
  type MemoService,
} from "@tidemark/core/memo";
import { createHybridClock } from "@tidemark/core/clock";
import {
  createServerJournal,
  createSyncServer,
  noticeRollback,
  openLineage,
  type SyncServer,
} from "@tidemark/core/sync/server";
import type { MemoChange } from "@tidemark/core";
import { clientIdFrom } from "@tidemark/core/text";
import { runUpkeep } from "@tidemark/core/upkeep";
import { createWebhookFollower, followAttachments } from "@tidemark/core/webhook";
import { createLife, type Life } from "./crash.ts";
import { attachmentDeps } from "./inspect-files.ts";
import type { SimDisk } from "./sim-disk.ts";
import type { ReplicaFile } from "./replica-file.ts";
import type { UserReference } from "@tidemark/core/names";

/** Process of the server, composed like the real one, with the world's clock and ids. */
export interface ServerProcess {
  readonly life: Life;
  readonly database: AllStores;
  readonly memos: MemoService;
  readonly memoDeps: MemoDeps<AllStores>;
  readonly sync: SyncServer;
  readonly attachments: AttachmentService;
  readonly blobUploads: BlobUploads;
  readonly blobs: BlobStore;
  /** Runs the hourly upkeep. */
  upkeep(): Promise<unknown>;
}

export const trashDays = 30;

export async function startServer(given: {
  readonly file: ReplicaFile;
  readonly disk: SimDisk;
  readonly wallMs: () => number;
  readonly newId: () => string;
  /** Returns a name for a new epoch. */
  readonly newEpoch: () => string;
  /** Called with each change, inside its transaction. */
  readonly onChange: (change: MemoChange) => void;
  readonly contentBytes: () => number;
}): Promise<ServerProcess> {
  const { file, wallMs, newId } = given;
  const life = createLife();
  const database = file.open(life);
  const { lineage, newest } = await file.peek.write(async ({ meta }) => ({
    lineage: await openLineage(meta, { keyHex: () => "5a".repeat(32), startId: newId }),
    newest: (await meta.changePosition()).newestStamp,
  }));
  const clock = createHybridClock({ node: "server", wallMs });
  if (newest !== null) clock.observe(newest);
  const servedTexts = createServedTexts();
  const journal = createServerJournal({
    clock,
    newId,
    servedTexts,
    followers: [createWebhookFollower({ newId })],
    attachmentFollowers: [followAttachments],
  });
  const textClientId = (memo: string, gen: number): number =>
    clientIdFrom(`server\n${lineage.startId}\n${memo}\n${gen}`);
  const heardJournal: Journal<ServerWriteStores> = {
    nextSeq: (stores, current) => journal.nextSeq(stores, current),
    async record(stores, change) {
      given.onChange(change);
      await journal.record(stores, change);
    },
    recordAttachment: (stores, change) => journal.recordAttachment(stores, change),
    recordRegister: (stores, change) => journal.recordRegister(stores, change),
  };
  const memoDeps: MemoDeps<AllStores> = {
    database,
    journal: heardJournal,
    servedTexts,
    clock,
    newId,
    textClientId,
    pageTokens: createPageTokens(new Uint8Array(32)),
    limits: () => ({ contentBytes: given.contentBytes() }),
  };
  const blobs = given.disk.open(life, wallMs);
  const fileDeps = attachmentDeps(memoDeps, blobs, { keepsMetadata: false });
  const blobUploads = createBlobUploads(fileDeps);
  return {
    life,
    database,
    memos: createMemoService(memoDeps),
    memoDeps,
    attachments: createAttachmentService(fileDeps),
    blobUploads,
    blobs,
    sync: noticeRollback(
      createSyncServer({
        ...memoDeps,
        schemaVersion: 1,
        lackingBlobs: (caller, hashes) => blobUploads.lacking(caller, hashes),
        attachmentLimits: fileDeps.limits,
      }),
      {
        database,
        clock: memoDeps.clock,
        lineage,
        newEpoch: given.newEpoch,
        onRollback: () => {},
      },
    ),
    upkeep: () => runUpkeep({ ...memoDeps, trashDays: () => Promise.resolve(trashDays) }),
  };
}

/** Returns the caller as the server's authentication would. */
export function callerOf(user: UserReference, spaces: readonly string[], device: string): Caller {
  return { name: user, role: "USER", spaces, scope: null, device };
}
