import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPageTokens, type DeviceDatabase, newResourceId } from "@tidemark/core";
import { defaultAttachmentLimits, defaultMemoLimits } from "@tidemark/core/access";
import { type BlobStore, createAttachmentService } from "@tidemark/core/attachment";
import { createHybridClock } from "@tidemark/core/clock";
import { createMemoService, type MemoDeps } from "@tidemark/core/memo";
import type { AttachmentRecord, Caller, MemoRecord } from "@tidemark/core/model";
import { createDeviceJournal } from "@tidemark/core/sync/device";
import { openDatabase, openFolderBlobStore } from "@tidemark/db/node";
import { onTestFinished } from "vitest";
import type { ImportTarget } from "../src/index.ts";

export interface Profile extends ImportTarget {
  readonly database: DeviceDatabase;
  readonly blobs: BlobStore;
  readonly owner: Caller;
  /** Returns every memo outside the trash, including comments and archived ones, oldest first. */
  all(): Promise<MemoRecord[]>;
  /** Returns the files of a memo, in order. */
  filesOf(memo: string): Promise<readonly AttachmentRecord[]>;
  bytesOf(file: AttachmentRecord): Promise<Buffer>;
}

/** Opens a profile with the services of the app. */
export async function openProfile(
  options: { readonly contentBytes?: number; readonly uploadBytes?: number } = {},
): Promise<Profile> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-transfer-"));
  const opened = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" });
  onTestFinished(async () => {
    await opened.close();
    await rm(dir, { recursive: true, force: true });
  });
  const { database } = opened;
  const memoDeps: MemoDeps<DeviceDatabase> = {
    database,
    journal: createDeviceJournal(),
    clock: createHybridClock({ node: "0123456789abcdef", wallMs: Date.now }),
    pageTokens: createPageTokens(randomBytes(32)),
    limits: () => ({ ...defaultMemoLimits, ...options }),
    newId: () => newResourceId(randomBytes),
    textClientId: () => randomBytes(4).readUInt32LE(0),
  };
  const blobs = await openFolderBlobStore(join(dir, "blobs"), { nowMs: Date.now });
  const attachments = createAttachmentService({
    memoDeps,
    blobs,
    inspectMedia: async (_blob, { type }) => ({
      type: type === "" ? "application/octet-stream" : type,
      metadata: null,
      motion: null,
    }),
    limits: () => ({ ...defaultAttachmentLimits, ...options }),
    keepsMetadata: async () => true,
  });
  const owner: Caller = {
    name: "users/local",
    role: "USER",
    scope: null,
    spaces: [],
    hidesPublic: false,
    device: "test",
  };
  return {
    memoDeps,
    memos: createMemoService(memoDeps),
    attachments,
    caller: async () => owner,
    uploadBytes: () => options.uploadBytes ?? defaultAttachmentLimits.uploadBytes,
    database,
    blobs,
    owner,
    async all() {
      const ids = await database.read(({ memos }) => memos.idsByCreator(owner.name, "", 100_000));
      const records = await database.read(({ memos }) => memos.findMany(ids));
      return records
        .filter(({ deletedMs }) => deletedMs === null)
        .toSorted((a, b) => a.createdMs - b.createdMs || a.number - b.number);
    },
    filesOf: async (memo) => (await attachments.ofMemos([memo])).get(memo) ?? [],
    async bytesOf({ sha256 }) {
      const parts = await blobs.open(sha256 ?? "");
      if (parts === null) throw new Error("the content is not there");
      return Buffer.concat(await Array.fromAsync(parts));
    },
  };
}
