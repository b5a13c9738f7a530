import type { Generated } from "kysely";

export interface OutboxTable {
  n: number;
  entity: string;
  state: string;
  attempts: number;
  error: string | null;
  at_ms: number;
  /** JSON of a `MemoOp`. */
  op: string;
}

export interface EntityBaseTable {
  entity: string;
  /** JSON of a `MemoRow`; null when the entity is known to be absent on the server. */
  row: string | null;
  doc_gen: number | null;
  doc_state: Uint8Array | null;
  /** JSON of `MemoElement[]`. */
  elements: string;
}

export interface CursorTable {
  scope: string;
  seq: number;
}

export interface EvictedTable {
  entity: string;
  seq: number;
}

export interface DeferredTable {
  kind: string;
  entity: string;
  seq: number;
  payload: string;
}

/** Entities that the running resync has met. */
export interface SnapshotMarkTable {
  entity: string;
}

export interface SyncLogTable {
  pk: Generated<number>;
  at_ms: number;
  level: string;
  code: string;
  /** JSON of what the code's sentence needs. */
  params: string;
}
