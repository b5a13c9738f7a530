import type { SyncOp } from "../../../merge/sync-op.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";

/** The server's version of an entity, kept as long as something waits on top. */
export interface Base<Row> {
  /** null: the server is known to have none, or taken to. */
  readonly row: Row | null;
}

/** What is known here of the server's version when a row of it comes. */
export type Known<Row, Shown = Row> = {
  /** The newest seq known, one that is parked included; 0: no server has seen it. */
  readonly seq: number;
} & (
  | { readonly isDirty: false; readonly row: Shown | null }
  /** Something waits on top of it, or did until now. */
  | { readonly isDirty: true; readonly row: Row | null }
);

/** A row of the server's that is not stale. */
export interface Arrival<Row, Shown = Row> {
  readonly id: string;
  readonly seq: number;
  readonly incoming: Row;
  readonly known: Known<Row, Shown>;
}

/** A row of the server's that was shown with what waits on top. */
export interface Merged<Row, Op extends SyncOp, Shown = Row> {
  readonly id: string;
  /** What was shown before. */
  readonly shown: Shown | null;
  readonly incoming: Row;
  /** What is shown now. */
  readonly view: Row | null;
  readonly waiting: readonly OutboxRow<Op>[];
}

/** Rows that have to wait before they can be shown. */
export interface Parking<Row, Shown = Row> {
  /** The seq of the row that is parked; null: none is. */
  seqOf(stores: DeviceWriteStores, id: string): Promise<number | null>;
  /** What is to be done before a row is taken. True: it was parked, and is not taken now. */
  park(stores: DeviceWriteStores, arrival: Arrival<Row, Shown>): Promise<boolean>;
  drop(stores: DeviceWriteStores, id: string): Promise<void>;
}

/**
 * What rebasing has to know of one kind of entity. All of it runs in the caller's transaction.
 *
 * `Row`: the server's version, and what operations make of it. `Shown`: what is read back from the
 * view, where that is something else.
 */
export interface RebasedKind<Row, Op extends SyncOp, Shown = Row> {
  /** The entity's name among those of all kinds (`entityKey`). */
  keyOf(id: string): string;
  /** Whether an operation is on an entity of this kind. */
  isOwn(op: SyncOp): op is Op;
  /** Whether an operation says everything of its entity, and so needs no row of the server's below it. */
  isAssertion(op: Op): boolean;
  /** undefined: no base is kept. */
  load(stores: DeviceWriteStores, id: string): Promise<Base<Row> | undefined>;
  keep(stores: DeviceWriteStores, id: string, row: Row | null): Promise<void>;
  /** What this device shows of the entity; null: nothing. */
  find(stores: DeviceWriteStores, id: string): Promise<Shown | null>;
  seqOf(row: Row | Shown): number;
  /**
   * The row with an operation on top. One that does not fit is the server's to refuse; the view goes
   * on without it.
   */
  apply(stores: DeviceWriteStores, row: Row | null, op: Op): Promise<Row | null>;
  /** Shows `view` in place of `shown`, with everything that is derived from it. */
  save(stores: DeviceWriteStores, view: Row, shown: Shown | null): Promise<void>;
  /** Shows the entity no more. */
  remove(stores: DeviceWriteStores, id: string): Promise<void>;
  /** Removes the entity from this device, its base and everything that says what was in it (R16). */
  evict(stores: DeviceWriteStores, id: string): Promise<void>;
  /** What waits and has no place in the outbox yet; it goes below what has. */
  unsent?(stores: DeviceWriteStores, id: string, shown: Shown | null): Promise<readonly Op[]>;
  /** The text that a refused operation leaves for its author (R12); null: none. */
  refusedText?(stores: DeviceWriteStores, op: Op): Promise<string | null>;
  readonly parking?: Parking<Row, Shown>;
  /** To be done once a row was shown with what waits on top. */
  onMerged?(stores: DeviceWriteStores, merged: Merged<Row, Op, Shown>): Promise<void>;
}
