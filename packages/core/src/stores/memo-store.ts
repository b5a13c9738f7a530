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
  /** Not looked at when `trash` is `only`: what is in the trash is listed whatever it was. */
  readonly state: MemoState;
  /** `none` leaves the trash out, `own` adds the caller's trashed memos, `only` lists nothing else. */
  readonly trash: "none" | "own" | "only";
  /** null: memos that are no comments; an id: the comments of that memo. */
  readonly parent: string | null;
  /**
   * Lists more than one kind, by time of creation and without the trash; state and parent are not
   * looked at. `everything`: memos, archived ones and comments; `comments`: those of every memo.
   * Only the parent of a comment is looked at, not what that is on.
   */
  readonly reach?: "everything" | "comments" | undefined;
  /**
   * Of what is no comment, not looked at with `reach`. `own`: the reader's and what their spaces share;
   * `everybody`: what is shown to everybody, the reader's too. Absent: both.
   */
  readonly among?: "own" | "everybody" | undefined;
  readonly filter: FilterPlan | null;
  /** No field twice; ties are broken as `totalOrder` says. Empty: newest first. */
  readonly order: readonly OrderTerm[];
  readonly after: Keyset | null;
  /** Rows to skip; only for the older form's `page`, 0 otherwise. */
  readonly offset: number;
  readonly limit: number;
}

/** A list to be counted; `atMost`: no further than that, which reads no more than a page would. */
export type MemoCountQuery = Omit<MemoListQuery, "order" | "after" | "offset" | "limit"> & {
  readonly atMost?: number | undefined;
};

/** One memo of a page whose text may not be read yet: what it is sorted by, and how large it is. */
export interface MemoPlace {
  readonly number: number;
  readonly id: string;
  readonly pinned: boolean;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly deletedMs: number | null;
  /** What its row holds, in UTF-8. Told without reading it. */
  readonly bytes: number;
}

/** A page that is found as a whole, and read as far as its bytes allow. */
export interface MemoSlice {
  readonly places: readonly MemoPlace[];
  /** The memos of the first places, in the same order; one at least when there are places. */
  readonly memos: readonly MemoRecord[];
}

/** How a database finds one page of a list; for people who look into a slow filter. */
export interface ListExplanation {
  /** What is walked: `order`, `tag …`, `text, … rows`, `pinned`, `time` or `comments`. */
  readonly driver: string;
  readonly usesTextIndex: boolean;
  /** `here` on the thread that asks, `stepped` there and moved when it takes long, or `worker`. */
  readonly place: "here" | "stepped" | "worker";
  /** About how many rows the filter is asked of, at most; null when nothing says. */
  readonly rows: number | null;
  /** With `?` for values; null when the page is empty without asking. */
  readonly sql: string | null;
  /** The database's own plan, a line per step. */
  readonly plan: readonly string[];
}

/** A search among the NORMAL memos that the caller may read, comments left out. */
export interface MemoSearchQuery {
  readonly access: ReadAccess;
  /** Words without regard to case and accents, in any order; the last may be the start of one. */
  readonly text: string;
  /** Only memos with exactly this tag. */
  readonly tag: string | null;
  readonly limit: number;
}

/** From the first millisecond to the one before `toMs`; epoch milliseconds. */
export interface DaySpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** How far the reader's clock is ahead of UTC: where their days begin. */
  readonly offsetMs: number;
}

export interface DayCount {
  /** Days since 1970-01-01 by the reader's clock. */
  readonly day: number;
  readonly count: number;
}

export interface TagCount {
  readonly tag: string;
  readonly count: number;
  readonly lastUsedMs: number;
}

/** A tag of a user's listed memos, or one that only stands before others (`a` of `a/b`). */
export interface TagNode extends TagCount {
  /** Memos that have it or a tag under it, each once; `count` is of the tag itself. */
  readonly under: number;
}

/** A tag of a user, alone or with what is under it. */
export interface TagBranch {
  readonly user: UserReference;
  readonly tag: string;
  readonly withUnder: boolean;
}

