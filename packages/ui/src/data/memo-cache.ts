import type { MemoView } from "@tidemark/core/router";
import type { QueryClient } from "@tanstack/react-query";
import { useUi } from "../state/ui-state.ts";
import { findAppError, type TidemarkClient } from "./client.tsx";
import { patchPages, replaceMemo, type MemoListQuery, type MemoPages } from "./memo-pages.ts";
import { type OnThisDay, queryKeys } from "./queries.ts";
import { answersUnderWay, putPages, readAgain, readLibraryAgain } from "./read-again.ts";
import { patchTaskPages, type TaskPages } from "./task-pages.ts";
import { countViewsSoon } from "./view-counts.ts";

/**
 * Bookkeeping to detect stale answers. Answers arrive in any order: one is stale if it was requested before
 * newer state was shown, or before everything was invalidated.
 */
interface Asked {
  /** Latest pending request of each memo. */
  readonly questions: Map<string, symbol>;
  /** Marker that changes whenever a memo's state is shown or everything is invalidated. */
  readonly shown: Map<string, symbol>;
  all: symbol;
}

const askedOf = new WeakMap<QueryClient, Asked>();

function askedIn(queries: QueryClient): Asked {
  const known = askedOf.get(queries);
  if (known !== undefined) return known;
  const made: Asked = { questions: new Map(), shown: new Map(), all: Symbol() };
  askedOf.set(queries, made);
  return made;
}

/**
 * Shows a memo's new state in every loaded list; null if the memo was purged. Applies it again to lists whose
 * running load may have started before.
 */
export function showMemo(queries: QueryClient, id: string, memo: MemoView | null): void {
  const mark = Symbol(id);
  const { questions, shown } = askedIn(queries);
  shown.set(id, mark);
  const running = answersUnderWay(queries, [queryKeys.lists, queryKeys.allTasks]);
  putInLists(queries, id, memo);
  void Promise.allSettled(running).then(() => {
    if (shown.get(id) !== mark) return;
    if (!questions.has(id)) shown.delete(id);
    if (running.length > 0) putInLists(queries, id, memo);
  });
}

function putInLists(queries: QueryClient, id: string, memo: MemoView | null): void {
  if (memo === null) void queries.invalidateQueries({ queryKey: queryKeys.one(id) });
  // Only if the memo's own page has loaded it.
  else queries.setQueryData<MemoView>(queryKeys.one(id), (one) => one && memo);
  const { editingId, leavingIds } = useUi.getState();
  for (const [key, pages] of queries.getQueriesData<MemoPages>({ queryKey: queryKeys.lists })) {
    if (pages === undefined) continue;
    // An edited memo keeps its position until the editor closes, even if it no longer matches.
    const query = key[2] as MemoListQuery;
    const stays = id === editingId || (query.view === "tasks" && leavingIds.has(id));
    const patched =
      stays && memo !== null && memo.deletedMs === null
        ? replaceMemo(pages, memo)
        : patchPages(pages, query, id, memo);
    if (patched === null) void queries.invalidateQueries({ queryKey: key, exact: true });
    else if (patched !== pages) putPages(queries, key, patched);
  }
  for (const [key, pages] of queries.getQueriesData<TaskPages>({ queryKey: queryKeys.allTasks })) {
    if (pages === undefined) continue;
    const patched = patchTaskPages(pages, id, memo, leavingIds.has(id));
    if (patched === null) void readAgain(queries, key as readonly string[]);
    else if (patched !== pages) putPages(queries, key, patched);
  }
}

/** Returns a memo's newest cached state, from its page or any loaded list; null if there is none. */
export function findShownMemo(queries: QueryClient, id: string): MemoView | null {
  const one = queries.getQueryData<MemoView>(queryKeys.one(id));
  if (one !== undefined) return one;
  for (const [, pages] of queries.getQueriesData<MemoPages>({ queryKey: queryKeys.lists })) {
    const memo = pages?.pages.flatMap((page) => page.memos).find((each) => each.id === id);
    if (memo !== undefined) return memo;
  }
  return null;
}

/** Number of changed memos above which reloading the lists is cheaper than patching them. */
const maxPatchedMemos = 25;

/** Updates every loaded list after memos changed elsewhere; null if any memo may have changed. */
export async function refreshMemos(
  queries: QueryClient,
  client: TidemarkClient,
  ids: readonly string[] | null,
): Promise<void> {
  void readAgain(queries, queryKeys.tags);
  void readAgain(queries, queryKeys.counts);
  countViewsSoon(queries);
  void readAgain(queries, queryKeys.allFound);
  void readAgain(queries, queryKeys.allDays);
  void readAgain(queries, queryKeys.allAround);
  readLibraryAgain(queries, ids);
  if (ids === null || isOfEarlierYears(queries, ids)) {
    void readAgain(queries, queryKeys.allOnThisDay);
  }
  if (ids === null || ids.length > maxPatchedMemos) {
    askedIn(queries).all = Symbol();
    void readAgain(queries, queryKeys.ones);
    void readAgain(queries, queryKeys.allTasks);
    await readAgain(queries, queryKeys.lists);
    return;
  }
  await Promise.all(ids.map((id) => refreshMemo(queries, client, id)));
}

/** Returns true if "on this day" shows one of the memos. */
function isOfEarlierYears(queries: QueryClient, ids: readonly string[]): boolean {
  return queries
    .getQueriesData<OnThisDay>({ queryKey: queryKeys.allOnThisDay })
    .some(([, found]) => found?.some(({ memo }) => ids.includes(memo.id)));
}

async function refreshMemo(
  queries: QueryClient,
  client: TidemarkClient,
  id: string,
): Promise<void> {
  const asked = askedIn(queries);
  const question = Symbol(id);
  asked.questions.set(id, question);
  try {
    for (;;) {
      const { all } = asked;
      const shown = asked.shown.get(id);
      const memo = await getMemo(client, id);
      // A later request will show newer state.
      if (asked.questions.get(id) !== question) return;
      if (asked.all !== all || asked.shown.get(id) !== shown) continue;
      showMemo(queries, id, memo);
      return;
    }
  } catch {
    await queries.invalidateQueries({ queryKey: queryKeys.lists });
  } finally {
    if (asked.questions.get(id) === question) asked.questions.delete(id);
  }
}

/** Returns the current memo, or null if it was purged. */
async function getMemo(client: TidemarkClient, id: string): Promise<MemoView | null> {
  try {
    return await client.memos.get.query({ id });
  } catch (error) {
    if (findAppError(error)?.code === "NOT_FOUND") return null;
    throw error;
  }
}
