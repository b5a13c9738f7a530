import MarkdownIt from "markdown-it";
import type { MarkdownIt as Markdown, Token } from "markdown-it";
import { LinkAwareState, bareLinkRule, configureBareLinks, textRule } from "./bare-link.ts";
import { bracketRule, failedBracketRule } from "./bracket-rule.ts";
import { LocatedBlockState } from "./locate.ts";
import { mathBlockRule, mathInlineRule } from "./math-rules.ts";
import { mentionRule } from "./mention-rule.ts";
import { normaliseText } from "./normalise-text.ts";
import { tagRule } from "./tag-rule.ts";
import { taskRule } from "./task-rule.ts";

/** Containers nest this deep; what lies deeper is dropped from what is derived, never from the text. */
const MAX_NESTING = 100;

/**
 * The one Markdown parser: CommonMark with GFM tables, strikethrough, task items and bare links,
 * and with tags, mentions and math. HTML is recognised, so that nothing inside it is taken for
 * Markdown, and is never passed through: whoever renders it escapes it. Rules M2–M10, M12, M19.
 */
export const markdown = createMarkdown();

/** Parses a memo's text, normalised first. Time is linear in the length; never throws. */
export function parseMarkdown(content: string): Token[] {
  return markdown.parse(normaliseText(content), {});
}

function createMarkdown(): Markdown {
  const md = new MarkdownIt({ html: true, linkify: false, breaks: true, maxNesting: MAX_NESTING });
  configureBareLinks(md);
  md.inline.State = LinkAwareState;
  md.block.State = LocatedBlockState;
  md.inline.ruler.at("text", textRule);
  md.inline.ruler.at("linkify", bareLinkRule);
  md.inline.ruler.before("text", "bracket", bracketRule);
  md.inline.ruler.after("image", "failed_bracket", failedBracketRule);
  md.inline.ruler.after("escape", "math", mathInlineRule);
  md.inline.ruler.after("math", "tag", tagRule);
  md.inline.ruler.after("tag", "mention", mentionRule);
  md.block.ruler.after("fence", "math_block", mathBlockRule, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  md.core.ruler.before("inline", "task", taskRule);
  md.core.ruler.disable(["linkify", "replacements", "smartquotes"]);
  return md;
}
