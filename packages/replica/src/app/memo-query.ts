import { type AppError, filterRefused, type Result } from "@tidemark/core";
import { compileFilter, memoFilterSchema, searchTerms, wordsToFilter } from "@tidemark/core/filter";
import type { ListMemosInput } from "@tidemark/core/memo";
import { lastDeletedFirst, newestFirst } from "@tidemark/core/memo";
import type { MemoListInput } from "@tidemark/core/router";

/** What the list asks the memo service for, and which words the screen marks. */
export interface MemoQuery {
  readonly list: ListMemosInput;
  readonly terms: readonly string[];
}

/**
 * Turns what the screen shows (a view, a tag, the search box) into one listing. An error in the
 * search box is found before the parts are joined, so that its position is the one in the box.
 */
export function memoQueryOf(
  input: MemoListInput,
  { nowMs, user }: { readonly nowMs: number; readonly user: string },
): Result<MemoQuery, AppError> {
  const parts: string[] = [];
  const search = input.search.trim() === "" ? "" : wordsToFilter(input.search).cel;
  if (search.trim() !== "") {
    const checked = compileFilter(search, { schema: memoFilterSchema, nowMs });
    if (!checked.ok) return { ok: false, error: filterRefused(checked.error) };
    parts.push(search);
  }
  if (input.tag !== null) parts.push(`${JSON.stringify(input.tag)} in tags`);
  if (input.pinned !== null) parts.push(input.pinned ? "pinned" : "!pinned");
  // What others are to do is theirs, also where one may read it.
  if (input.view === "tasks") {
    parts.push("has_incomplete_tasks", `creator == ${JSON.stringify(user)}`);
  }
  return {
    ok: true,
    value: {
      list: {
        state: input.view === "archive" ? "ARCHIVED" : "NORMAL",
        trash: input.view === "trash" ? "only" : "none",
        order: input.view === "trash" ? lastDeletedFirst : newestFirst,
        filter: parts.map((part) => `(${part})`).join(" && "),
        parent: null,
        pageSize: input.pageSize,
        pageToken: input.cursor ?? "",
      },
      terms: searchTerms(input.search),
    },
  };
}
