import { readSearch, type SearchReading } from "@tidemark/core/search";
import { useEffect, useMemo, useState } from "react";

/** Somebody who is typing an operator has got so long for the next key. */
const typingMs = 1200;

/**
 * What a search is made of. What could still become an operator, and is typed last, is no problem
 * before its writer pauses.
 */
export function useShownProblems(search: string): SearchReading {
  const reading = useMemo(() => readSearch(search), [search]);
  const [paused, setPaused] = useState<string | null>(null);
  const last = reading.problems.at(-1);
  const isTyped = last !== undefined && last.isBegun && last.end === search.length;
  useEffect(() => {
    if (!isTyped) return;
    const timer = setTimeout(() => setPaused(search), typingMs);
    return () => clearTimeout(timer);
  }, [isTyped, search]);
  return isTyped && paused !== search
    ? { ...reading, problems: reading.problems.slice(0, -1) }
    : reading;
}
