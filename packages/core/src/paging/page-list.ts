import type { AppError } from "../error/errors.ts";
import { type PagePosition, pageSizeOf, type PageTokens } from "./page-token.ts";
import { ok, type Result } from "../error/result.ts";

/** Which page of a list is asked for. */
export interface PageRequest {
  /** 1 to 1000; null: as many as the page before had, 50 on the first. */
  readonly pageSize: number | null;
  /** From an earlier answer, or "". */
  readonly pageToken: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** "" on the last page. */
  readonly nextPageToken: string;
}

/**
 * One page of a short list that is at hand whole. `keyOf` is unique and ascends in the order of
 * `items`; a page goes on behind the key of the one before, so that nothing shifts it. `asked` names
 * the list: a token of another one is INVALID_ARGUMENT.
 */
export function pageList<T>(
  tokens: PageTokens,
  items: readonly T[],
  keyOf: (item: T) => string,
  request: PageRequest,
  asked: readonly unknown[],
): Result<Page<T>, AppError> {
  let left = items;
  let position: PagePosition | null = null;
  if (request.pageToken !== "") {
    const opened = tokens.open(request.pageToken, asked);
    if (!opened.ok) return opened;
    position = opened.value;
    const { id } = position.after;
    left = items.filter((item) => keyOf(item) > id);
  }
  const pageSize = pageSizeOf(request.pageSize, position);
  const page = left.slice(0, pageSize);
  const last = page.at(-1);
  const isLast = last === undefined || page.length === left.length;
  const nextPageToken = isLast
    ? ""
    : tokens.seal({ after: { values: [], id: keyOf(last) }, nowMs: 0, pageSize }, asked);
  return ok({ items: page, nextPageToken });
}

/** A time and an id as a key that ascends with the time, for the years 1 to 9999. */
export function timeKey(ms: number, id: string): string {
  return `${String(ms + 1e14).padStart(16, "0")} ${id}`;
}
