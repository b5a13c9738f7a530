import { type AppError, filterRefused, type Result, userName } from "@tidemark/core";
import { compileFilter, memoFilterSchema, searchTerms, wordsToFilter } from "@tidemark/core/filter";
import type { ListMemosInput } from "@tidemark/core/memo";
import { lastDeletedFirst, newestFirst } from "@tidemark/core/memo";
import type { ListView, MemoCountInput, MemoListInput, SearchScope } from "@tidemark/core/router";
import { readTagChoice } from "@tidemark/core/tag-branch";
import type { UserReference } from "@tidemark/core/names";

/** Query for the memo service, and the words to highlight. */
export interface MemoQuery {
  readonly list: ListMemosInput;
  readonly terms: readonly string[];
}

/** Input of a list, or of a count, which has no pages. */
export type MemoQueryInput = MemoCountInput &
  Partial<Pick<MemoListInput, "pinned" | "pageSize" | "cursor">>;

export interface MemoQueryDeps {
  readonly nowMs: number;
  /** Resource name of the profile's user. */
  readonly user: UserReference;
  /** CEL of the saved view that is shown. */
  readonly savedFilter?: string;
  /** True if public memos of others are stored on this device. */
  readonly followsPublic?: boolean;
}

/**
 * Combines the parts of the screen (a view, a tag, the search box) into one query. Validates the search
 * before joining the parts, so that an error's position refers to the search box.
 */
export function memoQueryOf(
  input: MemoQueryInput,
  { nowMs, user, savedFilter = "", followsPublic = false }: MemoQueryDeps,
): Result<MemoQuery, AppError> {
  const parts: string[] = [];
  const search = input.search.trim() === "" ? "" : wordsToFilter(input.search).cel;
  if (search.trim() !== "") {
    const checked = compileFilter(search, { schema: memoFilterSchema, nowMs });
    if (!checked.ok) return { ok: false, error: filterRefused(checked.error) };
    parts.push(search);
  }
  const { scope = "view", withOthers = false } = input;
  if (scope === "view") {
    if (savedFilter.trim() !== "") parts.push(savedFilter);
    parts.push(...viewParts(input, user));
  }
  return {
    ok: true,
    value: {
      list: {
        ...placeOf(scope === "view" ? input.view : scope),
        ...(scope === "view" && !input.saved && amongOf(input.view, followsPublic && !withOthers)),
        filter: parts.map((part) => `(${part})`).join(" && "),
        parent: null,
        pageSize: input.pageSize ?? null,
        pageToken: input.cursor ?? "",
      },
      terms: searchTerms(input.search),
    },
  };
}

/**
 * Returns whose memos a view shows. Public memos of others appear in Explore, and in no other built-in view
 * if they are stored here. Saved views and searches in all memos include everything.
 */
export function amongOf(
  view: ListView,
  followsPublic: boolean,
): Pick<ListMemosInput, "among"> | null {
  if (view === "explore") return { among: "everybody" };
  const isOwn = followsPublic && (view === "timeline" || view === "tasks");
  return isOwn ? { among: "own" } : null;
}

type ListPlace = Pick<ListMemosInput, "state" | "trash" | "reach" | "order">;

function placeOf(where: ListView | Exclude<SearchScope, "view">): ListPlace {
  switch (where) {
    case "timeline":
    case "tasks":
    case "explore":
      return { state: "NORMAL", trash: "none", order: newestFirst };
    case "archive":
      return { state: "ARCHIVED", trash: "none", order: newestFirst };
    case "trash":
      return { state: "NORMAL", trash: "only", order: lastDeletedFirst };
    case "all":
      return { state: "NORMAL", trash: "none", reach: "everything", order: newestFirst };
    case "comments":
      return { state: "NORMAL", trash: "none", reach: "comments", order: newestFirst };
  }
}

/** Returns the view's conditions besides the search. */
function viewParts(input: MemoQueryInput, user: UserReference): string[] {
  const parts: string[] = [];
  // As in the search: `work` is that tag, `work/*` includes its subtags.
  if (input.tag !== null) parts.push(tagFilter(input.tag));
  if (input.author) parts.push(`creator == ${JSON.stringify(userName(input.author))}`);
  if (typeof input.pinned === "boolean") parts.push(input.pinned ? "pinned" : "!pinned");
  // Excludes the tasks of others in shared memos.
  if (input.view === "tasks") {
    parts.push("has_incomplete_tasks", `creator == ${JSON.stringify(user)}`);
  }
  return parts;
}

function tagFilter(tag: string): string {
  const { tag: name, withUnder } = readTagChoice(tag);
  const exact = JSON.stringify(name);
  if (!withUnder) return `${exact} in tags`;
  return `tags.exists(t, t == ${exact} || t.startsWith(${JSON.stringify(`${name}/`)}))`;
}
