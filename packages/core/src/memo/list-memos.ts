import { type AppError, filterRefused, withinFilterTime } from "../error/errors.ts";
import { compileWithIds, type DayStart, utcDayStart } from "../filter/index.ts";
import type { FilterPlan } from "../filter/plan/plan.ts";
import { memoFilterSchema } from "../filter/plan/schema.ts";
import { totalOrder } from "../paging/order-by.ts";
import { type PagePosition, pageSizeOf } from "../paging/page-token.ts";
import { collectPage, type PageInParts, pagePartBytes, readParts } from "../paging/page-parts.ts";
import type { Keyset, OrderTerm } from "../paging/order-by.ts";
import type {
  ListExplanation,
  MemoListQuery,
  MemoPlace,
  MemoReader,
  MemoSearchQuery,
  MemoSlice,
} from "../stores/memo-store.ts";
import type { ReadStores } from "../stores/database.ts";
import type { ServerDatabase } from "../stores/server-database.ts";
import { ok, type Result } from "../error/result.ts";
import { type Caller, isAdministrator } from "../model/caller.ts";
import { findManyReadable, readAccess } from "../access/read-access.ts";
import type { MemoDeps } from "./memo-deps.ts";
import type { MemoRecord, MemoState } from "../model/memo.ts";

export interface ListMemosInput {
  readonly state: MemoState;
  readonly trash: MemoListQuery["trash"];
  readonly order: readonly OrderTerm[];
  /** CEL; blank for no filter. */
  readonly filter: string;
  readonly parent: string | null;
  /** Lists several kinds of memos, newest first and without the trash. Ignores state and parent. */
  readonly reach?: MemoListQuery["reach"];
  /**
   * Restricts the list to the caller's own memos and those of their spaces, or to memos visible to everybody.
   */
  readonly among?: MemoListQuery["among"];
  /** 1 to 1000; null: same as the previous page, 50 for the first one. */
  readonly pageSize: number | null;
  /** Token from an earlier response, or "". */
  readonly pageToken: string;
  /** Number of memos to skip. Only for `page` of the legacy API; not with a page token. */
  readonly offset?: number;
  /** Adds an explanation of the query. Ignored unless the caller is an administrator. */
  readonly explain?: boolean;
}

/** Parameters that decide which memos a list contains. */
export type MemoCountInput = Pick<
  ListMemosInput,
  "state" | "trash" | "filter" | "parent" | "reach" | "among"
>;

export interface MemoListPage {
  readonly memos: MemoRecord[];
  /** "" on the last page. */
  readonly nextPageToken: string;
  readonly explanation?: ListExplanation;
}

export const newestFirst: readonly OrderTerm[] = [{ field: "create_time", direction: "desc" }];

/** Order of the trash: most recently deleted first. */
export const lastDeletedFirst: readonly OrderTerm[] = [{ field: "delete_time", direction: "desc" }];

/** Page whose memos aren't all read yet. */
export interface MemoListing extends PageInParts<MemoRecord> {
  readonly explanation?: ListExplanation;
}

/**
 * Returns one page of the memos that the caller may read. It is shorter than requested if its memos are
 * large. The pages together give the whole set, even if memos are inserted meanwhile.
 */
export async function listMemos(
  deps: MemoDeps,
  caller: Caller,
  input: ListMemosInput,
): Promise<Result<MemoListPage, AppError>> {
  const listing = await openMemoList(deps, caller, input);
  if (!listing.ok) return listing;
  const { items, nextPageToken } = await collectPage(
    listing.value,
    ({ content }) => content.length,
  );
  const { explanation } = listing.value;
  return ok({ memos: [...items], nextPageToken, ...(explanation && { explanation }) });
}

/**
 * Opens a page for a caller that streams it. The memos of the page are fixed. Memos that don't fit in the
 * first part are read later, with their content and permissions at that time.
 */
export async function openMemoList(
  deps: MemoDeps,
  caller: Caller,
  input: ListMemosInput,
): Promise<Result<MemoListing, AppError>> {
  const { reach, among } = input;
  const asked = [input.filter, input.order, input.state, input.trash, input.parent, caller.name];
  if (reach !== undefined) asked.push(reach);
  if (among !== undefined) asked.push(among);
  let position: PagePosition | null = null;
  if (input.pageToken !== "") {
    const opened = deps.pageTokens.open(input.pageToken, asked);
    if (!opened.ok) return opened;
    position = opened.value;
  }
  const nowMs = position?.nowMs ?? deps.clock.nowMs();
  const pageSize = pageSizeOf(input.pageSize, position);
  const read = async (stores: ReadStores): Promise<Result<MemoListing, AppError>> => {
    const filter = await compileMemoFilter(stores, input.filter, nowMs, deps.dayStart);
    if (!filter.ok) return filter;
    const query: MemoListQuery = {
      access: readAccess(caller),
      state: input.state,
      trash: input.trash,
      parent: input.parent,
      reach,
      among,
      filter: filter.value,
      order: input.order,
      after: position?.after ?? null,
      offset: input.offset ?? 0,
      limit: pageSize + 1,
    };
    const slice = await stores.memos.slice(query, pagePartBytes);
    const tokenAfter = (place: MemoPlace): string =>
      deps.pageTokens.seal({ after: keysetOf(place, input.order), nowMs, pageSize }, asked);
    const page = { size: pageSize, showDeleted: input.trash !== "none", tokenAfter };
    const inParts = memosInParts(deps, caller, slice, page);
    const listing = {
      ...inParts,
      first:
        reach === undefined
          ? inParts.first
          : await lessUnreadable(stores.memos, caller, inParts.first),
    };
    if (input.explain !== true || !isAdministrator(caller)) return ok(listing);
    return ok({ ...listing, explanation: await stores.memos.explain(query) });
  };
  return withinFilterTime(() => deps.database.read(read));
}

