import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPageTokens, type Database, type Result, type UserRecord } from "@tidemark/core";
import {
  type Caller,
  createMemoService,
  defaultMemoLimits,
  type MemoDeps,
  type MemoRecord,
  type MemoService,
} from "@tidemark/core/memo";
import {
  createDeviceJournal,
  createDeviceSync,
  createHybridClock,
  createServerJournal,
  createSyncServer,
  type DeviceSync,
  followedSpaces,
  type HybridClock,
  type SyncServer,
  type SyncTransport,
} from "@tidemark/core/sync";
import { createSpaceService } from "@tidemark/core/space";
import { clientIdFrom } from "@tidemark/core/text";
import { openDatabase, type OpenDatabase } from "../../src/index.ts";

/** A world with a server and devices in one process: real code and databases, a clock of its own. */
export interface World extends AsyncDisposable {
  nowMs: number;
  readonly server: ServerReplica;
  device(name: string, user?: string): Promise<DeviceReplica>;
}

export interface ServerReplica {
  readonly database: Database;
  readonly memos: MemoService;
  readonly sync: SyncServer;
  /** What its jobs are run with. */
  readonly deps: Pick<MemoDeps, "database" | "journal" | "clock">;
  /** With the spaces that the user is in at this moment. */
  caller(user: string): Caller;
  /** Puts a user into a space, which is made when there is none. Names without `users/`, `spaces/`. */
  join(space: string, user: string): Promise<void>;
  leave(space: string, user: string): Promise<void>;
}

export interface DeviceReplica {
  readonly name: string;
  readonly database: Database;
  readonly memos: MemoService;
  readonly sync: DeviceSync;
  readonly clock: HybridClock;
  readonly transport: SyncTransport;
  /** The profile's owner. */
  caller(): Promise<Caller>;
  connect(): Promise<void>;
  /** One whole round: greet, push until empty, pull until there is no more. */
  syncAll(): Promise<void>;
  /** Milliseconds by which this device's own clock is ahead. */
  driftMs: number;
}

export async function createWorld(): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-sync-"));
  const opened: OpenDatabase[] = [];
  let lastId = 0;
  const newId = (): string => `id${(lastId += 1)}x`;
  const open = async (name: string, role: "server" | "device"): Promise<Database> => {
    const database = await openDatabase({ file: join(dir, `${name}.db`), role });
    opened.push(database);
    return database.database;
  };

  const world: World = {
    nowMs: Date.UTC(2026, 2, 15, 12),
    server: await createServer(await open("server", "server"), () => world.nowMs, newId),
    async device(name, user = "users/alice") {
      const database = await open(name, "device");
      return createDevice({ name, user, database, world, newId });
    },
    async [Symbol.asyncDispose]() {
      for (const database of opened) await database.close();
      await rm(dir, { recursive: true });
    },
  };
  return world;
}

async function createServer(
  database: Database,
  nowMs: () => number,
  newId: () => string,
): Promise<ServerReplica> {
  const clock = createHybridClock({ node: "server", wallMs: nowMs });
  const journal = createServerJournal({ clock, newId, onScopes: () => {} });
  const epoch = "epoch-1";
  await database.write(({ meta }) => meta.set("epoch", epoch));
  const textClientId = (memo: string, gen: number): number =>
    clientIdFrom(`server\n${epoch}\n${memo}\n${gen}`);
  const limits = (): typeof defaultMemoLimits => defaultMemoLimits;
  const deps = memoDeps({ database, journal, clock, newId, textClientId });
  const spaces = createSpaceService({ ...deps, onScopes: () => {} });
  const memberships = new Map<string, string[]>();
  const admin: Caller = { name: "users/root", role: "ADMIN", spaces: [], scope: null, device: "" };
  return {
    database,
    deps: { database, journal, clock },
    memos: createMemoService(deps),
    sync: createSyncServer({ database, journal, clock, limits, schemaVersion: 1, textClientId }),
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
}

function account(username: string): Omit<UserRecord, "number"> {
  const texts = { passwordHash: "", email: "", displayName: "", avatarUrl: "", description: "" };
  const times = { createdMs: 0, updatedMs: 0 };
  return { username, role: "USER", isHost: false, state: "NORMAL", ...texts, ...times };
}

function createDevice(given: {
  readonly name: string;
  readonly user: string;
  readonly database: Database;
  readonly world: World;
  readonly newId: () => string;
}): DeviceReplica {
  const { name, user, database, world, newId } = given;
  const wallMs = (): number => world.nowMs + device.driftMs;
  const clock = createHybridClock({ node: name, wallMs });
  const sync = createDeviceSync({
    database,
    clock,
    wallMs,
    newStreamId: () => `stream-${newId()}`,
    onMemos: () => {},
  });
  const journal = createDeviceJournal(() => {});
  let lastClientId = clientIdFrom(name);
  const textClientId = (): number => (lastClientId += 1);
  const who = (): Caller => ({ ...world.server.caller(user), device: name });
  const device: DeviceReplica = {
    name,
    database,
    memos: createMemoService(memoDeps({ database, journal, clock, newId, textClientId })),
    sync,
    clock,
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
        name: (await stores.meta.get("account")) ?? "users/local",
        spaces: await followedSpaces(stores),
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
  };
  return device;
}

function memoDeps(
  deps: Pick<MemoDeps, "database" | "journal" | "clock" | "newId" | "textClientId">,
): MemoDeps {
  const pageTokens = createPageTokens(new Uint8Array(32));
  return { ...deps, pageTokens, limits: () => defaultMemoLimits };
}

/** What arrives is a copy that went through JSON. */
function overTheWire<T>(message: T): T {
  return JSON.parse(JSON.stringify(message)) as T;
}

/** The value of a result that must be one. */
export function must<T, E>(result: Result<T, E>): T {
  if (result.ok) return result.value;
  throw new Error(`refused: ${JSON.stringify(result.error)}`);
}

/** Every memo of a replica by id, without what may differ between replicas. */
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
