import type { AllStores } from "../../packages/db/tests/all-stores.ts";
import { createPageTokens } from "@tidemark/core";
import {
  type AttachmentService,
  type BlobStore,
  createAttachmentService,
} from "@tidemark/core/attachment";
import { createMemoService, type MemoDeps, type MemoService } from "@tidemark/core/memo";
import { defaultMemoLimits } from "@tidemark/core/access";
import {
  type BlobSync,
  createBlobSync,
  createDeviceJournal,
  createDeviceSync,
  type DeviceSync,
} from "@tidemark/core/sync/device";
import { createHybridClock } from "@tidemark/core/clock";
import { createLife, type Life } from "./crash.ts";
import { attachmentDeps } from "./inspect-files.ts";
import type { SimDisk } from "./sim-disk.ts";
import type { TextEditor } from "./text-editor.ts";
import type { ReplicaFile } from "./replica-file.ts";
import { newestStampKey } from "@tidemark/core/commit";

/** Process of a device, composed like the real host, with the world's clock, ids and network. */
export interface DeviceProcess {
  readonly life: Life;
  readonly database: AllStores;
  readonly memos: MemoService;
  readonly memoDeps: MemoDeps<AllStores>;
  readonly sync: DeviceSync;
  readonly attachments: AttachmentService;
  readonly blobs: BlobStore;
  readonly blobSync: BlobSync;
  isMovingFiles: boolean;
  /** Open editors, by memo. */
  readonly editors: Map<string, TextEditor>;
  hasGreeted: boolean;
  /** Number of running sync calls. */
  running: number;
}

export async function startDevice(given: {
  readonly file: ReplicaFile;
  readonly disk: SimDisk;
  readonly node: string;
  readonly wallMs: () => number;
  readonly newId: () => string;
  readonly textClientId: () => number;
}): Promise<DeviceProcess> {
  const { file, wallMs, newId, textClientId } = given;
  const life = createLife();
  const database = file.open(life);
  const clock = createHybridClock({ node: given.node, wallMs });
  const newest = await file.peek.read(({ meta }) => meta.get(newestStampKey));
  if (newest !== null) clock.observe(newest);
  const memoDeps: MemoDeps<AllStores> = {
    database,
    journal: createDeviceJournal(),
    clock,
    newId,
    textClientId,
    pageTokens: createPageTokens(new Uint8Array(32)),
    limits: () => defaultMemoLimits,
  };
  const blobs = given.disk.open(life, () => clock.nowMs());
  return {
    life,
    database,
    memos: createMemoService(memoDeps),
    memoDeps,
    sync: createDeviceSync({
      database,
      clock,
      wallMs,
      newStreamId: () => `stream-${newId()}`,
      onMemos: () => {},
    }),
    attachments: createAttachmentService(attachmentDeps(memoDeps, blobs, { keepsMetadata: true })),
    blobs,
    blobSync: createBlobSync({
      database,
      blobs,
      nowMs: () => clock.nowMs(),
      onAttachments: () => {},
    }),
    isMovingFiles: false,
    editors: new Map(),
    hasGreeted: false,
    running: 0,
  };
}
