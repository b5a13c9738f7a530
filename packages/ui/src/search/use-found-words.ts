import type { SearchScope } from "@tidemark/core/router";
import { useEffect, useState } from "react";
import { useHostState } from "../data/host-connection.ts";
import { useFoundCount } from "../data/asked/memo-queries.ts";
import { writtenAs } from "../language/language.ts";
import { listedBy, type ViewAddress } from "../state/view-address.ts";
import { findingStrings as strings } from "./finding-strings.ts";

/** State of a list while its pages load. */
export interface FoundList {
  readonly memoIds: readonly string[];
  readonly hasMore: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
}

/** Delay before counting: rendering the rows and the next key have priority. */
const countAfterMs = 400;

/**
 * Returns the number of results in words: exact if all are loaded or counted, a lower bound if there are more
 * than are counted, "many" if counting takes too long.
 */
export function useFoundWords(found: {
  readonly address: ViewAddress;
  readonly scope: SearchScope;
  readonly list: FoundList;
  readonly hasProblem: boolean;
}): { readonly words: string; readonly isSettled: boolean } {
  const { address, scope, list, hasProblem } = found;
  const { search } = listedBy(address);
  const host = useHostState();
  const isHere = !list.isFetching && list.error === null;
  const isCounted = useAfter(isHere && list.hasMore, countAfterMs, `${scope} ${search}`);
  const count = useFoundCount(listedBy(address), isCounted);
  const numbers = new Intl.NumberFormat(writtenAs());
  const exactly = (n: number): string => strings.found(n, numbers.format(n));
  if (hasProblem) return { words: "", isSettled: false };
  if (host !== "up") return { words: strings.waiting, isSettled: false };
  if (list.error !== null) return { words: "", isSettled: false };
  if (!isHere && list.memoIds.length === 0) return { words: strings.searching, isSettled: false };
  if (isHere && !list.hasMore) return { words: exactly(list.memoIds.length), isSettled: true };
  if (count.data !== undefined && isCounted) {
    const { count: all, isMore } = count.data;
    return {
      words: isMore ? strings.foundMore(numbers.format(all)) : exactly(all),
      isSettled: true,
    };
  }
  if (count.isError) return { words: strings.foundMany, isSettled: true };
  return {
    words: isHere ? strings.foundMore(numbers.format(list.memoIds.length)) : strings.searching,
    isSettled: false,
  };
}

/** Returns true once `isSo` has been true for `ms`, with the same name. */
function useAfter(isSo: boolean, ms: number, name: string): boolean {
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setSince(name), ms);
    return () => clearTimeout(timer);
  }, [isSo, ms, name]);
  return isSo && since === name;
}
