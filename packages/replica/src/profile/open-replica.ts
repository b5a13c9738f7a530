import { createPageTokens, type DeviceDatabase, newResourceId } from "@tidemark/core";
import { defaultAttachmentLimits, defaultMemoLimits } from "@tidemark/core/access";
import {
  type AttachmentService,
  type BlobStore,
  createAttachmentService,
} from "@tidemark/core/attachment";
import { createMemoService, type MemoDeps, type MemoService } from "@tidemark/core/memo";
import type { Caller } from "@tidemark/core/model";
import type { HybridClock } from "@tidemark/core/clock";
import type { App } from "@tidemark/core/router";
import {
  type BlobSync,
  createBlobSync,
  createDeviceJournal,
  createDeviceSync,
  followedSpaces,
  isEvictingPublic,
  accountKey,
} from "@tidemark/core/sync/device";
import type { OpenDatabase } from "@tidemark/db";
import { createHostApp } from "../app/host-app.ts";
import { noBackups, type ProfileBackups } from "../app/profile-backups.ts";
import { noTransfer, type ProfileTransfer } from "../app/profile-transfer.ts";
import { ChangeHub } from "../changes/change-hub.ts";
import { createHostAttachments } from "../files/host-attachments.ts";
import { createHostStorage } from "../files/host-storage.ts";
import { inspectFile } from "../files/inspect-file.ts";
import { Inbox } from "../inbox/inbox.ts";
import { createPageFiles } from "../files/page-files.ts";
import { DeviceName } from "../platform/device-name.ts";
import type { Platform } from "../platform/platform.ts";
import type { PageFiles } from "../rpc/files-request.ts";
import { type Connection, createConnection } from "../connection/connection.ts";
import { createTagRuns } from "../tags/tag-runs.ts";
import { openClock } from "./device-identity.ts";
import { startUpkeep, thinHistory } from "./profile-upkeep.ts";
import { endWipe, wipeProfile } from "./wipe-profile.ts";

/** An open profile: the app over its local replica, syncing while it has a server. */
export interface Host {
  readonly app: App;
  /** Answers the page for the bytes of files. */
  readonly files: PageFiles;
  /** Makes the bytes of what was removed go at once; by itself it does so when it is idle. */
  eraseDeleted(): Promise<boolean>;
  /**
   * Tells the pages that the host ends, or that another database takes the place of its own, and waits
   * a moment for what was typed in them.
   */
  lastWords(isRestoring?: boolean): Promise<void>;
  /** The machine goes to sleep, or is awake again: nothing is asked meanwhile, and then at once. */
  setAsleep(isAsleep: boolean): void;
  /** Ends syncing and closes the database; everything that was acknowledged is on disk. */
  close(): Promise<void>;
}

/** What was opened, and what its app writes with, for whatever brings many memos at once. */
export interface OpenReplica extends Host {
  readonly services: ProfileServices;
}

/** The services of a profile, and whom they work for. */
export interface ProfileServices {
  readonly memoDeps: MemoDeps<DeviceDatabase>;
  readonly memos: MemoService;
  readonly attachments: AttachmentService;
  readonly blobs: BlobStore;
  readonly caller: () => Promise<Caller>;
  /** Largest file that the profile takes. */
  readonly uploadBytes: () => number;
}

/** What brings memos in and takes them out works on this. */
export interface TransferParts {
  readonly services: ProfileServices;
  /** Has the pages look how far it is. */
  readonly onChange: () => void;
  readonly log: (line: string) => void;
}

/** What backs a profile up works on this. */
export interface BackupParts {
  readonly database: DeviceDatabase;
  /** What the device is called. */
  readonly deviceName: () => string;
  /** Has the pages look how far it is. */
  readonly onChange: () => void;
  readonly log: (line: string) => void;
}

export interface ReplicaOptions {
  /** Absent: nothing is backed up. */
  readonly openBackups?: (parts: BackupParts) => Promise<ProfileBackups>;
  /** Absent: nothing comes in or goes out. */
  readonly openTransfer?: (parts: TransferParts) => Promise<ProfileTransfer>;
  readonly machine: Platform;
  /** Asks nothing of the profile's server; what is written waits for the next time that it is open. */
  readonly isOffline?: boolean;
  /** Of the program, for the user to read. */
  readonly version: string;
  readonly log?: (line: string) => void;
}

