import type { Token } from "markdown-it";
import { parseMarkdown } from "../grammar.ts";
import { joinedBreaks } from "../joined-breaks.ts";
import { taskOf } from "../task-rule.ts";

/** Replacement of a tag in an outline: text, or null for the tag itself. */
export type SayTag = (tag: string, index: number) => string | null;

/**
 * Returns a text as a reader sees it, as lines for comparison: its blocks and their content, with white space
 * collapsed. `say` replaces tags, which are counted in order. A line or paragraph that this leaves empty is
 * omitted. With `joins`, line breaks that would be joined differ from those that wouldn't.
 */
export function outlineOf(
  content: string,
  say: SayTag = () => null,
  { joins = false }: { readonly joins?: boolean } = {},
): string {
  const tokens = parseMarkdown(content);
  const joined = joins ? joinedBreaks(tokens) : new Map<Token, string>();
  const lines: string[] = [];
  let index = 0;
  let skipped: Token | null = null;
  tokens.forEach((token, at) => {
    if (token === skipped) return;
    if (token.type !== "inline") {
      lines.push(outlineOfBlock(token));
      return;
    }
    const tags = token.children!.filter(({ type }) => type === "tag").length;
    const first = index;
    let place = first;
    const text = outlineOfText(token, joined, (tag) => say(tag.normalize(), place++));
    index += tags;
    const isParagraph = tokens[at - 1]?.type === "paragraph_open";
    if (text === "" && tags > 0 && isParagraph) {
      lines.pop();
      skipped = tokens[at + 1] ?? null;
    } else lines.push(text);
  });
  return lines.join("\n");
}

function outlineOfBlock(token: Token): string {
  const { type, nesting, hidden, info, attrs } = token;
  // An unclosed fence ends where its quote or the text ends.
  const content = token.content.replace(/\n$/, "");
  // Positions of rows and tasks may change.
  const meta =
    type === "tr_open" || type === "list_item_open" ? taskOf(token)?.checked : token.meta;
  return JSON.stringify([type, token.tag, nesting, hidden, info, attrs, meta ?? null, content]);
}

/** Ends a part that isn't text, so text can't be mistaken for it. */
const END = "\u0003";

function outlineOfText(
  inline: Token,
  joined: ReadonlyMap<Token, string>,
  say: (tag: string) => string | null,
): string {
  let outline = "";
  for (const child of inline.children!) {
    switch (child.type) {
      case "text":
      case "text_special":
        outline += child.content;
        break;
      case "tag":
        outline += say(child.content) ?? `\u0002#${child.content.normalize()}${END}`;
        break;
      case "softbreak":
        outline += joined.get(child) ?? LINE_END;
        break;
      case "hardbreak":
        outline += LINE_END;
        break;
      default:
        outline += `\u0002${JSON.stringify([child.type, child.attrs, child.content])}${END}`;
    }
  }
  return outline
    .replaceAll(/[^\S\v]+/gu, " ")
    .replaceAll(/ ?\v[ \v]*/gu, "\v")
    .replaceAll(/^[ \v]+|[ \v]+$/gu, "");
}

const LINE_END = "\v";
