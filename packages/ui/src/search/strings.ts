export const searchStrings = {
  label: "Search memos",
  placeholder: "Search",
  clear: "Clear search",
  hint: "Words, #tags, is:pinned, has:open, after:7d, or CEL after =",
  matches: (count: number, hasMore: boolean) =>
    count === 1 && !hasMore ? "1 match" : `${count}${hasMore ? "+" : ""} matches`,
  at: (message: string, column: number, suggestion: string | undefined) => {
    const advice = suggestion === undefined ? "" : `; ${suggestion}`;
    return `At character ${column}: ${message}${advice}`.replace(/(?<!\?)$/, ".");
  },
} as const;
