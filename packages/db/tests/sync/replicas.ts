import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CommitEffect,
  createPageTokens,
  type Database,
  type DeviceDatabase,
  type Result,
  type ServerDatabase,
} from "@tidemark/core";
import type { UserRecord } from "@tidemark/core/model";
import {
  type AttachmentDeps,
  type AttachmentService,
  type BlobStore,
  type BlobUploads,
  createAttachmentService,
  createBlobUploads,
} from "@tidemark/core/attachment";
import type { AttachmentLimits } from "@tidemark/core/access";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import { createMemoService, type MemoDeps, type MemoService } from "@tidemark/core/memo";
import { defaultMemoLimits } from "@tidemark/core/access";
import {
  type BlobSync,
  createBlobSync,
  createDeviceJournal,
  createDeviceSync,
  type DeviceSync,
  followedSpaces,
  isEvictingPublic,
  accountKey,
} from "@tidemark/core/sync/device";
import type { BlobTransport, SyncTransport } from "@tidemark/core/sync/protocol";
import { createHybridClock, type HybridClock } from "@tidemark/core/clock";
import {
  createServerJournal,
  createSyncServer,
  type SyncServer,
  epochKey,
} from "@tidemark/core/sync/server";
import { createSpaceService } from "@tidemark/core/space";
import { clientIdFrom } from "@tidemark/core/text";
import { isPostgres, openDatabase } from "../engine.ts";
import { tempDatabase } from "../temp-database.ts";
import type { DatabaseByRole, DatabaseRole } from "../../src/index.ts";
import { openFolderBlobStore } from "../../src/node.ts";
import type { UserReference } from "@tidemark/core/names";

/** A world with a server and devices in one process: real code and databases, a simulated clock. */
export interface World extends AsyncDisposable {
  nowMs: number;
  /** The server's size limit of a memo. */
  contentBytes: number;
  readonly server: ServerReplica;
  device(name: string, user?: UserReference): Promise<DeviceReplica>;
}

export interface ServerReplica {
  readonly database: ServerDatabase;
  /** Effects passed to the commit listener. */
  readonly heard: readonly CommitEffect[];
  readonly memos: MemoService;
  readonly attachments: AttachmentService;
  readonly blobs: BlobStore;
  readonly blobUploads: BlobUploads;
  attachmentLimits: AttachmentLimits;
  readonly sync: SyncServer;
  /** Dependencies for running the server's jobs. */
  readonly deps: Pick<MemoDeps<ServerDatabase>, "database" | "journal" | "clock" | "newId">;
  /** Returns a caller with the spaces that the user is in at the moment. */
  caller(user: UserReference): Caller;
  /** Adds a user to a space, which is created if missing. Names without `users/`, `spaces/`. */
  join(space: string, user: string): Promise<void>;
  leave(space: string, user: string): Promise<void>;
}

export interface DeviceReplica {
  readonly name: string;
  readonly database: DeviceDatabase;
  readonly memos: MemoService;
  readonly attachments: AttachmentService;
  readonly blobs: BlobStore;
  readonly blobSync: BlobSync;
  /** Transfers content in one piece; tests may replace its methods. */
  readonly blobTransport: { -readonly [K in keyof BlobTransport]: BlobTransport[K] };
  /** Ids of the attachments that a screen was notified of, in order. */
  readonly changedFiles: string[];
  readonly sync: DeviceSync;
  readonly clock: HybridClock;
  readonly transport: SyncTransport;
  readonly deps: Pick<MemoDeps<DeviceDatabase>, "database" | "journal" | "clock" | "newId">;
  /** Returns the profile's owner. */
  caller(): Promise<Caller>;
  connect(): Promise<void>;
  /** Runs one full round: greet, push until empty, pull until there is no more. */
  syncAll(): Promise<void>;
  /** Does the same with files: sends pending ones, downloads wanted ones. */
  syncFiles(): Promise<void>;
  /** Milliseconds by which this device's own clock is ahead. */
  driftMs: number;
}

export async function createWorld(): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-sync-"));
  const opened: AsyncDisposable[] = [];
  let lastId = 0;
  const newId = (): string => `id${(lastId += 1)}x`;
  const open = async <Role extends DatabaseRole>(
    name: string,
    role: Role,
  ): Promise<DatabaseByRole[Role]> => {
    const database = await openDatabase({ file: join(dir, `${name}.db`), role });
    opened.push(database);
    return database.database;
  };
  const openServer = async (): Promise<ServerDatabase> => {
    if (!isPostgres) return open("server", "server");
    const temp = await tempDatabase("server");
    opened.push(temp);
    return temp.database;
  };

  const openBlobs = (name: string): Promise<BlobStore> =>
    openFolderBlobStore(join(dir, `${name}-blobs`), { nowMs: () => world.nowMs });

  const world: World = {
    nowMs: Date.UTC(2026, 2, 15, 12),
    contentBytes: defaultMemoLimits.contentBytes,
    server: await createServer(
      await openServer(),
      await openBlobs("server"),
      { nowMs: () => world.nowMs, contentBytes: () => world.contentBytes },
      newId,
    ),
    async device(name, user = "users/alice") {
      const database = await open(name, "device");
      return createDevice({
        name,
        user,
        database,
        blobs: await openBlobs(name),
        world,
        newId,
      });
    },
    async [Symbol.asyncDispose]() {
      for (const database of opened) await database[Symbol.asyncDispose]();
      await rm(dir, { recursive: true });
    },
  };
  return world;
}

