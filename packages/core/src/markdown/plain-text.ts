import type { Token } from "markdown-it";

/**
 * Returns the text of one block as a reader sees it: no markup, line breaks as spaces, images by their text.
 */
export function plainText(inline: Token): string {
  return textOf(inline.children ?? []);
}

/** Returns the plain text of the block's first line. */
export function firstLineText(inline: Token): string {
  const children = inline.children ?? [];
  const end = children.findIndex(({ type }) => type === "softbreak" || type === "hardbreak");
  return textOf(end < 0 ? children : children.slice(0, end)).trim();
}

function textOf(tokens: readonly Token[]): string {
  let text = "";
  for (const token of tokens) {
    switch (token.type) {
      case "text":
      case "code_inline":
        text += token.content;
        break;
      case "tag":
        text += `#${token.content}`;
        break;
      case "mention":
        text += `@${token.content}`;
        break;
      case "math_inline":
        text += token.markup + token.content + token.markup;
        break;
      case "softbreak":
      case "hardbreak":
        text += " ";
        break;
      case "image":
        text += imageText(token);
        break;
      case "html_inline":
        if (isLineBreak(token.content)) text += " ";
        break;
    }
  }
  return text;
}

const writtenWidth = /^((?:[^\\]|\\[^])*?)\|(\d{2,4})(?:x\d{1,4})?$/;

/** Minimum width in pixels: a narrower picture can't be grabbed to resize it. */
const minWidth = 40;

/** Splits an image's alternative text into its words and the width in pixels after them. Rule M26. */
export function readImageWords(source: string): {
  readonly words: string;
  readonly width: number | null;
} {
  const [, words = source, width] = writtenWidth.exec(source) ?? [];
  return { words, width: width === undefined ? null : Math.max(minWidth, Number(width)) };
}

/** Returns an image's words without the width. */
export function imageText(token: Token): string {
  const text = textOf(token.children ?? []);
  return readImageWords(token.content).width === null ? text : text.replace(/\|[\dx]+$/, "");
}

/** Returns true for `<br>`, the only HTML element common in Markdown texts. */
export function isLineBreak(html: string): boolean {
  return /^<br\s*\/?>$/i.test(html);
}
