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

/** Rows that the user could read when the server answered the last page that the device applied. */
export interface PullFacts {
  readonly epoch: string;
  readonly headSeq: number;
  readonly readable: ReadonlySet<string>;
  /** Ids of readable attachments. */
  readonly files: ReadonlySet<string>;
}

export interface SimDevice {
  readonly name: string;
  /** Resource name of its owner's account. */
  readonly user: string;
  /** Node of its clock's stamps; the same for a cloned profile. */
  readonly node: string;
  readonly file: ReplicaFile;
  readonly disk: SimDisk;
  /** Content evicted to save space; opening the file downloads it again. */
  readonly dropped: Set<string>;
  process: DeviceProcess | null;
  driftMs: number;
  isCut: boolean;
  isExpired: boolean;
  /** Set once its profile is bound to the account. */
  isBound: boolean;
  lastPull: PullFacts | null;
  cursors: { readonly epoch: string | null; readonly seqs: ReadonlyMap<Scope, number> };
  /** True if it has deferred rows. */
  hasDeferred: boolean;
  /** Words that its memos contained at the last check, by memo. */
  shown: Map<string, ReadonlySet<string>>;
  /** Memos of other users that it had. */
  readonly othersMemos: Set<string>;
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
  /** Size limit of a memo. */
  contentBytes: number;
  /** Newest generation of each memo on any replica when the server was restored. */
  readonly knownGens: Map<string, number>;
  checkedVersion: number;
  /** Changes of the current request, committed or about to be. */
  changes: MemoChange[];
}

/**
 * Field change on a device, with the server's row that the device saw. On top of that row, the change
 * must win.
 */
export interface Intent {
  readonly device: string;
  readonly memo: string;
  readonly field: string;
  readonly value: unknown;
  /** Seq of the server's row that the author saw. */
  readonly seenSeq: number;
  readonly epoch: string;
}

export interface LastRead {
  readonly content: string;
  readonly etag: string;
  readonly epoch: number;
  readonly atMs: number;
}

/** State of a run. */
export interface World extends Disposable {
  nowMs: number;
  readonly script: ScriptHead;
  readonly room: FileRoom;
  readonly server: SimServer;
  readonly devices: Map<string, SimDevice>;
  readonly network: Network;
  readonly ledger: Ledger;
  readonly registers: RegisterLedger;
  /** Peers of a version that lacks some kinds: `server`, and names of devices. */
  readonly older: Set<string>;
  readonly files: FileLedger;
  /** Bytes sent with messages. */
  readonly freight: Freight;
  readonly intents: Intent[];
  /** Writers and last value of each field, by memo and field. */
  readonly fieldWrites: Map<string, { readonly writers: Set<string>; value: unknown }>;
  /** Memos that a profile had when it was cloned. */
  readonly inClones: Set<string>;
  /** Reactions by memo and user. */
  readonly reactions: Map<string, { wasRemoved: boolean }>;
  /** Last read of each API client, by client and memo. */
  readonly lastRead: Map<string, LastRead>;
  /** Amounts written to memos' texts. */
  readonly values: Set<string>;
  /** Values written to the unknown field, by memo. */
  readonly unknownFields: Map<string, { readonly writers: Set<string>; readonly values: number[] }>;
  /** Bodies that webhooks received, by delivery. */
  readonly received: Map<string, string>;
  /** First result of each operation, by stream and number. */
  readonly answers: Map<string, string>;
  /** Unexpected error of a process: no refusal, no crash and no network error. */
  thrown: Error | null;
  newId(): string;
  newClientId(): number;
}

/** Options of a run. */
export type ScriptHead = Omit<Script, "steps">;
