import MarkdownIt from "markdown-it";
import type { MarkdownIt as Markdown, Token } from "markdown-it";
import { LinkAwareState, bareLinkRule, configureBareLinks, textRule } from "./bare-link.ts";
import { bracketRule, failedBracketRule } from "./bracket-rule.ts";
import { calloutRule } from "./extensions/callout-rule.ts";
import { footnoteReferenceRule, footnoteRule } from "./extensions/footnote-rules.ts";
import { markPairs, markRule, strikeRule } from "./extensions/mark-rule.ts";
import { LocatedBlockState } from "./locate.ts";
import { mathBlockRule, mathInlineRule } from "./math-rules.ts";
import { mentionRule } from "./mention-rule.ts";
import { normaliseText } from "./normalise-text.ts";
import { tagRule } from "./tag-rule.ts";
import { taskRule } from "./task-rule.ts";

/** Maximum nesting of containers. Deeper content stays in the text but is left out of derived data. */
const MAX_NESTING = 100;

/**
 * The one Markdown parser: CommonMark with GFM tables, strikethrough, task items and bare links, and with
 * tags, mentions, math, marked text, callouts and footnotes. It recognises HTML to avoid parsing Markdown
 * inside it, and never passes HTML through: the renderer escapes it. Rules M2–M10, M12, M19–M22.
 */
export const markdown = createMarkdown();

/** Parses a memo's normalised text. Time is linear in the length; never throws. */
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
  md.inline.ruler.after("image", "footnote_ref", footnoteReferenceRule);
  md.inline.ruler.after("footnote_ref", "failed_bracket", failedBracketRule);
  md.inline.ruler.after("escape", "math", mathInlineRule);
  md.inline.ruler.after("math", "tag", tagRule);
  md.inline.ruler.after("tag", "mention", mentionRule);
  md.inline.ruler.at("strikethrough", strikeRule);
  md.inline.ruler.before("emphasis", "mark", markRule);
  md.inline.ruler2.before("emphasis", "mark", markPairs);
  md.block.ruler.before("reference", "footnote", footnoteRule, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  md.block.ruler.after("fence", "math_block", mathBlockRule, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  md.core.ruler.before("inline", "task", taskRule);
  md.core.ruler.after("task", "callout", calloutRule);
  md.core.ruler.disable(["linkify", "replacements", "smartquotes"]);
  return md;
}
