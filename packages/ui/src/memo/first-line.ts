import type { MemoView } from "@tidemark/core/router";
import { memoStrings } from "./strings.ts";

/** The first line that says something, without Markdown's marks: how a memo is called out loud. */
export function firstLine(content: string, longest = 80): string {
  for (const line of content.split("\n", 20)) {
    const text = line
      .replace(/^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+|#{1,6}\s+|>\s*)+/, "")
      .replaceAll(/[*_`~]{1,3}/g, "")
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim();
    if (text !== "") return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  }
  return memoStrings.emptyLine;
}

/** Its first line or, without a text, its first file. */
export function calledOut({ content, attachments }: MemoView, longest?: number): string {
  return (
    (content.trim() === "" ? attachments[0]?.filename : undefined) ?? firstLine(content, longest)
  );
}
