import { type AppError, filterRefused, withinFilterTime } from "../errors.ts";
import { compileWithIds, type FilterPlan, memoFilterSchema } from "../filter/index.ts";
import { totalOrder } from "../order-by.ts";
import { type PagePosition, pageSizeOf } from "../page-token.ts";
import type { Keyset, ListExplanation, MemoListQuery, OrderTerm, ReadStores } from "../ports.ts";
import { ok, type Result } from "../result.ts";
import { type Caller, readAccess } from "./access.ts";
import type { MemoDeps } from "./memo-deps.ts";
import type { MemoRecord, MemoState } from "./model.ts";

export interface ListMemosInput {
  readonly state: MemoState;
  readonly trash: MemoListQuery["trash"];
  readonly order: readonly OrderTerm[];
  /** CEL; blank is no filter. */
  readonly filter: string;
  readonly parent: string | null;
  /** 1 to 1000; null: as many as the page before had, 50 on the first. */
  readonly pageSize: number | null;
  /** From an earlier answer, or "". */
  readonly pageToken: string;
  /** Memos to skip, only for the older form's `page`; not with a page token. */
  readonly offset?: number;
  /** Say also how the page was found. Heeded for administrators only. */
  readonly explain?: boolean;
}

export interface MemoListPage {
  readonly memos: MemoRecord[];
  /** "" on the last page. */
  readonly nextPageToken: string;
  readonly explanation?: ListExplanation;
}

export const newestFirst: readonly OrderTerm[] = [{ field: "create_time", direction: "desc" }];

/** One page of the memos that the caller may read. Pages join to the whole set, inserts or not. */
export async function listMemos(
  deps: MemoDeps,
  caller: Caller,
  input: ListMemosInput,
): Promise<Result<MemoListPage, AppError>> {
  const asked = [input.filter, input.order, input.state, input.trash, input.parent, caller.name];
  let position: PagePosition | null = null;
  if (input.pageToken !== "") {
    const opened = deps.pageTokens.open(input.pageToken, asked);
    if (!opened.ok) return opened;
    position = opened.value;
  }
  const nowMs = position?.nowMs ?? deps.clock.nowMs();
  const pageSize = pageSizeOf(input.pageSize, position);
  const read = async (stores: ReadStores): Promise<Result<MemoListPage, AppError>> => {
    const filter = await compileMemoFilter(stores, input.filter, nowMs);
    if (!filter.ok) return filter;
    const query: MemoListQuery = {
      access: readAccess(caller),
      state: input.state,
      trash: input.trash,
      parent: input.parent,
      filter: filter.value,
      order: input.order,
      after: position?.after ?? null,
      offset: input.offset ?? 0,
      limit: pageSize + 1,
    };
    const rows = await stores.memos.list(query);
    const memos = rows.slice(0, pageSize);
    const last = memos.at(-1);
    const more = rows.length > pageSize && last !== undefined;
    const nextPageToken = more
      ? deps.pageTokens.seal({ after: keysetOf(last, input.order), nowMs, pageSize }, asked)
      : "";
    if (input.explain !== true || caller.role !== "ADMIN") return ok({ memos, nextPageToken });
    const explanation = await stores.memos.explain(query);
    return ok({ memos, nextPageToken, explanation });
  };
  return withinFilterTime(() => deps.database.read(read));
}

/** Compiles a memo filter; `users/<number>` and `creator_id` mean the user with that older-form id. */
export async function compileMemoFilter(
  stores: Pick<ReadStores, "users">,
  source: string,
  nowMs: number,
): Promise<Result<FilterPlan | null, AppError>> {
  if (source.trim() === "") return ok(null);
  const options = { schema: memoFilterSchema, nowMs };
  const plan = await compileWithIds(source, options, { user: userFinder(stores) });
  return plan.ok ? plan : { ok: false, error: filterRefused(plan.error) };
}

/** Finds usernames by the older form's ids. */
export function userFinder({
  users,
}: Pick<ReadStores, "users">): (integerId: number) => Promise<string | null> {
  return async (integerId) => (await users.findByNumber(integerId))?.username ?? null;
}

/** The sort values of a memo, as the list query compares them. */
export function keysetOf(memo: MemoRecord, order: readonly OrderTerm[]): Keyset {
  const values = totalOrder(order).map(({ field }) => {
    switch (field) {
      case "pinned":
        return memo.pinned ? 1 : 0;
      case "create_time":
        return memo.createdMs;
      case "update_time":
        return memo.updatedMs;
      case "name":
        return memo.id;
      case "number":
        return memo.number;
    }
  });
  return { values, id: memo.id };
}