/** Returns a page of at most `size` memos of a slice. Further memos only show that there is a next page. */
export function memosInParts(
  { database }: Pick<MemoDeps, "database">,
  caller: Caller,
  slice: MemoSlice,
  page: {
    readonly size: number;
    readonly showDeleted: boolean;
    readonly tokenAfter: (place: MemoPlace) => string;
  },
): PageInParts<MemoRecord> {
  const places = slice.places.slice(0, page.size);
  const first = slice.memos.slice(0, page.size);
  return {
    first,
    isWhole: first.length === places.length,
    rest: () =>
      readParts(places.slice(first.length), (some) =>
        database.read(({ memos }) => readStillReadable(memos, caller, some, page.showDeleted)),
      ),
    tokenAfter(last) {
      const at = last === null ? -1 : places.findIndex(({ number }) => number === last.number);
      const place = places.at(at);
      const isLast = place === places.at(-1) && slice.places.length === places.length;
      return place === undefined || isLast ? "" : page.tokenAfter(place);
    },
  };
}

/** Removes unreadable comments. The list checked only their direct parents; this checks all ancestors. */
async function lessUnreadable(
  memos: MemoReader,
  caller: Caller,
  listed: readonly MemoRecord[],
): Promise<readonly MemoRecord[]> {
  const comments = listed.filter(({ parent }) => parent !== null).map(({ id }) => id);
  if (comments.length === 0) return listed;
  const readable = await findManyReadable(memos, readAccess(caller), comments);
  return listed.filter(({ id, parent }) => parent === null || readable.has(id));
}

/** Counts the memos of a list up to a bound. Includes comments below memos that the caller can't read. */
export async function countMemos(
  deps: Pick<MemoDeps, "database" | "clock" | "dayStart">,
  caller: Caller,
  input: MemoCountInput,
  atMost: number,
): Promise<Result<number, AppError>> {
  const read = async (stores: ReadStores): Promise<Result<number, AppError>> => {
    const filter = await compileMemoFilter(stores, input.filter, deps.clock.nowMs(), deps.dayStart);
    if (!filter.ok) return filter;
    const { state, trash, parent, reach, among } = input;
    const access = readAccess(caller);
    const query = { access, state, trash, parent, reach, among, filter: filter.value };
    return ok(await stores.memos.count({ ...query, atMost }));
  };
  return withinFilterTime(() => deps.database.read(read));
}

/** Returns the remaining memos of a page without those deleted or no longer readable. */
async function readStillReadable(
  memos: MemoReader,
  caller: Caller,
  places: readonly MemoPlace[],
  showDeleted: boolean,
): Promise<MemoRecord[]> {
  const ids = places.map(({ id }) => id);
  const readable = await findManyReadable(memos, readAccess(caller), ids, { showDeleted });
  return memos.atPlaces(places.filter(({ id }) => readable.has(id)));
}

/** Returns the listable memos that contain all words, best match first. */
export async function searchMemos(
  deps: MemoDeps<ServerDatabase>,
  caller: Caller,
  query: Omit<MemoSearchQuery, "access">,
): Promise<PageInParts<MemoRecord>> {
  const asked = { ...query, access: readAccess(caller) };
  const slice = await deps.database.read(({ rankedMemos }) =>
    rankedMemos.slice(asked, pagePartBytes),
  );
  const page = { size: query.limit, showDeleted: false, tokenAfter: () => "" };
  return memosInParts(deps, caller, slice, page);
}

/**
 * Compiles a memo filter. `users/<number>` and `creator_id` refer to the user with that legacy id. Days are in
 * UTC unless the reader's are known.
 */
export async function compileMemoFilter(
  stores: Pick<ReadStores, "userNumbers">,
  source: string,
  nowMs: number,
  dayStart: DayStart = utcDayStart,
): Promise<Result<FilterPlan | null, AppError>> {
  if (source.trim() === "") return ok(null);
  const options = { schema: memoFilterSchema, nowMs, dayStart };
  const { usernameOf } = stores.userNumbers;
  const plan = await compileWithIds(source, options, { user: usernameOf });
  return plan.ok ? plan : { ok: false, error: filterRefused(plan.error) };
}

/** Returns the sort values of a memo, as compared by the list query. */
export function keysetOf(
  memo: Pick<MemoRecord, "number" | "id" | "pinned" | "createdMs" | "updatedMs" | "deletedMs">,
  order: readonly OrderTerm[],
): Keyset {
  const values = totalOrder(order).map(({ field }) => {
    switch (field) {
      case "pinned":
        return memo.pinned ? 1 : 0;
      case "create_time":
        return memo.createdMs;
      case "update_time":
        return memo.updatedMs;
      case "delete_time":
        return memo.deletedMs ?? 0;
      case "name":
        return memo.id;
      case "number":
        return memo.number;
    }
  });
  return { values, id: memo.id };
}
