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
import type { WireChoices } from "../../protocol/merge-choices.ts";

export interface SyncServerDeps {
  readonly database: ServerDatabase;
  readonly journal: Journal;
  readonly clock: HybridClock;
  readonly limits: () => MemoLimits;
  readonly schemaVersion: number;
  readonly textClientId: (memo: string, gen: number) => number;
  /**
   * Returns the hashes whose content the caller must send first. Called before a batch is applied. Absent on
   * a server that stores no files.
   */
  readonly lackingBlobs?: (caller: Caller, hashes: readonly string[]) => Promise<string[]>;
  readonly attachmentLimits?: () => AttachmentLimits;
  /** Returns the days in the trash before a memo is deleted; 0 for never. Absent for the default. */
  readonly trashDays?: () => number;
  /** Returns true if recordings can be transcribed; absent on a server that never can. */
  readonly transcribes?: () => Promise<boolean>;
  /** Returns the instance's title; absent on a server without one. */
  readonly instanceTitle?: () => string;
}

/** Dependencies for applying an operation, apart from the transaction. */
export interface PushDeps extends SyncServerDeps {
  /** Hashes in the batch's operations whose content the server lacks. */
  readonly lacking: ReadonlySet<string>;
}

export type PushContext = WriteContext<PushDeps, ServerWriteStores>;

/** Reader that rows are loaded for: a user, on a device that follows some of their scopes. */
export interface RowReader {
  readonly caller: Caller;
  /** Rows that none of these scopes shows are omitted; `null` for all that the caller may read. */
  readonly follows: ReadonlySet<Scope> | null;
}

/** Row in wire form. */
export interface LoadedRow {
  readonly row: Record<string, unknown>;
  /** Seq of its last change. */
  readonly seq: number;
  /** Approximate size as JSON in an answer, in bytes. */
  readonly bytes: number;
  /** For one of the reader's memos, the stamp of the last overridden visibility choice (S4a). */
  readonly visibilityLost?: Stamp;
  /** For one of the reader's memos, the choices of its last merge that had any (T3b). */
  readonly choices?: WireChoices;
}

export interface PushOutcome {
  readonly code: OpCode;
  /** Details of a refusal beyond the code, for people. */
  readonly reason?: string;
  /** True if the text was merged with an edit that the device hadn't seen. */
  readonly merged: boolean;
  /** Name of the device whose changes it was merged with; "" if unknown. */
  readonly mergedWith?: string;
  /** True if another replica had chosen another visibility from the same base (S4). */
  readonly hasClash?: boolean;
}

/** Server side of sync for one kind of entity. */
export interface ServerKind<Op = SyncOp> {
  /** Returns the rows of the given entities, by id. Omits those that the reader may not see. */
  load(
    stores: ServerReadStores,
    reader: RowReader,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, LoadedRow>>;
  /** Checks and applies one operation of a device, in the transaction of its batch. */
  apply(context: PushContext, op: Op): Promise<PushOutcome>;
}
