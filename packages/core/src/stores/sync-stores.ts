import type { MemoEntity } from "../model/memo.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import type { Stamp } from "../model/stamp.ts";
import type { SyncNote } from "../model/sync-note.ts";
import type { SyncOp } from "../merge/sync-op.ts";
import type { UserReference } from "../names/names.ts";
import type { Scope } from "../model/scope.ts";

export type FeedOp = "up" | "evict" | "del";
export interface FeedRow {
  readonly scope: Scope;
  readonly kind: string;
  readonly entity: string;
  readonly seq: number;
  readonly op: FeedOp;
}

/** One row per entity and scope, holding the newest change (docs/sync.md §2). */
export interface FeedStore {
  put(row: FeedRow): Promise<void>;
  /** Rows of a scope with a higher seq, in seq order. */
  page(scope: Scope, afterSeq: number, limit: number): Promise<FeedRow[]>;
  /** What is in a scope (rows `up`) below a seq, newest change first. */
  pageDown(scope: Scope, belowSeq: number, limit: number): Promise<FeedRow[]>;
  /** The rows of one entity, one per scope that it is or was in. */
  scopesOf(kind: string, entity: string): Promise<FeedRow[]>;
  /** The same of many, by entity; what has no rows is left out. */
  scopesOfMany(kind: string, entities: readonly string[]): Promise<Map<string, FeedRow[]>>;
  /** Drops up to `limit` rows of what left (`evict`, `del`) up to a seq. Returns how many went. */
  compact(uptoSeq: number, limit: number): Promise<number>;
}

export interface StreamRecord {
  readonly id: string;
  readonly device: string;
  readonly user: UserReference;
  readonly lastN: number;
  readonly lastSeenMs: number;
  /** How far the device has got in its user's own scope. */
  readonly confirmedSeq: number;
  /** The newest stamp that the server gave one of its operations in place of the device's; null: none. */
  readonly newestMoved: Stamp | null;
}

export interface OpResultRecord {
  readonly streamId: string;
  readonly n: number;
  readonly payloadHash: string;
  /** `applied`, or the reason of the refusal. */
  readonly code: string;
  readonly atMs: number;
}

export interface StreamStore {
  find(id: string): Promise<StreamRecord | null>;
  save(stream: StreamRecord): Promise<void>;
  findResult(streamId: string, n: number): Promise<OpResultRecord | null>;
  /** Whether an operation with this payload was applied for the user, by whichever stream. */
  wasApplied(user: UserReference, payloadHash: string): Promise<boolean>;
  addResult(result: OpResultRecord): Promise<void>;
  removeResultsBefore(ms: number): Promise<void>;
  /** Streams that were used since `ms`, of all users. */
  seenSince(ms: number): Promise<StreamRecord[]>;
}

/** What was removed for good, so that a late operation cannot bring it back. */
export interface TombstoneStore {
  has(kind: string, entity: string): Promise<boolean>;
  add(kind: string, entity: string, seq: number, atMs: number): Promise<void>;
}

/** A memo whose referrers, those after an id, are still to be refed. */
export interface DueReferrers {
  readonly target: string;
  readonly after: string;
}

export interface DueReferrerStore {
  /** Replaces what is noted for the target. */
  put(due: DueReferrers): Promise<void>;
  first(): Promise<DueReferrers | null>;
  remove(target: string): Promise<void>;
}

export type OutboxState = "pending" | "blocked" | "rejected";
export interface OutboxRow<Op extends SyncOp = SyncOp> {
  /** Position in the device's stream; below zero while it has none (blocked, or rejected earlier). */
  readonly n: number;
  readonly op: Op;
  readonly state: OutboxState;
  /** How often it has been sent; an operation that was sent is never changed. */
  readonly attempts: number;
  readonly error: string | null;
  readonly atMs: number;
}

