import type { MemoChange } from "@tidemark/core";
import type { DeviceProcess } from "./device-process.ts";
import type { Freight } from "./blob-calls.ts";
import type { FileLedger } from "./file-ledger.ts";
import type { Ledger } from "./ledger.ts";
import type { Network } from "./network.ts";
import type { RegisterLedger } from "./register-ledger.ts";
import type { FileRoom, ReplicaFile } from "./replica-file.ts";
import type { Script } from "./script.ts";
import type { SimDisk } from "./sim-disk.ts";
import type { ServerProcess } from "./server-process.ts";
import type { Scope } from "@tidemark/core/model";

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
  cursors: { readonly epoch: string | null; readonly seqs: ReadonlyMap<Scope, number> };
  /** Whether something is set aside that its version does not know. */
  hasDeferred: boolean;
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

/** What holds for the whole of a run. */
export type ScriptHead = Omit<Script, "steps">;
