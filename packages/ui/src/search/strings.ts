export const searchStrings = {
  label: "Search memos",
  placeholder: "Search",
  clear: "Clear search",
  goToDate: "Go to date",
  goToDateBody: "Shows what you wrote on that day, and before it.",
  date: "Date",
  go: "Go",
  cancel: "Cancel",
  hint: "Words, #tags, is:pinned, has:open, after:7d, or CEL after =",
  matches: (count: number, hasMore: boolean) =>
    count === 1 && !hasMore ? "1 match" : `${count}${hasMore ? "+" : ""} matches`,
  at: (message: string, column: number, suggestion: string | undefined) => {
    const advice = suggestion === undefined ? "" : `; ${suggestion}`;
    return `At character ${column}: ${message}${advice}`.replace(/(?<!\?)$/, ".");
  },
} as const;
