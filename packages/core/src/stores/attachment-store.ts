import type { FilterPlan } from "../filter/plan/plan.ts";
import type { Keyset } from "../paging/order-by.ts";
import type { Shelf } from "../model/shelf.ts";
import type { AttachmentRecord, AttachmentRow } from "../model/attachment.ts";
import type { UserReference } from "../names/names.ts";

export interface AttachmentOrderTerm {
  readonly field: "create_time" | "update_time" | "filename" | "size" | "type" | "name";
  readonly direction: "asc" | "desc";
}

export interface AttachmentListQuery {
  readonly creator: UserReference;
  readonly filter: FilterPlan | null;
  /** No field twice; ties are broken as `totalOrder` says. Empty: newest first. */
  readonly order: readonly AttachmentOrderTerm[];
  readonly after: Keyset | null;
  /** Rows to skip; only for the older form's `page`, 0 otherwise. */
  readonly offset: number;
  readonly limit: number;
}

/** A page of a user's files of one kind, or (`loose`) of those that are on no memo. */
export interface ShelfListQuery {
  readonly creator: UserReference;
  readonly shelf: Shelf | "loose";
  /** Newest, or largest, first; what is equal in that by number, the highest first. */
  readonly order: "time" | "size";
  /** Part of the names, folded; "" for all. */
  readonly name: string;
  /** What the last page ended with. */
  readonly after: { readonly value: number; readonly number: number } | null;
  readonly limit: number;
}

export interface ShelfTotal {
  readonly count: number;
  readonly bytes: number;
}

export interface AttachmentReader {
  find(id: string): Promise<AttachmentRecord | null>;
  findByNumber(number: number): Promise<AttachmentRecord | null>;
  /** Ids by older-form number; numbers without an attachment are left out. */
  idsByNumber(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** In no particular order; ids without an attachment are left out. */
  findMany(ids: readonly string[]): Promise<AttachmentRecord[]>;
  list(query: AttachmentListQuery): Promise<AttachmentRecord[]>;
  listShelf(query: ShelfListQuery): Promise<AttachmentRecord[]>;
  /** How many files a user has on each shelf, and what they take. */
  shelfTotals(creator: UserReference): Promise<Readonly<Record<Shelf, ShelfTotal>>>;
  /** Those of the ids whose address stands in the text of any stored memo. */
  namedInTexts(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of the given memos, each memo's in order of position. */
  listByMemos(memos: readonly string[]): Promise<AttachmentRecord[]>;
  /** Everything of a user, in order of id, after `afterId`. */
  listByCreator(
    creator: UserReference,
    afterId: string,
    limit: number,
  ): Promise<AttachmentRecord[]>;
  /** Ids of all that are stored, in order, after `afterId`. */
  ids(afterId: string, limit: number): Promise<string[]>;
  /** Ids of what others than `creator` own. */
  idsByOthers(creator: UserReference): Promise<string[]>;
  /** Up to `limit` that have the given content, those of `creator` first. */
  listByContent(sha256: string, creator: UserReference, limit: number): Promise<AttachmentRecord[]>;
  /**
   * What all files of a user take together; content that is attached twice counts twice. Also what was
   * received for attachments that are still to come, each content once, but for the one given.
   */
  bytesOf(creator: UserReference, exceptReceived: string | null): Promise<number>;
}

export interface AttachmentStore extends AttachmentReader {
  /** The number is given by the store. */
  insert(attachment: AttachmentRow): Promise<AttachmentRecord>;
  update(attachment: AttachmentRow): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

/** A file that a device has sent, before an attachment uses it. */
export interface ReceivedBlob {
  readonly user: UserReference;
  /** The hash that the device gave, hex. */
  readonly declaredSha256: string;
  /** The hash of what is kept: another one where metadata was wiped from the file. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly type: string;
  readonly motion: AttachmentRecord["motion"];
  readonly metadata: AttachmentRecord["metadata"];
  readonly atMs: number;
}

/** What users' devices have sent lately: only its sender may make an attachment of it. */
export interface ReceivedBlobStore {
  find(user: UserReference, declaredSha256: string): Promise<ReceivedBlob | null>;
  /** Adds or replaces. */
  save(blob: ReceivedBlob): Promise<void>;
}

/** Which content no attachment uses, and since when: what a sweep goes by. */
export interface BlobMarkStore {
  /** Those of the given hashes that an attachment uses. */
  usedAmong(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Marks content as unused; what is marked already keeps its time. */
  mark(hashes: readonly string[], atMs: number): Promise<void>;
  unmark(hashes: readonly string[]): Promise<void>;
  /** Marks content as due to go at once, unless something uses it: its owner hid it from this user. */
  sweepSoon(sha256: string): Promise<void>;
  /** Content that was to go at once and that nothing uses. */
  sweepDue(limit: number): Promise<string[]>;
  /** Removes what was received before `ms`: no attachment is made of it any more. */
  sweepReceived(ms: number): Promise<void>;
  /** Content that is marked since before `ms` and that no attachment uses, oldest first; not what is to go at once. */
  markedBefore(ms: number, limit: number): Promise<string[]>;
}
