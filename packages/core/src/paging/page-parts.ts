/** Maximum size in bytes of the stored data in one page of a list, and of the JSON in one page of the API. */
export const maxPageBytes = 8 * 1024 * 1024;

/**
 * Approximate number of bytes of a page that are read at a time. Most pages fit. Of a larger one, no more
 * than this is read ahead of the consumer.
 */
export const pagePartBytes = 1024 * 1024;

/** Page that may be too large to read at once: its first part, and access to the rest. */
export interface PageInParts<T> {
  /** Contains at least one item if the page has any. */
  readonly first: readonly T[];
  /** True if `first` is the whole page. */
  readonly isWhole: boolean;
  /** Reads the items after `first` on demand. Leaves out items deleted meanwhile. */
  rest(): AsyncGenerator<readonly T[]>;
  /** Returns the token of the page that continues after an item; null: after the last one. "" at the end. */
  tokenAfter(last: T | null): string;
}

/** Returns the end of the part that begins at `start`: at least one item, and as many as fit in `bytes`. */
export function endOfPart(
  places: readonly { readonly bytes: number }[],
  start: number,
  bytes: number,
): number {
  let end = start;
  let sum = 0;
  for (const place of places.slice(start)) {
    sum += place.bytes;
    if (end > start && sum > bytes) break;
    end += 1;
  }
  return end;
}

/** Reads the items at the given positions, part by part. */
export async function* readParts<P extends { readonly bytes: number }, T>(
  places: readonly P[],
  read: (some: readonly P[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < places.length;) {
    const end = endOfPart(places, start, pagePartBytes);
    yield await read(places.slice(start, end));
    start = end;
  }
}

/**
 * Reads a page up to `bytes`, for callers that need it at once. `bytesOf` returns the approximate size of an
 * item. The token continues where the result ends.
 */
export async function collectPage<T>(
  { first, isWhole, rest, tokenAfter }: PageInParts<T>,
  bytesOf: (item: T) => number,
  bytes = maxPageBytes,
): Promise<{ readonly items: readonly T[]; readonly nextPageToken: string }> {
  if (isWhole) return { items: first, nextPageToken: tokenAfter(null) };
  const items = [...first];
  let sum = first.reduce((total, item) => total + bytesOf(item), 0);
  for await (const part of rest()) {
    for (const item of part) {
      sum += bytesOf(item);
      if (items.length > 0 && sum > bytes) {
        return { items, nextPageToken: tokenAfter(items.at(-1) ?? null) };
      }
      items.push(item);
    }
  }
  return { items, nextPageToken: tokenAfter(null) };
}
