import type { OutboxRow } from "../../../stores/sync-stores.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { HybridClock } from "../../../clock/hybrid-clock.ts";
import type { PushResponse, WireChange } from "../../protocol/messages.ts";
import type { SyncOp } from "../../../merge/sync-op.ts";
import type { UserReference } from "../../../names/names.ts";
import type { Scope } from "../../../model/scope.ts";

export type PushResult = Extract<PushResponse, { type: "results" }>["results"][number];

/** What taking the answer to an operation needs beside the transaction. */
export interface ResultDeps {
  readonly clock: HybridClock;
}

/** What a device's side of sync does with one kind of entity. All of it in the caller's transaction. */
export interface DeviceKind<Op extends SyncOp = SyncOp> {
  /**
   * Takes the server's row (R4). False when it is in no shape that this version can read. `isFirst`:
   * there is nothing of the entity here.
   */
  takeRow(stores: DeviceWriteStores, change: WireChange, isFirst: boolean): Promise<boolean>;
  /** Takes the server's word that the entity is gone, or not this user's to read any more (R4). */
  takeRemoval(stores: DeviceWriteStores, entity: string, seq: number): Promise<void>;
  /** Takes the answer to one of this device's operations, which waits in the outbox until then. */
  takeResult(
    stores: DeviceWriteStores,
    deps: ResultDeps,
    row: OutboxRow<Op>,
    result: PushResult,
  ): Promise<void>;
  /**
   * Replaces what waits by operations that state everything of the user's whole (R3). What others
   * wrote, and what is bound to the epoch that was left, is dropped.
   */
  reassertOwn(stores: DeviceWriteStores, user: UserReference, atMs: number): Promise<void>;
  /** Ids of stored rows that a running resync has not met, in order of id, after `after`. */
  unmarked(stores: DeviceWriteStores, after: string, limit: number): Promise<string[]>;
  /** Removes what none of the followed scopes shows, unless it waits to be sent. Whether any went. */
  evictUnshown(stores: DeviceWriteStores, follows: ReadonlySet<Scope>): Promise<boolean>;
  /** Removes what no page met, unless it is newer, or has to wait for the server's answer (R13). Whether it went. */
  evictLeftOver(stores: DeviceWriteStores, entity: string, uptoSeq: number): Promise<boolean>;
}
