import type { Caller } from "@tidemark/core/model";
import { beginEpoch, epochKey } from "@tidemark/core/sync/server";
import { followedSpaces, isDroppingPublic, accountKey } from "@tidemark/core/sync/device";
import type { MemoChange } from "@tidemark/core";
import { type DeviceProcess, startDevice } from "./device-process.ts";
import { createFreight, type Freight } from "./blob-calls.ts";
import { createFileLedger, type FileLedger } from "./file-ledger.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { addAccounts, spacesOf } from "./members.ts";
import { createNetwork, type Network } from "./network.ts";
import { createRegisterLedger, type RegisterLedger } from "./register-ledger.ts";
import { createFileRoom, type FileRoom, type ReplicaFile } from "./replica-file.ts";
import type { Script } from "./script.ts";
import { createSimDisk, type SimDisk } from "./sim-disk.ts";
import { addWebhooks } from "./webhooks.ts";
import { callerOf, type ServerProcess, startServer } from "./server-process.ts";

/** What the server said a user may read when it answered the last page that a device took. */
export interface PullFacts {
  readonly epoch: string;
  readonly headSeq: number;
  readonly readable: ReadonlySet<string>;
  /** Attachments. */
  readonly files: ReadonlySet<string>;
}

export interface SimDevice {
  readonly name: string;
  /** Resource name of the account that its owner has. */
  readonly user: string;
  /** Under which its clock stamps; a cloned profile has the same. */
  readonly node: string;
  readonly file: ReplicaFile;
  readonly disk: SimDisk;
  /** Content that was dropped because there was too much: it comes when it is opened. */
  readonly dropped: Set<string>;
  process: DeviceProcess | null;
  driftMs: number;
  isCut: boolean;
  isExpired: boolean;
  /** Whether it was told to bind its profile to the account. */
  isBound: boolean;
  lastPull: PullFacts | null;
  cursors: { readonly epoch: string | null; readonly seqs: ReadonlyMap<string, number> };
  /** Whether something is set aside that its version does not know. */
  hasAside: boolean;
  /** Words that its view showed, by memo. */
  shown: Map<string, ReadonlySet<string>>;
  checkedVersion: number;
}

export interface SimServer {
  file: ReplicaFile;
  disk: SimDisk;
  process: ServerProcess | null;
  backup: {
    readonly file: ReplicaFile;
    readonly disk: SimDisk;
    readonly takenMs: number;
  } | null;
  epochs: number;
  /** The newest generation of each memo that anybody had when the server was put back. */
  readonly knownGens: Map<string, number>;
  checkedVersion: number;
  /** Changes that committed or will, of the request that runs. */
  changes: MemoChange[];
}

/** A set of what a device had in view when it changed a field: what is on top of it must stand. */
export interface Intent {
  readonly device: string;
  readonly memo: string;
  readonly field: string;
  readonly value: unknown;
  /** Seq of the server's row that its author saw. */
  readonly seenSeq: number;
  readonly epoch: string;
}

export interface LastRead {
  readonly content: string;
  readonly etag: string;
  readonly epoch: number;
  readonly atMs: number;
}

/** Everything that a run is made of. */
export interface World extends Disposable {
  nowMs: number;
  readonly script: ScriptHead;
  readonly room: FileRoom;
  readonly server: SimServer;
  readonly devices: Map<string, SimDevice>;
  readonly network: Network;
  readonly ledger: Ledger;
  readonly registers: RegisterLedger;
  /** Peers that are of a version which lacks some kinds: `server`, and names of devices. */
  readonly older: Set<string>;
  readonly files: FileLedger;
  /** Bytes that go with messages. */
  readonly freight: Freight;
  readonly intents: Intent[];
  /** Who wrote each field of each memo, and what last, by memo and field. */
  readonly fieldWrites: Map<string, { readonly writers: Set<string>; value: unknown }>;
  /** Memos that a profile had when it was copied. */
  readonly inClones: Set<string>;
  /** Reactions by memo and user that nobody took back. */
  readonly reactions: Map<string, { wasRemoved: boolean }>;
  /** What clients of the API last read, by client and memo. */
  readonly lastRead: Map<string, LastRead>;
  /** Values that were given to a field which this version does not know, by memo. */
  readonly unknownFields: Map<string, { readonly writers: Set<string>; readonly values: number[] }>;
  /** Bodies that webhooks were sent, by delivery. */
  readonly received: Map<string, string>;
  /** The first answer to each operation, by stream and number. */
  readonly answers: Map<string, string>;
  /** What a process threw that is no refusal, no crash and no network's fault. */
  thrown: Error | null;
  newId(): string;
  newClientId(): number;
}

