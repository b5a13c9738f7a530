import { randomBytes, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createPageTokens, type Database, newResourceId } from "@tidemark/core";
import { createAttachmentService } from "@tidemark/core/attachment";
import { defaultAttachmentLimits } from "@tidemark/core/access";
import type { Caller } from "@tidemark/core/model";
import { createMemoService, type MemoDeps } from "@tidemark/core/memo";
import { defaultMemoLimits } from "@tidemark/core/access";
import type { App } from "@tidemark/core/router";
import {
  createBlobSync,
  createDeviceJournal,
  createDeviceSync,
  followedSpaces,
  isDroppingPublic,
  accountKey,
  deviceIdKey,
  deviceNameKey,
} from "@tidemark/core/sync/device";
import { createHybridClock } from "@tidemark/core/clock";
import { pastTextsMs, revisionsInFullMs } from "@tidemark/core/upkeep";
import { openDatabase, openFolderBlobStore } from "@tidemark/db";
import manifest from "../../package.json" with { type: "json" };
import { ChangeHub } from "./change-hub.ts";
import { Connection } from "./connection.ts";
import type { PageFiles } from "../files/files-request.ts";
import { createPageFiles } from "../files/page-files.ts";
import { createHostApp } from "./host-app.ts";
import { eraseForgotten } from "./erase-forgotten.ts";
import { expireLocalCopies, localCopyUntilMs } from "./expire-local-copies.ts";
import { createHostAttachments } from "./host-attachments.ts";
import { createHostStorage } from "./host-storage.ts";
import { inspectFile } from "./inspect-file.ts";
import { purgeLocalTrash } from "./purge-local-trash.ts";
import { sweepLocalBlobs } from "./sweep-local-blobs.ts";
import { endWipe, wipeProfile } from "./wipe-profile.ts";
import { newestStampKey } from "@tidemark/core/commit";

/** An open profile: the app over its local replica, syncing while it has a server. */
export interface Host {
  readonly app: App;
  /** Answers the page for the bytes of files. */
  readonly files: PageFiles;
  /** Makes the bytes of what was removed go at once; by itself it does so when it is idle. */
  eraseForgotten(): Promise<boolean>;
  /** Tells the pages that the host ends, and waits a moment for what was typed in them. */
  lastWords(): Promise<void>;
  /** Ends syncing and closes the database; everything that was acknowledged is on disk. */
  close(): Promise<void>;
}

/**
 * Opens the profile in a data folder that the caller has locked. Throws `OpenDatabaseError`: when it
 * was not closed last time and is damaged, among other things.
 */
