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
  /** Lists each field at most once; `totalOrder` breaks ties. Empty: newest first. */
  readonly order: readonly AttachmentOrderTerm[];
  readonly after: Keyset | null;
  /** Number of rows to skip. Used only for `page` of the legacy API; otherwise 0. */
  readonly offset: number;
  readonly limit: number;
}

/** Query for a page of a user's files of one kind, or (`loose`) of their files without a memo. */
export interface ShelfListQuery {
  readonly creator: UserReference;
  readonly shelf: Shelf | "loose";
  /** Newest or largest first; ties by number, highest first. */
  readonly order: "time" | "size";
  /** Substring of the filename, folded; "" for all. */
  readonly name: string;
  /** Sort keys of the last row of the previous page. */
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
  /** Returns ids by legacy number; leaves out numbers without an attachment. */
  idsByNumber(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Returns the attachments in no particular order; leaves out ids without one. */
  findMany(ids: readonly string[]): Promise<AttachmentRecord[]>;
  list(query: AttachmentListQuery): Promise<AttachmentRecord[]>;
  listShelf(query: ShelfListQuery): Promise<AttachmentRecord[]>;
  /** Returns the number and total size of a user's files on each shelf. */
  shelfTotals(creator: UserReference): Promise<Readonly<Record<Shelf, ShelfTotal>>>;
  /** Returns the given ids whose address appears in the text of any stored memo. */
  namedInTexts(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the attachments of the given memos, those of each memo in order of position. */
  listByMemos(memos: readonly string[]): Promise<AttachmentRecord[]>;
  /** Returns a user's attachments in order of id, starting after `afterId`. */
  listByCreator(
    creator: UserReference,
    afterId: string,
    limit: number,
  ): Promise<AttachmentRecord[]>;
  /** Returns the ids of all stored attachments, in order, starting after `afterId`. */
  ids(afterId: string, limit: number): Promise<string[]>;
  /** Returns the ids of attachments that users other than `creator` own. */
  idsByOthers(creator: UserReference): Promise<string[]>;
  /** Returns up to `limit` attachments with the given content, those of `creator` first. */
  listByContent(sha256: string, creator: UserReference, limit: number): Promise<AttachmentRecord[]>;
  /**
   * Returns the total size of a user's files. Content that is attached twice counts twice. Also includes
   * content received for future attachments, each hash once, except the given one.
   */
  bytesOf(creator: UserReference, exceptReceived: string | null): Promise<number>;
}

export interface AttachmentStore extends AttachmentReader {
  /** Inserts an attachment. The store assigns the number. */
  insert(attachment: AttachmentRow): Promise<AttachmentRecord>;
  update(attachment: AttachmentRow): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

/** File that a device has uploaded and no attachment uses yet. */
export interface ReceivedBlob {
  readonly user: UserReference;
  /** Hash that the device declared, hex. */
  readonly declaredSha256: string;
  /**
   * Hash of the stored content, hex. It differs from the declared one if metadata was removed from the file.
   */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly type: string;
  readonly motion: AttachmentRecord["motion"];
  readonly metadata: AttachmentRecord["metadata"];
  readonly atMs: number;
}

/** Files that devices uploaded recently. Only the user who uploaded a file may attach it. */
export interface ReceivedBlobStore {
  find(user: UserReference, declaredSha256: string): Promise<ReceivedBlob | null>;
  /** Inserts or replaces. */
  save(blob: ReceivedBlob): Promise<void>;
  /** Deletes the records of a user. Returns the hashes of their content. */
  removeByUser(user: UserReference): Promise<string[]>;
}

/** Records which content no attachment uses, and since when. The sweep reads it. */
export interface BlobMarkStore {
  /** Returns the given hashes that an attachment uses. */
  usedAmong(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Marks content as unused. Content already marked keeps its earlier time. */
  mark(hashes: readonly string[], atMs: number): Promise<void>;
  unmark(hashes: readonly string[]): Promise<void>;
  /**
   * Marks content for immediate deletion unless something uses it. Called when its owner hid it from this
   * user.
   */
  sweepSoon(sha256: string): Promise<void>;
  /** Returns unused content that is marked for immediate deletion, and that no device has uploaded for an attachment. */
  sweepDue(limit: number): Promise<string[]>;
  /** Deletes records of content received before `ms`, which can then no longer be attached. */
  sweepReceived(ms: number): Promise<void>;
  /**
   * Returns unused content marked before `ms`, oldest first. Leaves out content marked for immediate
   * deletion.
   */
  markedBefore(ms: number, limit: number): Promise<string[]>;
}
