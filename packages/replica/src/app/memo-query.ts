import { type AppError, filterRefused, type Result } from "@tidemark/core";
import { compileFilter, memoFilterSchema, searchTerms, wordsToFilter } from "@tidemark/core/filter";
import type { ListMemosInput } from "@tidemark/core/memo";
import { newestFirst } from "@tidemark/core/memo";
import type { MemoListInput } from "@tidemark/core/router";
import { readTagChoice } from "@tidemark/core/tag-branch";

/** What the list asks the memo service for, and which words the screen marks. */
export interface MemoQuery {
  readonly list: ListMemosInput;
  readonly terms: readonly string[];
}

/**
 * Turns what the screen shows (a view, a tag, the search box) into one listing. An error in the
 * search box is found before the parts are joined, so that its position is the one in the box.
 */
export function memoQueryOf(input: MemoListInput, nowMs: number): Result<MemoQuery, AppError> {
  const parts: string[] = [];
  const search = input.search.trim() === "" ? "" : wordsToFilter(input.search).cel;
  if (search.trim() !== "") {
    const checked = compileFilter(search, { schema: memoFilterSchema, nowMs });
    if (!checked.ok) return { ok: false, error: filterRefused(checked.error) };
    parts.push(search);
  }
  // As the search has it: `work` is that tag, `work/*` what is under it too.
  if (input.tag !== null) parts.push(tagFilter(input.tag));
  if (input.pinned !== null) parts.push(input.pinned ? "pinned" : "!pinned");
  if (input.view === "tasks") parts.push("has_incomplete_tasks");
  return {
    ok: true,
    value: {
      list: {
        state: input.view === "archive" ? "ARCHIVED" : "NORMAL",
        trash: input.view === "trash" ? "only" : "none",
        order: newestFirst,
        filter: parts.map((part) => `(${part})`).join(" && "),
        parent: null,
        pageSize: input.pageSize,
        pageToken: input.cursor ?? "",
      },
      terms: searchTerms(input.search),
    },
  };
}

function tagFilter(tag: string): string {
  const { tag: name, withUnder } = readTagChoice(tag);
  const exact = JSON.stringify(name);
  if (!withUnder) return `${exact} in tags`;
  return `tags.exists(t, t == ${exact} || t.startsWith(${JSON.stringify(`${name}/`)}))`;
}