export async function openHost(options: {
  readonly dir: string;
  readonly log?: (line: string) => void;
}): Promise<Host> {
  const file = join(options.dir, "tidemark.db");
  const opened = await openDatabase({ file, role: "device" });
  const { database } = opened;
  const log = options.log ?? (() => {});
  await endWipe(opened, options.dir);
  expireLocalCopies(file, Date.now());
  const expiring = setInterval(() => expireLocalCopies(file, Date.now()), dayMs);
  expiring.unref();
  const changes = new ChangeHub();
  const deviceName = hostname();
  const { deviceId, newestStamp } = await deviceIdentity(database, deviceName);
  const clock = createHybridClock({ node: deviceId, wallMs: Date.now });
  if (newestStamp !== null) clock.observe(newestStamp);
  // Content is swept by the time that the server says, so it is kept by it.
  const nowMs = (): number => clock.nowMs();
  const blobs = await openFolderBlobStore(join(options.dir, "blobs"), { nowMs });

  const sync = createDeviceSync({
    database,
    clock,
    wallMs: Date.now,
    newStreamId: randomUUID,
    onMemos: (ids) => changes.synced(ids),
    onOthers: () => changes.own(),
    pause: () => setImmediate(),
  });
  const blobSync = createBlobSync({
    database,
    blobs,
    nowMs: Date.now,
    onAttachments(files) {
      changes.synced(files.flatMap(({ memo }) => (memo === null ? [] : [memo])));
    },
  });
  const connection = new Connection({
    database,
    sync,
    blobs,
    blobSync,
    onStatus: () => changes.sync(),
    log,
    nowMs: Date.now,
    async wipe() {
      await wipeProfile(opened, options.dir);
      changes.memos(null);
      changes.sync();
    },
  });
  database.onCommit((effects) => {
    const memos = effects.flatMap((effect) => (effect.kind === "memo-written" ? effect.id : []));
    const own = effects.some(({ kind }) => kind === "own-written");
    if (memos.length === 0 && !own) return;
    changes.written({ memos: [...new Set(memos)], own });
    connection.wrote();
  });
  const memoDeps: MemoDeps = {
    database,
    journal: createDeviceJournal(),
    clock,
    pageTokens: createPageTokens(randomBytes(32)),
    limits: () => defaultMemoLimits,
    newId: () => newResourceId(randomBytes),
    // Fresh each time: a client id that is used twice with other text would break a document.
    textClientId: () => randomBytes(4).readUInt32BE(),
  };
  const memos = createMemoService(memoDeps);
  const caller = async (): Promise<Caller> => {
    const who = await database.read(async (stores) => ({
      name: (await stores.meta.get(accountKey)) ?? "users/local",
      spaces: await followedSpaces(stores),
      hidesPublic: await isDroppingPublic(stores),
    }));
    return { ...who, role: "USER", scope: null, device: deviceName };
  };
  const uploadBytes = (): number => connection.uploadBytes ?? defaultAttachmentLimits.uploadBytes;
  const attachmentService = createAttachmentService({
    memoDeps,
    blobs,
    inspectMedia: inspectFile,
    limits: () => ({ ...defaultAttachmentLimits, uploadBytes: uploadBytes() }),
    keepsMetadata: async () => true,
  });
  const attachments = createHostAttachments({
    database,
    memos,
    attachments: attachmentService,
    blobs,
    changes,
    caller,
    download: (file) => connection.fetchFile(file),
    wanted: () => connection.wantsFiles(),
    hasServer: () => connection.serverUrl !== null,
    used: (sha256) => blobSync.used(sha256),
  });
  const app = createHostApp({
    database,
    memos,
    attachments,
    storage: createHostStorage({
      database,
      blobSync,
      wanted: () => connection.wantsFiles(),
      hasServer: () => connection.serverUrl !== null,
    }),
    blobs,
    uploadBytes,
    memoDeps,
    connection,
    changes,
    caller,
    version: manifest.version,
    nowMs: Date.now,
    copiesUntilMs: () => localCopyUntilMs(file),
  });
  const erasing = eraseForgotten({
    database,
    eraseFiles: () => blobSync.eraseForgotten(),
    eraseInPlace: () => opened.eraseInPlace(),
    eraseDeletedText: () => opened.eraseDeletedText(),
    nowMs: Date.now,
    log,
  });
  changes.listen(() => erasing.noticed());
  const trash = purgeLocalTrash({ memoDeps, nowMs: Date.now, log });
  const sweeping = sweepLocalBlobs({ attachments: attachmentService, log });
  await trash.first;
  await connection.resume();
  await database.write(async ({ revisions, endedDocuments }) => {
    await revisions.thin(Date.now() - revisionsInFullMs, thinnedAtStart);
    await endedDocuments.removeBefore(Date.now() - pastTextsMs, thinnedAtStart);
  });
  return {
    app,
    files: createPageFiles(attachments),
    eraseForgotten: () => erasing.now(),
    lastWords: () => changes.close(),
    async close() {
      clearInterval(expiring);
      await connection.close();
      await trash[Symbol.asyncDispose]();
      await sweeping[Symbol.asyncDispose]();
      await erasing[Symbol.asyncDispose]();
      await opened.close();
    },
  };
}

const dayMs = 86_400_000;

/** So many earlier texts go at most each time; more take as many starts. */
const thinnedAtStart = 1_000;

/** The id under which this device stamps its writes, made on first use, and the newest stamp. */
async function deviceIdentity(
  database: Database,
  deviceName: string,
): Promise<{ deviceId: string; newestStamp: string | null }> {
  return database.write(async ({ meta }) => {
    const known = await meta.get(deviceIdKey);
    const deviceId = known ?? randomBytes(8).toString("hex");
    if (known === null) await meta.set(deviceIdKey, deviceId);
    await meta.set(deviceNameKey, deviceName);
    return { deviceId, newestStamp: await meta.get(newestStampKey) };
  });
}
