import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { tagCompletion, type OfferedTag } from "./tag-completion.ts";

const highlighting = HighlightStyle.define([
  { tag: tags.heading1, fontSize: "1.25em", fontWeight: "600" },
  { tag: tags.heading2, fontSize: "1.125em", fontWeight: "600" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: tags.monospace, fontFamily: "var(--font-mono)", fontSize: "0.9em" },
  { tag: tags.quote, color: "var(--text-2)" },
  { tag: [tags.link, tags.url], color: "var(--accent)" },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: "var(--text-3)" },
]);

/** What makes the editor know Markdown: highlighting, lists that go on at Enter, tags offered. */
export function markdownSupport(offeredTags: () => readonly OfferedTag[]): Extension {
  return [
    markdown({ base: markdownLanguage, completeHTMLTags: false, pasteURLAsLink: true }),
    syntaxHighlighting(highlighting),
    tagCompletion(offeredTags),
  ];
}
