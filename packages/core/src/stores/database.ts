import type { Caller } from "../model/caller.ts";
import type { UserNumberReader } from "./account-stores.ts";
import type { AttachmentReader, AttachmentStore, BlobMarkStore } from "./attachment-store.ts";
import type { CommitEffect } from "./commit-effect.ts";
import type { MemoReader, MemoWriter } from "./memo-store.ts";
import type { MemoNoteStore, MetaStore } from "./meta/meta-store.ts";
import type { EndedDocumentStore, PastTextStore } from "./past-text-store.ts";
import type { RegisterReader, RegisterStore } from "./register-store.ts";
import type { RevisionStore } from "./revision-store.ts";
import type { TombstoneStore } from "./sync-stores.ts";

/**
 * What core needs of a database. Every port is asynchronous so that the same services run on any
 * SQL database; inside a transaction nothing is awaited but the database itself.
 *
 * Without arguments: what every database has. `DeviceDatabase` and `ServerDatabase` have the stores
 * of their side as well, and are taken wherever a `Database` is.
 */
export interface Database<
  Read extends ReadStores = ReadStores,
  Write extends WriteStores = WriteStores,
> {
  /** A consistent read. Sees everything committed before it began. */
  read<T>(work: (stores: Read) => Promise<T>): Promise<T>;
  /**
   * One transaction: all of it or, when `work` rejects, none of it. Writers queue. `by` is whom it is
   * done for: whoever was let in by a credential is judged again in the transaction, which throws
   * `StandingLostError` when that has ended or allows less.
   */
  write<T>(work: (stores: Write) => Promise<T>, by?: Caller): Promise<T>;
  /**
   * Calls `listener` after each commit, with the effects of its writes in their order; with none where
   * none was named. Before the writes are answered, on the same turn as the commit: whoever asks
   * meanwhile finds what `listener` has made of it. One that throws harms nobody else. Returns the way
   * to stop.
   */
  onCommit(listener: CommitListener): () => void;
}

export type CommitListener = (effects: readonly CommitEffect[]) => void;

/** The stores of a read that devices and servers both have. */
export interface ReadStores {
  readonly memos: MemoReader;
  readonly attachments: AttachmentReader;
  readonly meta: Pick<MetaStore, "get" | "all" | "headSeq" | "standing">;
  readonly memoNotes: Pick<MemoNoteStore, "among">;
  readonly revisions: Pick<RevisionStore, "find" | "findMany" | "listByMemo" | "places" | "latest">;
  readonly registers: RegisterReader;
  readonly pastTexts: Pick<PastTextStore, "find">;
  readonly endedDocuments: Pick<EndedDocumentStore, "find">;
  readonly userNumbers: UserNumberReader;
}

/** The stores of a write that devices and servers both have. */
export interface WriteStores {
  readonly memos: MemoWriter;
  readonly attachments: AttachmentStore;
  readonly blobMarks: BlobMarkStore;
  readonly meta: MetaStore;
  readonly memoNotes: MemoNoteStore;
  readonly revisions: RevisionStore;
  readonly registers: RegisterStore;
  readonly pastTexts: PastTextStore;
  readonly endedDocuments: EndedDocumentStore;
  readonly tombstones: TombstoneStore;
  readonly userNumbers: UserNumberReader;
  /** Runs `work` in a savepoint: when it rejects, only its own writes are undone. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Announces `effect` once this is committed; never when it is undone, by its savepoint or wholly. */
  afterCommit(effect: CommitEffect): void;
  /**
   * Whether an effect of a kind waits for the commit: one of this write, or of one before it that
   * shares its commit.
   */
  awaitsCommit(kind: CommitEffect["kind"]): boolean;
}
