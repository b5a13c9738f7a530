/**
 * Returns a search for memos up to the end of a day, given in the form of a date field (`2026-11-20`). The
 * day ends in the reader's time zone. Another `before:` in the search is replaced. Returns `null` for an
 * invalid day.
 */
export function dateSearch(search: string, day: string): string | null {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const end = new Date(year, month - 1, date + 1);
  if (Number.isNaN(end.getTime())) return null;
  const text = end.toISOString().replace(/\.000Z$/, "Z");
  const rest = search.split(/\s+/).filter((word) => word !== "" && !/^before:/i.test(word));
  return [...rest, `before:${text.replace(/T00:00:00Z$/, "")}`].join(" ");
}