/** A tag of a memo, in the order of the index. */
export interface TagPlace {
  readonly id: string;
  readonly tag: string;
  readonly createdMs: number;
  readonly number: number;
}

/** Counts of the caller's own memos, comments left out. */
export interface MemoCounts {
  readonly normal: number;
  readonly archived: number;
  readonly trashed: number;
  readonly pinned: number;
  /** Tasks that are not checked, of memos that are listed. */
  readonly openTasks: number;
  /** How many memos have them. */
  readonly openTaskMemos: number;
}

/** What statistics say of one creator's memos. Times in epoch ms, newest first. */
export interface MemoFigures {
  readonly creator: UserReference;
  readonly memos: number;
  readonly withLink: number;
  readonly withCode: number;
  readonly withTasks: number;
  readonly withOpenTasks: number;
  readonly createdMs: readonly number[];
  readonly updatedMs: readonly number[];
  /** Ids. */
  readonly pinned: readonly string[];
  /** How many memos have each tag. */
  readonly tags: readonly (readonly [tag: string, memos: number])[];
}

/** A comment, and what it is sorted by among those under the same memo. */
export interface ChildMemo {
  readonly id: string;
  readonly createdMs: number;
  readonly number: number;
}

/** Searches that rank what they find, by an index of words that a server alone keeps (ADR 0063). */
export interface RankedMemoReader {
  /** Memos that hold all the words of a text, best match first, with about `bytes` of the first ones. */
  slice(query: MemoSearchQuery, bytes: number): Promise<MemoSlice>;
}

/** Whose memos, behind an id and up to another one (null: as far as they go). */
export interface DigestQuery {
  readonly creator: UserReference;
  readonly after: string;
  readonly upTo: string | null;
}

/** What some memos say, as hashes, in the order of their ids; `isEnd`: there are no more. */
export interface DigestSlice {
  readonly memos: readonly { readonly id: string; readonly digest: string }[];
  readonly isEnd: boolean;
}

