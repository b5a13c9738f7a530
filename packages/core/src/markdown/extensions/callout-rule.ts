import type { StateCore, Token } from "markdown-it";

/** What a callout says before its text. */
export const calloutKinds = ["note", "tip", "important", "warning", "caution"] as const;
export type CalloutKind = (typeof calloutKinds)[number];

const MARKER = /^\[!([a-z]+)\][ \t]*(?:\n|$)/i;

/**
 * Core rule, before inline parsing: a quote whose first line is `[!NOTE]` or one of its like, and
 * nothing else, is a callout. The line is taken out of the text and noted on the quote. Rule M21.
 */
export function calloutRule({ tokens }: StateCore): void {
  for (let at = 0; at + 2 < tokens.length; at++) {
    if (tokens[at]!.type !== "blockquote_open" || tokens[at + 1]!.type !== "paragraph_open")
      continue;
    const text = tokens[at + 2]!;
    const marker = MARKER.exec(text.content);
    const kind = calloutKinds.find((known) => known === marker?.[1]!.toLowerCase());
    if (marker === null || kind === undefined) continue;
    tokens[at]!.meta = { callout: kind };
    text.content = text.content.slice(marker[0].length);
    const [from, to] = text.map!;
    text.map = [from + 1, to];
    if (text.content !== "") continue;
    // A paragraph of the mark alone is no paragraph.
    tokens[at + 1]!.hidden = true;
    tokens[at + 3]!.hidden = true;
  }
}

/** The kind of callout that a `blockquote_open` token opens, if it opens one. */
export function calloutOf(token: Token): CalloutKind | undefined {
  return token.meta?.["callout"] as CalloutKind | undefined;
}
