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

/** The server's version of what has something waiting on this device. */
export interface EntityBaseTable {
  /** The key of an entity of any kind. */
  entity: string;
  /** JSON of its row (of a memo a `MemoRow`); null when the entity is known to be absent on the server. */
  row: string | null;
  /** This and what follows is of memos. */
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

/** At most one row: texts of memos above a number are in no index yet. */
export interface LateTextTable {
  only_row: number;
  after_pk: number;
}

export interface SyncLogTable {
  pk: Generated<number>;
  at_ms: number;
  level: string;
  code: string;
  /** JSON of what the code's sentence needs. */
  params: string;
}
