import type { AppError } from "../error/errors.ts";
import { type PagePosition, pageSizeOf, type PageTokens } from "./page-token.ts";
import { ok, type Result } from "../error/result.ts";

/** Requested page of a list. */
export interface PageRequest {
  /** 1 to 1000; null: same as the previous page, 50 for the first one. */
  readonly pageSize: number | null;
  /** Token from an earlier response, or "". */
  readonly pageToken: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** "" on the last page. */
  readonly nextPageToken: string;
}

export interface ListRequest extends PageRequest {
  /** Identifies the list and its parameters. */
  readonly asked: readonly unknown[];
}

/**
 * Returns one page of a short list. `keyOf` is unique and ascends in the order of `items`. A page continues
 * after the last key of the previous one, so inserted and removed items don't shift it. Returns
 * INVALID_ARGUMENT for a token of another list.
 */
export function pageList<T>(
  tokens: PageTokens,
  items: readonly T[],
  keyOf: (item: T) => string,
  { asked, ...request }: ListRequest,
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

/** Builds a sort key of a time and an id. It ascends with the time, for the years 1 to 9999. */
export function timeKey(ms: number, id: string): string {
  return `${String(ms + 1e14).padStart(16, "0")} ${id}`;
}