/** Opens the profile that a machine holds. Throws `OpenDatabaseError`. */
export async function openReplica(options: ReplicaOptions): Promise<OpenReplica> {
  const { machine, version, isOffline = false, log = () => {} } = options;
  const opened = await machine.openDatabase();
  const { database } = opened;
  await endWipe(opened, machine);
  const changes = new ChangeHub(machine);
  const clock = await openClock(database, machine);
  // Content is swept by the time that the server says, so it is kept by it.
  const blobs = await machine.openBlobs({ nowMs: () => clock.nowMs() });
  const blobSync = openBlobSync(database, blobs, changes);
  const name = await DeviceName.open(database, machine.deviceName);
  const caller = callerOf(database, name);
  const inbox = new Inbox({
    database,
    caller,
    nowMs: Date.now,
    onChange: () => changes.inbox(),
    onOthers: () => connection.settings.refreshLimits(),
    log,
  });
  const connection: Connection = openConnection({
    opened,
    clock,
    blobs,
    blobSync,
    inbox,
    changes,
    machine,
    name,
    log,
  });
  announceWrites(database, changes, connection);

  const memoDeps = memoDepsOf(database, clock, machine);
  const memos = createMemoService(memoDeps);
  const uploadBytes = (): number =>
    connection.settings.uploadBytes ?? defaultAttachmentLimits.uploadBytes;
  const hasServer = (): boolean => connection.session.serverUrl !== null;
  const wanted = (): void => connection.session.wantsFiles();
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
    memoDeps,
    blobs,
    changes,
    caller,
    download: (file) => connection.session.fetchFile(file),
    transcribe: (id, signal) => connection.server.transcribe(id, signal),
    wanted,
    hasServer,
    used: (sha256) => blobSync.used(sha256),
  });
  const tagRuns = createTagRuns({
    memoDeps,
    machine,
    changes,
    caller,
    nowMs: () => clock.nowMs(),
    log,
  });
  const services = { memoDeps, memos, attachments: attachmentService, blobs, caller, uploadBytes };
  const onChange = (): void => changes.transfer();
  const transfer = (await options.openTransfer?.({ services, onChange, log })) ?? noTransfer;
  const backups =
    (await options.openBackups?.({ database, deviceName: () => name.now, onChange, log })) ??
    noBackups;
  const app = createHostApp({
    database,
    memos,
    attachments,
    tagRuns,
    transfer: transfer.app,
    backups: backups.app,
    inbox: inbox.app,
    storage: createHostStorage({ database, blobSync, wanted, hasServer }),
    blobs,
    uploadBytes,
    memoDeps,
    connection,
    changes,
    caller,
    version,
    nowMs: Date.now,
    copiesUntilMs: () => machine.copiesUntilMs(),
  });
  const upkeep = startUpkeep({
    opened,
    machine,
    memoDeps,
    attachments: attachmentService,
    blobSync,
    changes,
    status: () => connection.session.status,
    log,
  });
  await upkeep.trashed;
  if (!isOffline) await connection.resume();
  await thinHistory(opened);
  tagRuns.begin();
  const files = createPageFiles(attachments);
  return {
    app,
    files: (request) => transfer.files(request) ?? files(request),
    services,
    eraseDeleted: () => upkeep.eraseDeleted(),
    setAsleep: (isAsleep) => connection.session.setAsleep(isAsleep),
    lastWords: (isRestoring) => changes.close(isRestoring),
    async close() {
      await backups[Symbol.asyncDispose]();
      await transfer[Symbol.asyncDispose]();
      await tagRuns[Symbol.asyncDispose]();
      await connection.close();
      await upkeep[Symbol.asyncDispose]();
      await opened.close();
    },
  };
}

function openBlobSync(database: DeviceDatabase, blobs: BlobStore, changes: ChangeHub): BlobSync {
  return createBlobSync({
    database,
    blobs,
    nowMs: Date.now,
    onAttachments(files) {
      changes.synced(files.flatMap(({ memo }) => (memo === null ? [] : [memo])));
    },
  });
}

function openConnection(parts: {
  readonly opened: OpenDatabase<DeviceDatabase>;
  readonly clock: HybridClock;
  readonly blobs: BlobStore;
  readonly blobSync: BlobSync;
  readonly inbox: Inbox;
  readonly changes: ChangeHub;
  readonly machine: Platform;
  readonly name: DeviceName;
  readonly log: (line: string) => void;
}): Connection {
  const { opened, clock, blobs, blobSync, inbox, changes, machine, name, log } = parts;
  const { database } = opened;
  const sync = createDeviceSync({
    database,
    clock,
    wallMs: Date.now,
    newStreamId: () => machine.newUuid(),
    onMemos(ids) {
      changes.synced(ids);
      void inbox.moved(ids);
    },
    onOthers: () => changes.own(),
    pause: () => machine.pause(),
  });
  return createConnection({
    database,
    sync,
    blobs,
    blobSync,
    inbox,
    name,
    machine,
    onStatus: () => changes.sync(),
    log,
    nowMs: Date.now,
    async wipe() {
      await wipeProfile(opened, machine);
      changes.memos(null);
      changes.sync();
    },
  });
}

/** What a write of this device changed is shown, and sent. */
function announceWrites(
  database: DeviceDatabase,
  changes: ChangeHub,
  connection: Connection,
): void {
  database.onCommit((effects) => {
    const memos = effects.flatMap((effect) => (effect.kind === "memo-written" ? effect.id : []));
    const own = effects.some(({ kind }) => kind === "own-written");
    if (memos.length === 0 && !own) return;
    changes.written({ memos: [...new Set(memos)], own });
    connection.session.wrote();
  });
}

function memoDepsOf(
  database: DeviceDatabase,
  clock: HybridClock,
  { randomBytes }: Pick<Platform, "randomBytes">,
): MemoDeps<DeviceDatabase> {
  return {
    database,
    journal: createDeviceJournal(),
    clock,
    pageTokens: createPageTokens(randomBytes(32)),
    limits: () => defaultMemoLimits,
    newId: () => newResourceId(randomBytes),
    // Fresh each time: a client id that is used twice with other text would break a document.
    textClientId: () => new DataView(randomBytes(4).slice().buffer).getUint32(0),
  };
}

/** The profile's owner, who is the only caller. */
function callerOf(database: DeviceDatabase, name: DeviceName): () => Promise<Caller> {
  return async () => {
    const who = await database.read(async (stores) => ({
      name: (await stores.meta.get(accountKey)) ?? "users/local",
      spaces: await followedSpaces(stores),
      hidesPublic: await isEvictingPublic(stores),
    }));
    return { ...who, role: "USER", scope: null, device: name.now };
  };
}
