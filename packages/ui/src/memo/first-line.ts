import type { MemoView } from "@tidemark/core/router";
import { memoStrings } from "./strings.ts";

/** Returns the first line with text, without Markdown syntax: the spoken name of a memo. */
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

/** Returns a memo's first line or, for a memo without text, its first file's name. */
export function calledOut({ content, attachments }: MemoView, longest?: number): string {
  return (
    (content.trim() === "" ? attachments[0]?.filename : undefined) ?? firstLine(content, longest)
  );
}
