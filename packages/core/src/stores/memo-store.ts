import type { FilterPlan } from "../filter/plan/plan.ts";
import type {
  MemoDerived,
  MemoElement,
  MemoEntity,
  MemoHead,
  MemoRecord,
  MemoState,
  TextState,
} from "../model/memo.ts";
import type { ReadAccess } from "../model/caller.ts";
import type { OrderTerm, Keyset } from "../paging/order-by.ts";
import type { UserReference } from "../names/names.ts";

export interface MemoListQuery {
  readonly access: ReadAccess;
  /** Ignored when `trash` is `only`: the trash is listed whatever the state of its memos. */
  readonly state: MemoState;
  /**
   * `none` leaves the trash out, `own` adds the caller's trashed memos, `only` lists nothing but the trash.
   */
  readonly trash: "none" | "own" | "only";
  /** Id of the memo whose comments are listed; null lists memos that aren't comments. */
  readonly parent: string | null;
  /**
   * Lists several kinds by creation time, without the trash. `state` and `parent` are ignored. `everything`:
   * memos, archived memos and comments. `comments`: comments on any memo. Checks only a comment's direct
   * parent, not the parent's own parent.
   */
  readonly reach?: "everything" | "comments" | undefined;
  /**
   * Restricts memos that aren't comments; ignored with `reach`. `own`: memos of the reader and of their
   * spaces. `everybody`: memos visible to everybody, including the reader's. Absent: both.
   */
  readonly among?: "own" | "everybody" | undefined;
  readonly filter: FilterPlan | null;
  /** Lists each field at most once; `totalOrder` breaks ties. Empty: newest first. */
  readonly order: readonly OrderTerm[];
  readonly after: Keyset | null;
  /** Number of rows to skip. Used only for `page` of the legacy API; otherwise 0. */
  readonly offset: number;
  readonly limit: number;
}

/** Query that counts a list. The count stops at `atMost`, which reads no more rows than a page would. */
export type MemoCountQuery = Omit<MemoListQuery, "order" | "after" | "offset" | "limit"> & {
  readonly atMost?: number | undefined;
};

/** Position of a memo in a page: its sort keys and size. Its text may not be read yet. */
export interface MemoPlace {
  readonly number: number;
  readonly id: string;
  readonly pinned: boolean;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly deletedMs: number | null;
  /** Size of its row in UTF-8 bytes, known without reading the text. */
  readonly bytes: number;
}

/** Page whose positions are all known and whose memos are read up to a size limit in bytes. */
export interface MemoSlice {
  readonly places: readonly MemoPlace[];
  /** Memos of the first positions, in the same order. Contains at least one if there are positions. */
  readonly memos: readonly MemoRecord[];
}

/** Description of how a database finds one page of a list, for debugging slow filters. */
export interface ListExplanation {
  /** Rows that the query scans: `order`, `tag …`, `text, … rows`, `pinned`, `time` or `comments`. */
  readonly driver: string;
  readonly usesTextIndex: boolean;
  /**
   * `here`: on the calling thread. `stepped`: starts there and moves to a worker if it takes long. `worker`:
   * on a worker.
   */
  readonly place: "here" | "stepped" | "worker";
  /** Approximate upper bound of the rows that the filter is evaluated on; null if unknown. */
  readonly rows: number | null;
  /** SQL with `?` for values; null if the page is known to be empty without a query. */
  readonly sql: string | null;
  /** Query plan of the database, one line per step. */
  readonly plan: readonly string[];
}

/** Search among the NORMAL memos that the caller may read, excluding comments. */
export interface MemoSearchQuery {
  readonly access: ReadAccess;
  /** Words in any order, ignoring case and accents. The last one may be a prefix. */
  readonly text: string;
  /** Restricts the search to memos with exactly this tag. */
  readonly tag: string | null;
  readonly limit: number;
}

/** Time span in epoch milliseconds; `toMs` is exclusive. */
export interface DaySpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** Offset of the reader's clock from UTC in milliseconds. It decides when their days begin. */
  readonly offsetMs: number;
}

export interface DayCount {
  /** Days since 1970-01-01 in the reader's time zone. */
  readonly day: number;
  readonly count: number;
}

export interface TagCount {
  readonly tag: string;
  readonly count: number;
  readonly lastUsedMs: number;
}

/** Tag of a user's listed memos, or a parent of such a tag without memos (`a` of `a/b`). */
export interface TagNode extends TagCount {
  /** Number of memos with the tag or one below it, each counted once. `count` is for the tag itself. */
  readonly under: number;
}

