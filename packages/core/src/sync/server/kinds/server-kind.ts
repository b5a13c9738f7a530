import type { WriteContext } from "../../../commit/write-context.ts";
import type { AttachmentLimits } from "../../../access/attachment-limits.ts";
import type { Caller } from "../../../model/caller.ts";
import type { MemoLimits } from "../../../access/memo-limits.ts";
import type {
  ServerDatabase,
  ServerReadStores,
  ServerWriteStores,
} from "../../../stores/server-database.ts";
import type { HybridClock } from "../../../clock/hybrid-clock.ts";
import type { Journal } from "../../../stores/journal.ts";
import type { OpCode } from "../../../merge/op-code.ts";
import type { SyncOp } from "../../../merge/sync-op.ts";
import type { Stamp } from "../../../model/stamp.ts";
import type { Scope } from "../../../model/scope.ts";

export interface SyncServerDeps {
  readonly database: ServerDatabase;
  readonly journal: Journal;
  readonly clock: HybridClock;
  readonly limits: () => MemoLimits;
  readonly schemaVersion: number;
  readonly textClientId: (memo: string, gen: number) => number;
  /**
   * Those of the hashes whose content the caller has to send first, asked before a batch is applied;
   * absent on a server that keeps no files.
   */
  readonly lackingBlobs?: (caller: Caller, hashes: readonly string[]) => Promise<string[]>;
  readonly attachmentLimits?: () => AttachmentLimits;
  /** Days in the trash before a memo is deleted; 0: never. Absent: the default. */
  readonly trashDays?: () => number;
  /** Whether there is whoever writes recordings down; absent on a server that never has. */
  readonly transcribes?: () => Promise<boolean>;
}

/** What taking an operation needs beside the transaction. */
export interface PushDeps extends SyncServerDeps {
  /** Hashes of content that operations of the batch name and that is not here. */
  readonly lacking: ReadonlySet<string>;
}

export type PushContext = WriteContext<PushDeps, ServerWriteStores>;

/** For whom rows are loaded: a user, on a device that follows some of their scopes. */
export interface RowReader {
  readonly caller: Caller;
  /** What none of these shows is left out; null: whatever the caller may read. */
  readonly follows: ReadonlySet<Scope> | null;
}

/** A row as it travels. */
export interface LoadedRow {
  readonly row: Record<string, unknown>;
  /** The seq of its last change. */
  readonly seq: number;
  /** How many bytes it takes in an answer as JSON, about. */
  readonly bytes: number;
  /** Of a memo of the reader's: the choice of visibility that gave way last (S4). */
  readonly visibilityLost?: Stamp;
}

export interface PushOutcome {
  readonly code: OpCode;
  /** Of a refusal: more than the code says, for a person. */
  readonly reason?: string;
  /** The text merged with an edit that the device had not seen. */
  readonly merged: boolean;
  /** Another replica had chosen another visibility from the same base (S4). */
  readonly hasClash?: boolean;
}

/** What the server's side of sync does with one kind of entity. */
export interface ServerKind<Op = SyncOp> {
  /** The rows of the given entities, by id; those that the reader may not have are left out. */
  load(
    stores: ServerReadStores,
    reader: RowReader,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, LoadedRow>>;
  /** Judges and applies one operation of a device, in the transaction of its batch. */
  apply(context: PushContext, op: Op): Promise<PushOutcome>;
}
