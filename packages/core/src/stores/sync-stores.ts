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

/** Feed of a server: one row per entity and scope with the newest change (docs/sync.md §2). */
export interface FeedStore {
  put(row: FeedRow): Promise<void>;
  /** Returns rows of a scope with a higher seq, in order of seq. */
  page(scope: Scope, afterSeq: number, limit: number): Promise<FeedRow[]>;
  /** Returns the `up` rows of a scope with a lower seq, newest change first. */
  pageDown(scope: Scope, belowSeq: number, limit: number): Promise<FeedRow[]>;
  /** Returns the rows of one entity, one per scope that it is or was in. */
  scopesOf(kind: string, entity: string): Promise<FeedRow[]>;
  /** Returns the rows of many entities by entity; leaves out entities without rows. */
  scopesOfMany(kind: string, entities: readonly string[]): Promise<Map<string, FeedRow[]>>;
  /**
   * Deletes up to `limit` rows of departed entities (`evict`, `del`) up to a seq. Returns how many were
   * deleted.
   */
  compact(uptoSeq: number, limit: number): Promise<number>;
}

export interface StreamRecord {
  readonly id: string;
  readonly device: string;
  readonly user: UserReference;
  readonly lastN: number;
  readonly lastSeenMs: number;
  /** Last seq that the device confirmed for its user's own scope. */
  readonly confirmedSeq: number;
  /** Newest stamp that the server assigned to an operation instead of the device's; null if none. */
  readonly newestMoved: Stamp | null;
}

export interface OpResultRecord {
  readonly streamId: string;
  readonly n: number;
  readonly payloadHash: string;
  /** `applied`, or the reason for the refusal. */
  readonly code: string;
  readonly atMs: number;
}

export interface StreamStore {
  find(id: string): Promise<StreamRecord | null>;
  save(stream: StreamRecord): Promise<void>;
  findResult(streamId: string, n: number): Promise<OpResultRecord | null>;
  /** Returns true if an operation with this payload was applied for the user, through any stream. */
  wasApplied(user: UserReference, payloadHash: string): Promise<boolean>;
  addResult(result: OpResultRecord): Promise<void>;
  removeResultsBefore(ms: number): Promise<void>;
  /** Returns the streams of all users that were used since `ms`. */
  seenSince(ms: number): Promise<StreamRecord[]>;
}

/** Entities that were purged. Late operations can't recreate them. */
export interface TombstoneStore {
  has(kind: string, entity: string): Promise<boolean>;
  add(kind: string, entity: string, seq: number, atMs: number): Promise<void>;
}

/** Memo whose referrers after an id are still to be refed. */
export interface DueReferrers {
  readonly target: string;
  readonly after: string;
}

export interface DueReferrerStore {
  /** Inserts or replaces the row of the target. */
  put(due: DueReferrers): Promise<void>;
  first(): Promise<DueReferrers | null>;
  remove(target: string): Promise<void>;
}

export type OutboxState = "pending" | "blocked" | "rejected";
export interface OutboxRow<Op extends SyncOp = SyncOp> {
  /** Position in the device's stream; negative if it has none (blocked, or rejected earlier). */
  readonly n: number;
  readonly op: Op;
  readonly state: OutboxState;
  /** Number of times it was sent. An operation that was sent never changes. */
  readonly attempts: number;
  /** Refusal as JSON: of this operation, or of one that it repeats. */
  readonly error: string | null;
  readonly atMs: number;
}

/** Marks of entities by key. */
export interface OutboxMarks {
  readonly waiting: ReadonlySet<string>;
  /** Held rows, and pending ones that repeat a held one. */
  readonly refused: ReadonlyMap<string, OutboxRow>;
}