async function createServer(
  database: ServerDatabase,
  blobs: BlobStore,
  { nowMs, contentBytes }: { nowMs: () => number; contentBytes: () => number },
  newId: () => string,
): Promise<ServerReplica> {
  const clock = createHybridClock({ node: "server", wallMs: nowMs });
  const heard: CommitEffect[] = [];
  database.onCommit((effects) => heard.push(...effects));
  const journal = createServerJournal({ clock, newId });
  const epoch = "epoch-1";
  await database.write(({ meta }) => meta.set(epochKey, epoch));
  const textClientId = (memo: string, gen: number): number =>
    clientIdFrom(`server\n${epoch}\n${memo}\n${gen}`);
  const limits = (): typeof defaultMemoLimits => ({ contentBytes: contentBytes() });
  const deps = memoDeps({ database, journal, clock, newId, textClientId });
  const spaces = createSpaceService(deps);
  const memberships = new Map<string, string[]>();
  const admin: Caller = { name: "users/root", role: "ADMIN", spaces: [], scope: null, device: "" };
  const files = attachmentDepsOf(deps, blobs, () => server.attachmentLimits);
  const server: ServerReplica = {
    database,
    heard,
    deps: { database, journal, clock, newId },
    memos: createMemoService(deps),
    blobs,
    attachments: createAttachmentService(files),
    blobUploads: createBlobUploads(files),
    attachmentLimits: { uploadBytes: 1_000_000, quotaBytesPerUser: 0 },
    sync: createSyncServer({
      database,
      journal,
      clock,
      limits,
      schemaVersion: 1,
      textClientId,
      lackingBlobs: (caller, hashes) => server.blobUploads.lacking(caller, hashes),
      attachmentLimits: () => server.attachmentLimits,
    }),
    caller: (user) => ({
      name: user,
      role: "USER",
      spaces: memberships.get(user) ?? [],
      scope: null,
      device: "API",
    }),
    async join(space, user) {
      if (!(await spaces.get(admin, space)).ok) {
        must(await spaces.create(admin, { id: space, title: space, description: "" }));
      }
      await database.write(async ({ users }) => {
        if ((await users.findByUsername(user)) === null) await users.insert(account(user));
      });
      must(await spaces.saveMember(admin, space, { user, role: "USER" }));
      const known = memberships.get(`users/${user}`) ?? [];
      memberships.set(`users/${user}`, [...known, `spaces/${space}`]);
    },
    async leave(space, user) {
      must(await spaces.removeMember(admin, space, user));
      const known = memberships.get(`users/${user}`) ?? [];
      const left = known.filter((each) => each !== `spaces/${space}`);
      memberships.set(`users/${user}`, left);
    },
  };
  return server;
}

/** Returns dependencies for files over a replica; types are taken as given. */
function attachmentDepsOf<Side extends Database>(
  deps: MemoDeps<Side>,
  blobs: BlobStore,
  limits: () => AttachmentLimits,
): AttachmentDeps<Side> {
  return {
    memoDeps: deps,
    blobs,
    limits,
    inspectMedia: async (_blob, { type }) => ({
      type: type === "" ? "text/plain" : type,
      metadata: null,
      motion: null,
    }),
    keepsMetadata: async () => true,
  };
}

/** Attaches a file as a program does. Returns its id. */
export async function attachFile(
  { attachments }: Pick<DeviceReplica, "attachments">,
  caller: Caller,
  file: {
    readonly filename: string;
    readonly bytes: Uint8Array;
    readonly memo?: string;
    readonly type?: string;
  },
): Promise<string> {
  const { filename, bytes, memo, type = "" } = file;
  const source = piecesOf(bytes);
  const received = must(await attachments.receive(caller, { filename, type }, source));
  const made = await attachments.create(caller, {
    file: received,
    ...(memo !== undefined && { memo }),
  });
  return must(made).id;
}