export const startMs = Date.UTC(2026, 2, 15, 12);

/** What holds for the whole of a run. */
export type ScriptHead = Omit<Script, "steps">;

export async function createWorld(script: ScriptHead): Promise<World> {
  const room = createFileRoom();
  let ids = 0;
  const world: World = {
    nowMs: startMs,
    script,
    room,
    server: {
      file: room.create(),
      disk: createSimDisk(),
      process: null,
      backup: null,
      epochs: 0,
      knownGens: new Map(),
      checkedVersion: -1,
      changes: [],
    },
    devices: new Map(),
    network: createNetwork(),
    ledger: createLedger(),
    registers: createRegisterLedger(),
    older: new Set(script.older),
    files: createFileLedger(),
    freight: createFreight(),
    intents: [],
    fieldWrites: new Map(),
    inClones: new Set(),
    reactions: new Map(),
    lastRead: new Map(),
    unknownFields: new Map(),
    received: new Map(),
    answers: new Map(),
    thrown: null,
    newId: () => `id${(ids += 1)}x`,
    newClientId: () => Math.imul((ids += 1), 0x9e3779b1) >>> 0,
    [Symbol.dispose]: () => room[Symbol.dispose](),
  };
  await world.server.file.peek.write(({ meta }) => meta.set(epochKey, epochName(world)));
  await openServer(world);
  await addAccounts(world);
  if (script.hooks === true) await addWebhooks(world);
  return world;
}

export async function newEpoch(world: World): Promise<void> {
  await world.server.file.peek.write(({ meta }) => beginEpoch(meta, epochName(world), world.nowMs));
}

/** A name that no epoch had before. */
function epochName({ server }: World): string {
  server.epochs += 1;
  return `epoch-${server.epochs}`;
}

export async function openServer(world: World): Promise<void> {
  const { server } = world;
  server.process = await startServer({
    file: server.file,
    disk: server.disk,
    wallMs: () => world.nowMs,
    newId: () => world.newId(),
    newEpoch: () => epochName(world),
    onChange: (change) => server.changes.push(change),
  });
}

export async function openDevice(world: World, device: SimDevice): Promise<void> {
  device.process = await startDevice({
    file: device.file,
    disk: device.disk,
    node: device.node,
    wallMs: () => world.nowMs + device.driftMs,
    newId: () => world.newId(),
    textClientId: () => world.newClientId(),
  });
}

export function newDevice(
  given: Pick<SimDevice, "name" | "user" | "node" | "file" | "disk" | "driftMs" | "isBound">,
): SimDevice {
  return {
    ...given,
    dropped: new Set(),
    process: null,
    isCut: false,
    isExpired: false,
    lastPull: null,
    cursors: { epoch: null, seqs: new Map() },
    hasAside: false,
    shown: new Map(),
    checkedVersion: -1,
  };
}

export function remoteCaller(world: World, user: string, device: string): Caller {
  return callerOf(user, spacesOf(world, user), device);
}

/** The owner of a profile, as the host says it. */
export async function profileOwner(world: World, device: SimDevice): Promise<Caller> {
  const { account, spaces, hidesPublic } = await device.file.peek.read(async (stores) => ({
    account: await stores.meta.get(accountKey),
    spaces: await followedSpaces(stores),
    hidesPublic: await isDroppingPublic(stores),
  }));
  return { ...callerOf(account ?? "users/local", spaces, device.name), hidesPublic };
}

/** Runs everything that can run: what is left waits for the network. */
export async function runAll(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
