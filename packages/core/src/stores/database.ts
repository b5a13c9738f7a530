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
 * Database as core uses it. Every port is asynchronous because the same services run on any SQL database.
 * Transactions await only the database itself.
 *
 * The default type arguments are the stores that every database has. `DeviceDatabase` and `ServerDatabase`
 * add the stores of their side and are assignable to `Database`.
 */
export interface Database<
  Read extends ReadStores = ReadStores,
  Write extends WriteStores = WriteStores,
> {
  /** Runs a consistent read. It sees everything committed before it started. */
  read<T>(work: (stores: Read) => Promise<T>): Promise<T>;
  /**
   * Runs one transaction, which is rolled back if `work` rejects. Writers queue. `by` is the caller: if they
   * were authenticated by a credential, it is checked again in the transaction. Throws `CredentialRevokedError` if
   * that credential has ended or now allows less.
   */
  write<T>(work: (stores: Write) => Promise<T>, by?: Caller): Promise<T>;
  /**
   * Calls `listener` after each commit with the effects of its writes, in order; the list may be empty. The
   * call happens on the same turn as the commit, before the writes resolve. Later readers therefore see the
   * listener's changes. An exception in one listener doesn't affect the others. Returns a function that
   * unsubscribes.
   */
  onCommit(listener: CommitListener): () => void;
}

export type CommitListener = (effects: readonly CommitEffect[]) => void;

/** Stores available to reads on both devices and servers. */
export interface ReadStores {
  readonly memos: MemoReader;
  readonly attachments: AttachmentReader;
  readonly meta: Pick<MetaStore, "get" | "all" | "entries" | "headSeq" | "changePosition">;
  readonly memoNotes: Pick<MemoNoteStore, "among" | "amongAll">;
  readonly revisions: Pick<RevisionStore, "find" | "findMany" | "listByMemo" | "places" | "latest">;
  readonly registers: RegisterReader;
  readonly pastTexts: Pick<PastTextStore, "find" | "newest">;
  readonly endedDocuments: Pick<EndedDocumentStore, "find">;
  readonly userNumbers: UserNumberReader;
}

/** Stores available to writes on both devices and servers. */
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
  /** Runs `work` in a savepoint. If it rejects, only its own writes are rolled back. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Announces `effect` after the commit, unless its savepoint or the transaction is rolled back. */
  afterCommit(effect: CommitEffect): void;
  /**
   * Returns true if an effect of a kind is pending in this commit. The commit includes this write and earlier
   * writes that share it.
   */
  awaitsCommit(kind: CommitEffect["kind"]): boolean;
}
