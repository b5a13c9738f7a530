import type { Generated } from "kysely";
import type { Scope } from "@tidemark/core/model";

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

/** The server's version of an entity with pending operations on this device. */
export interface EntityBaseTable {
  /** Key of an entity of any kind. */
  entity: string;
  /** JSON of its row (`MemoRow` for a memo); `null` if the entity is known not to exist on the server. */
  row: string | null;
  /** This and the next columns are used for memos only. */
  doc_gen: number | null;
  doc_state: Uint8Array | null;
  /** JSON of `MemoElement[]`. */
  elements: string;
}

export interface CursorTable {
  scope: Scope;
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

/** At most one row: memos with a number above `after_pk` aren't indexed yet. */
export interface LateTextTable {
  only_row: number;
  after_pk: number;
}

export interface SyncLogTable {
  pk: Generated<number>;
  at_ms: number;
  level: string;
  code: string;
  /** JSON of the parameters of the code's message. */
  params: string;
}
