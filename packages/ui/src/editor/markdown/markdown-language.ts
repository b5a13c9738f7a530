import {
  deleteMarkupBackward,
  insertNewlineContinueMarkupCommand,
  markdown,
  markdownLanguage,
} from "@codemirror/lang-markdown";
import { forceParsing, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Prec, type Extension } from "@codemirror/state";
import { type Command, keymap, type KeyBinding } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { leaveList } from "./leave-list.ts";
import { leaveQuote } from "./leave-quote.ts";
import { livePreview } from "./preview/live-preview.ts";
import { markedText, memoSyntax } from "./preview/memo-syntax.ts";
import { tableKeys, typedBars } from "./table/table-keys.ts";

const highlighting = HighlightStyle.define([
  { tag: tags.heading1, fontSize: "1.25em", fontWeight: "600" },
  { tag: tags.heading2, fontSize: "1.125em", fontWeight: "600" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: tags.monospace, fontFamily: "var(--font-mono)", fontSize: "0.9em" },
  { tag: markedText, backgroundColor: "var(--search-mark)" },
  { tag: tags.quote, color: "var(--text-2)" },
  { tag: [tags.link, tags.url], color: "var(--accent)" },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: "var(--text-3)" },
]);

/** Maximum time that a key waits for the parser. */
const parseMs = 50;

/** Parses up to the caret before a key is handled: on a slow machine, the tree is behind the keys. */
const parseFirst: Command = (view) => {
  forceParsing(view, view.state.selection.main.head, parseMs);
  return false;
};

const markKeys: readonly KeyBinding[] = [
  { key: "Enter", run: parseFirst },
  { key: "Backspace", run: parseFirst },
  { key: "Enter", run: leaveList },
  { key: "Enter", run: leaveQuote },
  // Enter on an empty item ends the list; CodeMirror would make the list loose first.
  { key: "Enter", run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
  { key: "Backspace", run: deleteMarkupBackward },
];

/** Returns the editor's Markdown support: highlighting, the live preview, and keys for tables and lists. */
export function markdownSupport(): Extension {
  return [
    Prec.high(keymap.of([...tableKeys, ...markKeys])),
    typedBars,
    markdown({
      base: markdownLanguage,
      extensions: memoSyntax,
      addKeymap: false,
      completeHTMLTags: false,
      pasteURLAsLink: true,
    }),
    syntaxHighlighting(highlighting),
    livePreview(),
  ];
}