export interface OutboxStore {
  /** `blocked`: it gets no place in the stream until it is let go. */
  append(op: SyncOp, atMs: number, state?: "pending" | "blocked"): Promise<number>;
  /** Pending rows in order of n. */
  pending(limit: number): Promise<OutboxRow[]>;
  /** Pending rows of one memo in order of n. */
  pendingOf(memo: string): Promise<OutboxRow<MemoOp>[]>;
  /** Pending and blocked rows of one entity by its key, as they were made. */
  waitingOn(key: string): Promise<OutboxRow[]>;
  /** Blocked rows as they were made. */
  blocked(): Promise<OutboxRow[]>;
  /** Takes pending rows out of the stream; `renumber` closes the holes. */
  block(ns: readonly number[]): Promise<void>;
  rejected(limit: number): Promise<OutboxRow[]>;
  countPending(): Promise<number>;
  /** Those of the given keys that have pending rows. */
  waitingAmong(entities: readonly string[]): Promise<ReadonlySet<string>>;
  /** Replaces the payload of a row that was never sent. */
  replace(n: number, op: SyncOp): Promise<void>;
  markSent(ns: readonly number[]): Promise<void>;
  reject(n: number, error: string): Promise<void>;
  remove(ns: readonly number[]): Promise<void>;
  /** Gives every pending row a new position from 1 on, in the same order, as never sent. */
  renumber(): Promise<void>;
}

/** The server's version of what has something waiting on this device, by the entity's key. */
export interface BaseStore {
  /** A memo's. `entity` null: known to be absent on the server. undefined: no base is kept. */
  get(entity: string): Promise<{ readonly entity: MemoEntity | null } | undefined>;
  set(entity: string, base: MemoEntity | null): Promise<void>;
  /** The same for an entity of another kind: its row as JSON. */
  getRow(key: string): Promise<{ readonly row: unknown } | undefined>;
  setRow(key: string, row: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

/** What is here of memos, wherever it is. */
export interface KnownStore {
  /** Those of the ids of which there is nothing here: no row, no base, no operation, no eviction. */
  unknownMemos(ids: readonly string[]): Promise<Set<string>>;
}

/** Texts that no index has yet: those of the memos that a device takes first (ADR 0088). */
export interface LateTextStore {
  /** Whether there may be any. */
  isAny(): Promise<boolean>;
  /** From now on texts of memos that are new here wait for `index`, unless there are many memos already. */
  begin(): Promise<void>;
  /** Indexes the next ones, about as many characters. False: none waits any more. */
  index(characters: number): Promise<boolean>;
}

export interface CursorStore {
  all(): Promise<Map<Scope, number>>;
  set(scope: Scope, seq: number): Promise<void>;
  remove(scope: Scope): Promise<void>;
  reset(): Promise<void>;
}

/** The seq at which an entity was last evicted from this device, by its key (R4). */
export interface EvictedStore {
  get(entity: string): Promise<number | null>;
  set(entity: string, seq: number): Promise<void>;
  reset(): Promise<void>;
}

/** Changes of kinds that this version does not know, replayed after an upgrade (R9), and what else waits for its turn. */
export interface DeferredStore {
  /** Does nothing when a newer version of the entity is kept. */
  put(kind: string, entity: string, seq: number, payload: string): Promise<void>;
  find(
    kind: string,
    entity: string,
  ): Promise<{ readonly seq: number; readonly payload: string } | null>;
  all(): Promise<{ kind: string; entity: string; seq: number; payload: string }[]>;
  remove(kind: string, entity: string): Promise<void>;
  clear(): Promise<void>;
}

/** Keys of entities that a running resync has met; the others go when it is done. */
export interface SnapshotMarkStore {
  add(entities: readonly string[]): Promise<void>;
  /** Ids of stored memos that are not marked, in id order, after `afterId`. */
  unmarkedMemos(afterId: string, limit: number): Promise<string[]>;
  /** Those of the given keys that are marked. */
  among(keys: readonly string[]): Promise<ReadonlySet<string>>;
  clear(): Promise<void>;
}

export type SyncLogEntry = SyncNote & {
  readonly atMs: number;
  readonly level: "info" | "error";
};

/** What a device's sync did, the last 500 entries. */
export interface SyncLogStore {
  add(entry: SyncLogEntry): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<SyncLogEntry[]>;
}
