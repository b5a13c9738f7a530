/**
 * Returns the text that ends a quote in place of its empty line; `null` if that isn't one. A blank line
 * follows the quote, because text right below a quote would be a part of it.
 */
export function quoteEnd(line: string, before: string | null): string | null {
  const lead = /^(?<lead>[\s>]*)>[ \t]*$/.exec(line)?.groups?.["lead"];
  if (lead === undefined) return null;
  const above = before?.slice(lead.length) ?? "";
  const isBelow = above.startsWith(">") && /[^\s>]/.test(above);
  return isBelow ? `${lead.trimEnd()}\n${lead}` : lead;
}
