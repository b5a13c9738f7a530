import type { SyncOp } from "../../../merge/sync-op.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";

/** The server's version of an entity, stored while operations are pending. */
export interface Base<Row> {
  /** `null` if the server is known or assumed not to have the entity. */
  readonly row: Row | null;
}

/** Known state of the server's version when a row arrives. */
export type Known<Row, Shown = Row> = {
  /** Highest known seq, including a parked row's; 0 if no server has seen the entity. */
  readonly seq: number;
} & (
  | { readonly isDirty: false; readonly row: Shown | null }
  /** Variant while operations are pending, or were until now. */
  | { readonly isDirty: true; readonly row: Row | null }
);

/** A row from the server that isn't stale. */
export interface Arrival<Row, Shown = Row> {
  readonly id: string;
  readonly seq: number;
  readonly incoming: Row;
  readonly known: Known<Row, Shown>;
}

/** A row from the server that is shown with pending operations applied. */
export interface Merged<Row, Op extends SyncOp, Shown = Row> {
  readonly id: string;
  /** State shown before. */
  readonly shown: Shown | null;
  readonly incoming: Row;
  /** State shown now. */
  readonly view: Row | null;
  readonly waiting: readonly OutboxRow<Op>[];
}

/** Storage of rows that can't be shown yet. */
export interface Parking<Row, Shown = Row> {
  /** Returns the seq of the parked row, or null if none is parked. */
  seqOf(stores: DeviceWriteStores, id: string): Promise<number | null>;
  /** Called before a row is applied. Returns true if the row was parked and must not be applied now. */
  park(stores: DeviceWriteStores, arrival: Arrival<Row, Shown>): Promise<boolean>;
  drop(stores: DeviceWriteStores, id: string): Promise<void>;
}

/**
 * Operations of rebasing for one kind of entity. All run in the caller's transaction.
 *
 * `Row` is the server's version and the result of operations. `Shown` is the type read from the view, if it
 * differs.
 */
export interface RebasedKind<Row, Op extends SyncOp, Shown = Row> {
  /** Returns the entity's key, unique among all kinds (`entityKey`). */
  keyOf(id: string): string;
  /** Returns true if an operation is on an entity of this kind. */
  isOwn(op: SyncOp): op is Op;
  /** Returns true if an operation contains its entity's full state and needs no row from the server. */
  isAssertion(op: Op): boolean;
  /** Returns undefined if no base is stored. */
  load(stores: DeviceWriteStores, id: string): Promise<Base<Row> | undefined>;
  keep(stores: DeviceWriteStores, id: string, row: Row | null): Promise<void>;
  /** Returns the entity as this device shows it, or null. */
  find(stores: DeviceWriteStores, id: string): Promise<Shown | null>;
  seqOf(row: Row | Shown): number;
  /**
   * Returns the row with an operation applied. An operation that doesn't fit is ignored here; the server
   * refuses it.
   */
  apply(stores: DeviceWriteStores, row: Row | null, op: Op): Promise<Row | null>;
  /** Replaces `shown` with `view`, including everything derived from it. */
  save(stores: DeviceWriteStores, view: Row, shown: Shown | null): Promise<void>;
  /** Removes the entity from the view. */
  remove(stores: DeviceWriteStores, id: string): Promise<void>;
  /** Removes the entity, its base and everything that contains its content from this device (R16). */
  evict(stores: DeviceWriteStores, id: string): Promise<void>;
  /** Returns pending changes that aren't in the outbox yet; they are applied before those that are. */
  unsent?(stores: DeviceWriteStores, id: string, shown: Shown | null): Promise<readonly Op[]>;
  /** Returns the text that a refused operation saves for its author (R12), or null. */
  refusedText?(stores: DeviceWriteStores, op: Op): Promise<string | null>;
  /** Called before a removal that isn't stale is applied; may keep what the user wrote (R12). */
  onRemoved?(stores: DeviceWriteStores, id: string): Promise<void>;
  readonly parking?: Parking<Row, Shown>;
  /** Called after a row was shown with pending operations applied. */
  onMerged?(stores: DeviceWriteStores, merged: Merged<Row, Op, Shown>): Promise<void>;
}
