import type { StateCore, Token } from "markdown-it";

/** Kinds of callouts, as written in `[!NOTE]`. */
export const calloutKinds = ["note", "tip", "important", "warning", "caution"] as const;
export type CalloutKind = (typeof calloutKinds)[number];

const MARKER = /^\[!([a-z]+)\][ \t]*(?:\n|$)/i;

/**
 * Core rule, before inline parsing: a quote whose first line is only `[!NOTE]` or another kind is a callout.
 * Removes the line from the text and sets the kind in the quote's `meta`. Rule M21.
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
    // A paragraph of the marker alone is hidden.
    tokens[at + 1]!.hidden = true;
    tokens[at + 3]!.hidden = true;
  }
}

/** Returns the kind of callout that a `blockquote_open` token opens; undefined if it opens none. */
export function calloutOf(token: Token): CalloutKind | undefined {
  return token.meta?.["callout"] as CalloutKind | undefined;
}