/** Tag of a user, optionally with the tags below it. */
export interface TagBranch {
  readonly user: UserReference;
  readonly tag: string;
  readonly withUnder: boolean;
}

/** Tag of a memo. The fields are in the order of the index. */
export interface TagPlace {
  readonly id: string;
  readonly tag: string;
  readonly createdMs: number;
  readonly number: number;
}

/** Counts of the caller's memos, excluding comments. */
export interface MemoCounts {
  readonly normal: number;
  readonly archived: number;
  readonly trashed: number;
  readonly pinned: number;
  /** Number of unchecked tasks in listed memos. */
  readonly openTasks: number;
  /** Number of memos with unchecked tasks. */
  readonly openTaskMemos: number;
}

/** Statistics of one creator's memos. Times are in epoch ms, newest first. */
export interface MemoFigures {
  readonly creator: UserReference;
  readonly memos: number;
  readonly withLink: number;
  readonly withCode: number;
  readonly withTasks: number;
  readonly withOpenTasks: number;
  readonly createdMs: readonly number[];
  readonly updatedMs: readonly number[];
  /** Ids of pinned memos. */
  readonly pinned: readonly string[];
  /** Number of memos per tag. */
  readonly tags: readonly (readonly [tag: string, memos: number])[];
}

/** Comment with its sort keys among the comments on the same memo. */
export interface ChildMemo {
  readonly id: string;
  readonly createdMs: number;
  readonly number: number;
}

/** Ranked search over a word index that only servers have (ADR 0063). */
export interface RankedMemoReader {
  /** Returns memos with all words of the text, best match first, reading about `bytes` of the first ones. */
  slice(query: MemoSearchQuery, bytes: number): Promise<MemoSlice>;
}

/** Range of a creator's memos by id: after `after`, up to `upTo` (null: to the end). */
export interface DigestQuery {
  readonly creator: UserReference;
  readonly after: string;
  readonly upTo: string | null;
}

/** Content hashes of some memos in order of id. `isEnd`: true if no memos follow. */
export interface DigestSlice {
  readonly memos: readonly { readonly id: string; readonly digest: string }[];
  readonly isEnd: boolean;
}

