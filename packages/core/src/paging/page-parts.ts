/** Most bytes of what is stored in one page of a list, and of JSON in one of the API. */
export const maxPageBytes = 8 * 1024 * 1024;

/**
 * About how much of a page is read at a time, bytes. Most pages are whole then; of a larger one no
 * more than this is made ahead of who reads it.
 */
export const pagePartBytes = 1024 * 1024;

/** A page that may be too large to be read at once: its beginning, and the way to the rest. */
export interface PageInParts<T> {
  /** One item at least when there are any. */
  readonly first: readonly T[];
  /** Whether `first` is all of it. */
  readonly isWhole: boolean;
  /** What comes after `first`, read as it is asked for; what has gone meanwhile is left out. */
  rest(): AsyncGenerator<readonly T[]>;
  /** Token of the page that goes on behind an item of this one; null: behind the last. "" at the end. */
  tokenAfter(last: T | null): string;
}

/** Where the part that begins at `start` ends: at least one further, as long as `bytes` are enough. */
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

/** Reads what is behind places, part by part. */
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
 * Reads a page as far as `bytes` reach, for whoever takes it at once. `bytesOf` tells what an item
 * takes, about. The token goes on where this stops.
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
