import type { FilterPlan } from "../filter/index.ts";
import type { Keyset } from "../ports.ts";
import type { AttachmentRecord, AttachmentRow } from "./model.ts";

export interface AttachmentOrderTerm {
  readonly field: "create_time" | "update_time" | "filename" | "size" | "type" | "name";
  readonly direction: "asc" | "desc";
}

export interface AttachmentListQuery {
  readonly creator: string;
  readonly filter: FilterPlan | null;
  /** Ties are broken by id, in the direction of the last term. */
  readonly order: readonly AttachmentOrderTerm[];
  readonly after: Keyset | null;
  /** Rows to skip; only for the older form's `page`, 0 otherwise. */
  readonly offset: number;
  readonly limit: number;
}

export interface AttachmentReader {
  find(id: string): Promise<AttachmentRecord | null>;
  findByNumber(number: number): Promise<AttachmentRecord | null>;
  /** In no particular order; ids without an attachment are left out. */
  findMany(ids: readonly string[]): Promise<AttachmentRecord[]>;
  list(query: AttachmentListQuery): Promise<AttachmentRecord[]>;
  /** Those of the given memos, each memo's in order of position. */
  listByMemos(memos: readonly string[]): Promise<AttachmentRecord[]>;
  /** What all files of a user take together; content that is attached twice counts twice. */
  bytesOf(creator: string): Promise<number>;
}

export interface AttachmentStore extends AttachmentReader {
  /** The number is given by the store. */
  insert(attachment: AttachmentRow): Promise<AttachmentRecord>;
  update(attachment: AttachmentRow): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Removes those of a creator that are on no memo. */
  removeLoose(creator: string): Promise<void>;
}

/** Which content no attachment uses, and since when: what a sweep goes by. */
export interface BlobMarkStore {
  /** Those of the given hashes that an attachment uses. */
  usedAmong(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Marks content as unused; what is marked already keeps its time. */
  mark(hashes: readonly string[], atMs: number): Promise<void>;
  unmark(hashes: readonly string[]): Promise<void>;
  /** Content that is marked since before `ms` and that no attachment uses, oldest first. */
  markedBefore(ms: number, limit: number): Promise<string[]>;
}