export interface MemoReader {
  find(id: string): Promise<MemoRecord | null>;
  findByNumber(number: number): Promise<MemoRecord | null>;
  /** Returns ids by legacy number; leaves out numbers without a memo. */
  idsByNumber(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Returns the memos in no particular order; leaves out ids without one. */
  findMany(ids: readonly string[]): Promise<MemoRecord[]>;
  /** Returns the memos without reading their texts. */
  heads(ids: readonly string[]): Promise<MemoHead[]>;
  /** Returns the whole page, whatever its size. For pages known to be small. */
  list(query: MemoListQuery): Promise<MemoRecord[]>;
  /** Returns the page with its first memos, about `bytes` of them. */
  slice(query: MemoListQuery, bytes: number): Promise<MemoSlice>;
  /** Returns the memos at the given positions, in the same order. Leaves out deleted ones. */
  atPlaces(places: readonly Pick<MemoPlace, "number">[]): Promise<MemoRecord[]>;
  /**
   * Estimates how many bytes memos take in the database with their documents and elements, by id, without
   * reading them. Leaves out ids without a memo.
   */
  sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Explains how `list` would run the query. */
  explain(query: MemoListQuery): Promise<ListExplanation>;
  /**
   * Counts the memos that `list` would return without a limit, up to `atMost`. With `reach`, `atMost` is
   * required.
   */
  count(query: MemoCountQuery): Promise<number>;
  /** Returns the document of a memo, or the seed (`state` null) if none is stored. */
  text(id: string, gen: number): Promise<TextState>;
  /** Returns documents of many memos by id. Leaves out memos without a stored document. */
  texts(ids: readonly string[]): Promise<Map<string, TextState>>;
  /** Returns elements of many memos by id, including removed ones. Leaves out memos without elements. */
  elements(ids: readonly string[]): Promise<ReadonlyMap<string, readonly MemoElement[]>>;
  /** Returns the ids of memos that link to each of the given ones, by id. Leaves out memos without any. */
  referrers(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Returns the ids of memos that link to one, in order of id, starting after `afterId`. */
  referrersAfter(target: string, afterId: string, limit: number): Promise<string[]>;
  /** Returns the ids of memos with a reaction by a user, in order of id, starting after `afterId`. */
  idsWithReactionBy(user: UserReference, afterId: string, limit: number): Promise<string[]>;
  /** Returns the given ids whose memos have elements, referrers, comments or attachments. */
  idsWithParts(ids: readonly string[]): Promise<string[]>;
  /** Returns the direct comments on each of the given memos, newest first. Leaves out memos without any. */
  children(ids: readonly string[]): Promise<ReadonlyMap<string, readonly ChildMemo[]>>;
  /** Returns the ids of a space's memos, excluding comments, in order of id, starting after `afterId`. */
  idsInSpace(space: string, afterId: string, limit: number): Promise<string[]>;
  /** Returns statistics by creator over all memos that `list` would return without a limit, in no order. */
  figures(
    query: Omit<MemoListQuery, "order" | "after" | "offset" | "limit">,
  ): Promise<MemoFigures[]>;
  /**
   * Returns the hashes of a slice of a creator's memos. The slice is as long as the time for one step allows.
   */
  digests(query: DigestQuery): Promise<DigestSlice>;
  /** Returns the ids of all comments below `id`, children before grandchildren. */
  descendants(id: string): Promise<string[]>;
  tagCounts(access: ReadAccess, own: boolean): Promise<TagCount[]>;
  /** Returns the user's tags and their parent tags, in order of name. */
  tagTree(user: UserReference): Promise<TagNode[]>;
  /** Returns the user's memos that have tags of a branch, without the trash: by tag, oldest first. */
  tagPlaces(branch: TagBranch, after: TagPlace | null, limit: number): Promise<TagPlace[]>;
  /** Counts the entries of `tagPlaces`, without a limit. */
  countTagged(branch: TagBranch): Promise<number>;
  /** Counts the user's listed memos created on each day of a span. Leaves out days without any. */
  dayCounts(user: UserReference, span: DaySpan): Promise<DayCount[]>;
  counts(user: UserReference): Promise<MemoCounts>;
  /** Returns tags after `afterTag`, in order, of the user's listed memos with open tasks. */
  openTaskTags(user: UserReference, afterTag: string, limit: number): Promise<string[]>;
  /** Returns the ids of a creator's newest listed memos, excluding comments, the archive and the trash. */
  newestIds(creator: UserReference, limit: number): Promise<string[]>;
  /** Returns the ids of memos with a stored document, in order of id, starting after `afterId`. */
  idsWithDocument(afterId: string, limit: number): Promise<string[]>;
  /** Returns the ids of a creator's memos, in order of id, starting after `afterId`. */
  idsByCreator(creator: UserReference, afterId: string, limit: number): Promise<string[]>;
  /** Returns the ids of all memos by other creators. */
  idsByOthers(creator: UserReference): Promise<string[]>;
  /** Returns memos by other creators in order of creator and id, starting after a position in that order. */
  othersAfter(
    creator: UserReference,
    after: { readonly creator: UserReference; readonly id: string },
    limit: number,
  ): Promise<{ readonly creator: UserReference; readonly id: string }[]>;
  /** Returns the ids of direct comments by others on a memo that isn't stored here, in no order. */
  orphansByOthers(creator: UserReference): Promise<string[]>;
  /**
   * Returns the ids of a creator's memos that were in the trash at a time, excluding comments, oldest first.
   */
  trashedIds(creator: UserReference, atMs: number, limit: number): Promise<string[]>;
  /** Returns the ids of memos trashed before `ms`, oldest first. */
  idsTrashedBefore(ms: number, limit: number): Promise<string[]>;
}

export interface MemoWriter extends MemoReader {
  /**
   * Inserts or replaces a memo with its document and every index derived from it. Returns the stored memo as
   * `find` would. `isNew`: no memo has its id, so the lookup is skipped.
   */
  save(entity: MemoEntity, derived: MemoDerived, isNew?: boolean): Promise<MemoRecord>;
  /** Inserts a new memo like `save`, without reading it back. */
  insert(entity: MemoEntity, derived: MemoDerived): Promise<void>;
  /** Sets the seq of a memo and changes nothing else. */
  renumber(id: string, seq: number): Promise<void>;
  /** Deletes a memo, its document and its index rows. Its number is never reused. */
  remove(id: string): Promise<void>;
  /**
   * Replaces the creator of every memo, attachment and reaction of a local profile that connects to its
   * server (`users/local` → account).
   */
  renameCreator(from: UserReference, to: UserReference): Promise<void>;
}
