import type { OutboxRow } from "../../../stores/sync-stores.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { HybridClock } from "../../../clock/hybrid-clock.ts";
import type { PushResponse, WireChange } from "../../protocol/messages.ts";
import type { SyncOp } from "../../../merge/sync-op.ts";
import type { UserReference } from "../../../names/names.ts";
import type { Scope } from "../../../model/scope.ts";

export type PushResult = Extract<PushResponse, { type: "results" }>["results"][number];

/** Answer to an operation of a push, with what its later answers say about the same entity. */
export interface TakenResult extends PushResult {
  /** Numbers of later operations on the entity that the server has applied. */
  readonly appliedLater: readonly number[];
}

/** Dependencies for handling the answer to an operation, apart from the transaction. */
export interface ResultDeps {
  readonly clock: HybridClock;
}

/** Device side of sync for one kind of entity. All methods run in the caller's transaction. */
export interface DeviceKind<Op extends SyncOp = SyncOp> {
  /**
   * Applies the server's row (R4). Returns false if this version can't read it. `isFirst` is true if the
   * device has nothing of the entity.
   */
  applyRow(stores: DeviceWriteStores, change: WireChange, isFirst: boolean): Promise<boolean>;
  /** Removes an entity that was deleted, or that this user may no longer read (R4). */
  applyRemoval(stores: DeviceWriteStores, entity: string, seq: number): Promise<void>;
  /** Handles the answer to one of this device's operations, which is in the outbox until then. */
  applyResult(
    stores: DeviceWriteStores,
    deps: ResultDeps,
    row: OutboxRow<Op>,
    result: TakenResult,
  ): Promise<void>;
  /**
   * Replaces pending operations with assertions of everything that the user owns (R3). Evicts other users'
   * entities with the operations on them, and drops data that only applies to the previous epoch.
   */
  reassertOwn(stores: DeviceWriteStores, user: UserReference, atMs: number): Promise<void>;
  /** Returns ids of stored rows that no page of the running resync included, sorted, after the id `after`. */
  unmarked(stores: DeviceWriteStores, after: string, limit: number): Promise<string[]>;
  /**
   * Removes entities that no followed scope shows, unless they are unsent. Returns whether any were removed.
   */
  evictUnshown(stores: DeviceWriteStores, follows: ReadonlySet<Scope>): Promise<boolean>;
  /**
   * Removes an entity that no page included, unless it is newer or waits for the server's answer (R13a,
   * R13b). Returns whether it was removed.
   */
  evictLeftOver(stores: DeviceWriteStores, entity: string, uptoSeq: number): Promise<boolean>;
}