export interface MemoReader {
  find(id: string): Promise<MemoRecord | null>;
  findByNumber(number: number): Promise<MemoRecord | null>;
  /** Ids by older-form number; numbers without a memo are left out. */
  idsByNumber(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** In no particular order; ids without a memo are left out. */
  findMany(ids: readonly string[]): Promise<MemoRecord[]>;
  /** The same without reading their texts. */
  heads(ids: readonly string[]): Promise<MemoHead[]>;
  /** The whole page, however large: for what is known to be short. */
  list(query: MemoListQuery): Promise<MemoRecord[]>;
  /** The page with its first memos, about `bytes` of them. */
  slice(query: MemoListQuery, bytes: number): Promise<MemoSlice>;
  /** The memos of places, in their order; those that are gone are left out. */
  atPlaces(places: readonly Pick<MemoPlace, "number">[]): Promise<MemoRecord[]>;
  /**
   * About how many bytes of the database memos take with their documents and elements, by id, judged
   * without reading them. Ids without a memo are left out.
   */
  sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** What `list` would do. */
  explain(query: MemoListQuery): Promise<ListExplanation>;
  /**
   * How many memos `list` would give without a limit, or `atMost` when there are as many. With a
   * `reach` there is an `atMost`.
   */
  count(query: MemoCountQuery): Promise<number>;
  /** The document of a memo; the seed (`state` null) when none is stored. */
  text(id: string, gen: number): Promise<TextState>;
  /** Documents of many memos, by id; those without a stored document are left out. */
  texts(ids: readonly string[]): Promise<Map<string, TextState>>;
  /** Elements of many memos, by id, removed ones included; memos without any are left out. */
  elements(ids: readonly string[]): Promise<ReadonlyMap<string, readonly MemoElement[]>>;
  /** Ids of the memos that link to each of the given ones, by id; those without any are left out. */
  referrers(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Ids of the memos that link to one, in order of id, after `afterId`. */
  referrersAfter(target: string, afterId: string, limit: number): Promise<string[]>;
  /** Those of the ids whose memos have elements, referrers, comments or attachments. */
  idsWithParts(ids: readonly string[]): Promise<string[]>;
  /** The comments right under each of the given memos, newest first; those without are left out. */
  children(ids: readonly string[]): Promise<ReadonlyMap<string, readonly ChildMemo[]>>;
  /** Ids of the memos of a space that are no comments, in order of id, after `afterId`. */
  idsInSpace(space: string, afterId: string, limit: number): Promise<string[]>;
  /** Statistics by creator, of all memos that `list` would give without a limit; in no order. */
  figures(
    query: Omit<MemoListQuery, "order" | "after" | "offset" | "limit">,
  ): Promise<MemoFigures[]>;
  /** A slice of a creator's memos by what they say, as long as one moment of work allows. */
  digests(query: DigestQuery): Promise<DigestSlice>;
  /** Ids of the memos below `id`, children before grandchildren. */
  descendants(id: string): Promise<string[]>;
  tagCounts(access: ReadAccess, own: boolean): Promise<TagCount[]>;
  /** The user's tags with the parents that they name, by name. */
  tagTree(user: UserReference): Promise<TagNode[]>;
  /** Where the user's memos have the tags of a branch, the trash left out: by tag, oldest first. */
  tagPlaces(branch: TagBranch, after: TagPlace | null, limit: number): Promise<TagPlace[]>;
  /** How many memos those are. */
  countTagged(branch: TagBranch): Promise<number>;
  /** How many of the user's listed memos were created on each day of a span, days without any left out. */
  dayCounts(user: UserReference, span: DaySpan): Promise<DayCount[]>;
  counts(user: UserReference): Promise<MemoCounts>;
  /** The tags of the user's listed memos with open tasks that come after one, in order. */
  openTaskTags(user: UserReference, afterTag: string, limit: number): Promise<string[]>;
  /** Ids of a creator's newest memos that are listed: no comments, archive or trash. */
  newestIds(creator: UserReference, limit: number): Promise<string[]>;
  /** Ids of memos with a stored document, in id order, after `afterId`. */
  idsWithDocument(afterId: string, limit: number): Promise<string[]>;
  /** Ids of every memo of a creator, in id order, after `afterId`. */
  idsByCreator(creator: UserReference, afterId: string, limit: number): Promise<string[]>;
  /** Ids of every memo of anybody else. */
  idsByOthers(creator: UserReference): Promise<string[]>;
  /** The same in order of creator and id, after a place in that order. */
  othersAfter(
    creator: UserReference,
    after: { readonly creator: UserReference; readonly id: string },
    limit: number,
  ): Promise<{ readonly creator: UserReference; readonly id: string }[]>;
  /** Ids of the comments of others right under a memo that is not here; in no order. */
  orphansByOthers(creator: UserReference): Promise<string[]>;
  /** Ids of a creator's trashed memos, comments left out, that were there at a time; oldest first. */
  trashedIds(creator: UserReference, atMs: number, limit: number): Promise<string[]>;
  /** Trashed memos whose time is over, oldest first. */
  idsTrashedBefore(ms: number, limit: number): Promise<string[]>;
}

export interface MemoWriter extends MemoReader {
  /**
   * Inserts or replaces a memo with its document and every index derived from it. Gives what `find`
   * would from then on. `isNew`: none has its id, which is not looked for.
   */
  save(entity: MemoEntity, derived: MemoDerived, isNew?: boolean): Promise<MemoRecord>;
  /** Inserts a memo as `save` does, of which there is nothing yet; it is not read back. */
  insert(entity: MemoEntity, derived: MemoDerived): Promise<void>;
  /** Gives a memo another seq and changes nothing else. */
  renumber(id: string, seq: number): Promise<void>;
  /** Removes a memo, its document and its index rows. Its number is never given again. */
  remove(id: string): Promise<void>;
  /**
   * Rewrites the creator of every memo, attachment and reaction of a profile that met its server
   * (`users/local` → account).
   */
  renameCreator(from: UserReference, to: UserReference): Promise<void>;
}