/** Returns the content that a replica has for a hash; null if it has none. */
export async function readBlob(blobs: BlobStore, sha256: string): Promise<Buffer | null> {
  const content = await blobs.open(sha256);
  if (content === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

function account(username: string): Omit<UserRecord, "number"> {
  const texts = { passwordHash: "", email: "", displayName: "", avatarUrl: "", description: "" };
  const times = { createdMs: 0, updatedMs: 0 };
  return { username, role: "USER", isHost: false, state: "NORMAL", ...texts, ...times };
}

function createDevice(given: {
  readonly name: string;
  readonly user: UserReference;
  readonly database: DeviceDatabase;
  readonly blobs: BlobStore;
  readonly world: World;
  readonly newId: () => string;
}): DeviceReplica {
  const { name, user, database, blobs, world, newId } = given;
  const wallMs = (): number => world.nowMs + device.driftMs;
  const clock = createHybridClock({ node: name, wallMs });
  const sync = createDeviceSync({
    database,
    clock,
    wallMs,
    newStreamId: () => `stream-${newId()}`,
    onMemos: () => {},
  });
  const journal = createDeviceJournal();
  let lastClientId = clientIdFrom(name);
  const textClientId = (): number => (lastClientId += 1);
  const who = (): Caller => ({ ...world.server.caller(user), device: name });
  const deps = memoDeps({ database, journal, clock, newId, textClientId });
  const limits = { uploadBytes: 10_000_000, quotaBytesPerUser: 0 };
  const attachments = createAttachmentService(attachmentDepsOf(deps, blobs, () => limits));
  const changedFiles: string[] = [];
  const device: DeviceReplica = {
    name,
    database,
    memos: createMemoService(deps),
    attachments,
    blobs,
    blobSync: createBlobSync({
      database,
      blobs,
      nowMs: () => clock.nowMs(),
      onAttachments: (files) => {
        changedFiles.push(...files.map((file) => file.id));
      },
    }),
    changedFiles,
    blobTransport: {
      lackingBlobs: (hashes) => world.server.blobUploads.lacking(who(), hashes),
      async upload({ url: _url, ...file }) {
        const admitted = await world.server.blobUploads.admit(who(), file);
        if (!admitted.ok) return { type: "refused", code: "too-large" };
        const content = await blobs.open(file.sha256);
        if (content === null) throw new Error("sends what it does not have");
        const done = await world.server.blobUploads.finish(who(), file, content);
        return done.ok ? { type: "done" } : { type: "corrupt" };
      },
      async download({ attachment }) {
        const found = await world.server.attachments.get(who(), attachment);
        const sha256 = found.ok ? found.value.sha256 : null;
        return sha256 === null ? null : world.server.blobs.open(sha256);
      },
    },
    sync,
    clock,
    deps: { database, journal, clock, newId },
    driftMs: 0,
    transport: {
      hello: () => world.server.sync.hello(who()),
      push: (request) => world.server.sync.push(who(), overTheWire(request)).then(overTheWire),
      pull: (request) => world.server.sync.pull(who(), overTheWire(request)).then(overTheWire),
      snapshot: (request) =>
        world.server.sync.snapshot(who(), overTheWire(request)).then(overTheWire),
    },
    async caller() {
      return database.read(async (stores) => ({
        ...who(),
        name: (await stores.meta.get(accountKey)) ?? "users/local",
        spaces: await followedSpaces(stores),
        hidesPublic: await isEvictingPublic(stores),
      }));
    },
    async connect() {
      await sync.adopt(await device.transport.hello(), "http://server.test");
    },
    async syncAll() {
      await sync.greet(device.transport);
      await sync.push(device.transport);
      await sync.pull(device.transport);
    },
    async syncFiles() {
      await device.syncAll();
      if ((await device.blobSync.sendWaiting(device.blobTransport)) > 0) await device.syncAll();
      await device.blobSync.fetchThumbnails(device.blobTransport);
      await device.blobSync.fetchWanted(device.blobTransport);
      await device.blobSync.eraseDeleted();
    },
  };
  return device;
}

function memoDeps<Side extends Database>(
  deps: Pick<MemoDeps<Side>, "database" | "journal" | "clock" | "newId" | "textClientId">,
): MemoDeps<Side> {
  const pageTokens = createPageTokens(new Uint8Array(32));
  return { ...deps, pageTokens, limits: () => defaultMemoLimits };
}

/** Returns a copy of a message that went through JSON. */
export function overTheWire<T>(message: T): T {
  return JSON.parse(JSON.stringify(message)) as T;
}

/** Returns the value of a result; throws if it is an error. */
export function must<T, E>(result: Result<T, E>): T {
  if (result.ok) return result.value;
  throw new Error(`refused: ${JSON.stringify(result.error)}`);
}

/** Returns every memo of a replica by id, without fields that may differ between replicas. */
export async function contents(database: Database): Promise<Record<string, unknown>> {
  const memos: Record<string, unknown> = {};
  const ids = [
    ...(await database.read(({ memos: reader }) => reader.idsByOthers("users/nobody"))),
  ].toSorted();
  const records = await database.read(({ memos: reader }) => reader.findMany(ids));
  for (const record of records) memos[record.id] = shownOf(record);
  return memos;
}

function shownOf(record: MemoRecord): unknown {
  const { number: _number, ...shown } = record;
  return shown;
}