export interface OutboxStore {
  /**
   * Appends an operation and returns its n. A `blocked` one has no position in the stream until it is
   * released. One that is blocked with an error is held: the server refused it, and the view includes it.
   */
  append(
    op: SyncOp,
    atMs: number,
    state?: "pending" | "blocked",
    error?: string | null,
  ): Promise<number>;
  /** Returns pending rows in order of n. */
  pending(limit: number): Promise<OutboxRow[]>;
  /** Returns pending rows of one memo in order of n. */
  pendingOf(memo: string): Promise<OutboxRow<MemoOp>[]>;
  /** Returns pending and blocked rows of one entity by its key, in order of creation. */
  waitingOn(key: string): Promise<OutboxRow[]>;
  /** Returns blocked rows that aren't held, in order of creation. */
  blocked(): Promise<OutboxRow[]>;
  /** Returns held rows in order of creation. */
  held(): Promise<OutboxRow[]>;
  /** Removes pending rows from the stream; `renumber` closes the gaps. */
  block(ns: readonly number[]): Promise<void>;
  /** Returns rejected and held rows, newest first. */
  rejected(limit: number): Promise<OutboxRow[]>;
  countPending(): Promise<number>;
  /** Returns which of the given keys have pending rows, and which were refused. */
  marksAmong(keys: readonly string[]): Promise<OutboxMarks>;
  /** Replaces the payload of a row that was never sent. */
  replace(n: number, op: SyncOp): Promise<void>;
  /** Adds to a pending edit the text that it was made on, sent or not: the base isn't part of its hash (T3g). */
  addEditBase(n: number, base: string): Promise<void>;
  markSent(ns: readonly number[]): Promise<void>;
  reject(n: number, error: string): Promise<void>;
  remove(ns: readonly number[]): Promise<void>;
  /** Numbers all pending rows from 1 in the same order and marks them as never sent. */
  renumber(): Promise<void>;
}

/** Server versions of entities with pending operations on this device, by key. */
export interface BaseStore {
  /**
   * Returns the base of a memo. `entity` null: known to be absent on the server. undefined: no base is
   * stored.
   */
  get(entity: string): Promise<{ readonly entity: MemoEntity | null } | undefined>;
  set(entity: string, base: MemoEntity | null): Promise<void>;
  /** Returns the base of an entity of another kind: its row as JSON. */
  getRow(key: string): Promise<{ readonly row: unknown } | undefined>;
  setRow(key: string, row: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Checks whether a device stores anything about a memo. */
export interface KnownStore {
  /** Returns the given ids without any row, base, operation or eviction on this device. */
  unknownMemos(ids: readonly string[]): Promise<Set<string>>;
}

/** Texts that aren't indexed yet, because the device is receiving its first memos (ADR 0088). */
export interface LateTextStore {
  /** Returns true if unindexed texts may exist. */
  isAny(): Promise<boolean>;
  /** Defers indexing of new memos' texts to `index`, unless the database already has many memos. */
  begin(): Promise<void>;
  /** Indexes the next texts, about that many characters. Returns false if none is left. */
  index(characters: number): Promise<boolean>;
}

export interface CursorStore {
  all(): Promise<Map<Scope, number>>;
  set(scope: Scope, seq: number): Promise<void>;
  remove(scope: Scope): Promise<void>;
  reset(): Promise<void>;
}

/** Seq at which an entity was last evicted from this device, by key (R4). */
export interface EvictedStore {
  get(entity: string): Promise<number | null>;
  set(entity: string, seq: number): Promise<void>;
  reset(): Promise<void>;
}

/**
 * Deferred changes: of kinds unknown to this version, replayed after an upgrade (R9), and others that must
 * wait.
 */
export interface DeferredStore {
  /** Stores a change unless a newer version of the entity is stored. */
  put(kind: string, entity: string, seq: number, payload: string): Promise<void>;
  find(
    kind: string,
    entity: string,
  ): Promise<{ readonly seq: number; readonly payload: string } | null>;
  all(): Promise<{ kind: string; entity: string; seq: number; payload: string }[]>;
  remove(kind: string, entity: string): Promise<void>;
  clear(): Promise<void>;
}

/** Keys of entities seen in a running resync. Unmarked ones are evicted at its end. */
export interface SnapshotMarkStore {
  add(entities: readonly string[]): Promise<void>;
  /** Returns the ids of stored memos that aren't marked, in order of id, starting after `afterId`. */
  unmarkedMemos(afterId: string, limit: number): Promise<string[]>;
  /** Returns the given keys that are marked. */
  among(keys: readonly string[]): Promise<ReadonlySet<string>>;
  clear(): Promise<void>;
}

export type SyncLogEntry = SyncNote & {
  readonly atMs: number;
  readonly level: "info" | "error";
};

/** Log of a device's sync; stores the last 500 entries. */
export interface SyncLogStore {
  add(entry: SyncLogEntry): Promise<void>;
  /** Returns the entries, newest first. */
  list(limit: number): Promise<SyncLogEntry[]>;
}
