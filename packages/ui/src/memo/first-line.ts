import { memoStrings } from "./strings.ts";

/** The first line that says something, without Markdown's marks: how a memo is called out loud. */
export function firstLine(content: string): string {
  for (const line of content.split("\n", 20)) {
    const text = line
      .replace(/^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+|#{1,6}\s+|>\s*)+/, "")
      .replaceAll(/[*_`~]{1,3}/g, "")
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim();
    if (text !== "") return text.length > 80 ? `${text.slice(0, 79)}…` : text;
  }
  return memoStrings.emptyLine;
}
