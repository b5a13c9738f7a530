import type { Token } from "markdown-it";
import { parseMarkdown } from "../grammar.ts";
import { joinedBreaks } from "../joined-breaks.ts";
import { taskOf } from "../task-rule.ts";

/** What stands for a tag in an outline: text, or null where it is the tag that it is. */
export type SayTag = (tag: string, index: number) => string | null;

/**
 * What a reader sees of a text, as lines to be compared: its blocks and what is in each, white space
 * as single blanks. With `say` it is outlined as if some tags, counted in their order, were something
 * else; a line or a paragraph in which nothing is left by that is none. `joins` tells lines that look
 * wrapped, and are joined, from those that are not.
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
    const text = outlineOfText(token, joined, (tag) => say(tag, place++));
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
  // A fence without an end is ended by what follows its quote, or by the end of the text.
  const content = token.content.replace(/\n$/, "");
  // Where rows and tasks stand may move.
  const meta =
    type === "tr_open" || type === "list_item_open" ? taskOf(token)?.checked : token.meta;
  return JSON.stringify([type, token.tag, nesting, hidden, info, attrs, meta ?? null, content]);
}

/** Ends what is no text, so that no text is mistaken for it. */
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
        outline += say(child.content) ?? `\u0002#${child.content}${END}`;
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
