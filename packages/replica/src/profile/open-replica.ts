import { createPageTokens, type DeviceDatabase, newResourceId } from "@tidemark/core";
import { defaultAttachmentLimits, defaultMemoLimits } from "@tidemark/core/access";
import {
  type AttachmentService,
  type BlobStore,
  createAttachmentService,
} from "@tidemark/core/attachment";
import { createMemoService, type MemoDeps, type MemoService } from "@tidemark/core/memo";
import type { Caller } from "@tidemark/core/model";
import { localDayStart } from "@tidemark/core/filter";
import type { HybridClock } from "@tidemark/core/clock";
import type { App, HostPart } from "@tidemark/core/router";
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

/** An open profile: the app over its local replica, which syncs while it has a server. */
export interface Host {
  readonly app: App;
  /** Handles the page's requests for files. */
  readonly files: PageFiles;
  /** Erases removed data immediately; otherwise this happens when the profile is idle. */
  eraseDeleted(): Promise<boolean>;
  /**
   * Notifies the pages that the host closes or replaces its database, and waits up to a second for pending
   * input.
   */
  lastWords(isRestoring?: boolean): Promise<void>;
  /** Suspends requests while the machine sleeps; syncs immediately after it wakes up. */
  setAsleep(isAsleep: boolean): void;
  /** Stops syncing and closes the database. All acknowledged writes are on disk. */
  close(): Promise<void>;
}

/** An open profile with the services of its app, for bulk operations such as imports. */
export interface OpenReplica extends Host {
  readonly services: ProfileServices;
  /** Returns the services, once no backup is being restored. */
  currentServices(): Promise<ProfileServices>;
}

/** Services of a profile, and their caller. */
export interface ProfileServices {
  readonly memoDeps: MemoDeps<DeviceDatabase>;
  readonly memos: MemoService;
  readonly attachments: AttachmentService;
  readonly blobs: BlobStore;
  readonly caller: () => Promise<Caller>;
  /** Returns the profile's size limit for files in bytes. */
  readonly uploadBytes: () => number;
}

/** Dependencies of import and export. */
export interface TransferParts {
  readonly services: ProfileServices;
  /** Makes the pages read the progress. */
  readonly onChange: () => void;
  readonly log: (line: string) => void;
}

/** Dependencies of backups. */
export interface BackupParts {
  readonly database: DeviceDatabase;
  readonly services: ProfileServices;
  readonly deviceName: () => string;
  /** Makes the pages read the progress. */
  readonly onChange: () => void;
  readonly log: (line: string) => void;
}

export interface ReplicaOptions {
  /** Opens the backups; absent for hosts without them. */
  readonly openBackups?: (parts: BackupParts) => Promise<ProfileBackups>;
  /** Opens import and export; absent for hosts without them. */
  readonly openTransfer?: (parts: TransferParts) => Promise<ProfileTransfer>;
  readonly machine: Platform;
  /** True sends no requests to the profile's server; writes stay pending until it is opened online. */
  readonly isOffline?: boolean;
  /** Version of the program, for display. */
  readonly version: string;
  readonly log?: (line: string) => void;
}

/** Opens the machine's profile. Throws `OpenDatabaseError`. */
export async function openReplica(options: ReplicaOptions): Promise<OpenReplica> {
  const { machine, version, isOffline = false, log = () => {} } = options;
  const opened = await machine.openDatabase();
  const { database } = opened;
  await endWipe(opened, machine);
  const changes = new ChangeHub(machine);
  const clock = await openClock(database, machine);
  // Content is swept by the server's clock, so it is stored with it.
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
    isInMemory: machine.isInMemory === true,
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
  const deviceName = (): string => name.now;
  const backups =
    (await options.openBackups?.({ database, services, deviceName, onChange, log })) ?? noBackups;
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
    lacks: lackingOf(options),
    dataFolder: machine.dataFolder ?? null,
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
    currentServices: async () => services,
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

/** Returns what a host lacks; a page of a server belongs to that one, and to no window of the desktop app. */
function lackingOf({ openBackups, openTransfer, machine }: ReplicaOptions): HostPart[] {
  return [
    ...(openBackups === undefined ? (["backups"] as const) : []),
    ...(openTransfer === undefined ? (["transfer"] as const) : []),
    ...(machine.pageOrigin === undefined ? [] : (["window", "servers"] as const)),
    ...(machine.isInMemory === true ? (["copy"] as const) : []),
  ];
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

/** Announces this device's writes to the pages and the sync loop, and synced files of memos to the pages. */
function announceWrites(
  database: DeviceDatabase,
  changes: ChangeHub,
  connection: Connection,
): void {
  database.onCommit((effects) => {
    const memos = effects.flatMap((effect) => (effect.kind === "memo-written" ? effect.id : []));
    const own = effects.some(({ kind }) => kind === "own-written");
    const synced = effects.flatMap((effect) => (effect.kind === "files-synced" ? effect.memo : []));
    if (synced.length > 0) changes.synced([...new Set(synced)]);
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
    dayStart: localDayStart,
    newId: () => newResourceId(randomBytes),
    // Fresh each time: reusing a client id with other text would corrupt a document.
    textClientId: () => new DataView(randomBytes(4).slice().buffer).getUint32(0),
  };
}

/** Returns a function that returns the profile's owner, the only caller. */
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
