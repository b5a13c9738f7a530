import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec, type Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useId, useRef, type RefObject } from "react";
import { editingKeys } from "./editing-keys.ts";
import { editorStrings } from "./strings.ts";
import { tagCompletion, type OfferedTag } from "./tag-completion.ts";
import { tagMarks } from "./tag-marks.ts";

interface MarkdownEditorProps {
  readonly label: string;
  readonly placeholder?: string;
  /** What the editor starts with; later changes of it are not followed. */
  readonly content: string;
  /** Where the text lives: CodeMirror's own history, or a Yjs text. Not followed later. */
  readonly extensions: Extension;
  readonly view: RefObject<EditorView | null>;
  readonly offeredTags: readonly OfferedTag[];
  /** Ctrl+Enter. */
  onSubmit(): void;
  /** Esc, when it closes nothing else. */
  onLeave(): void;
  onChange?(view: EditorView): void;
  onReady?(view: EditorView): void;
}

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

/** The one editor: in the composer, and in a card for a memo that exists. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const descriptionId = useId();
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const given = latest.current;
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: given.content,
        extensions: [
          Prec.high(
            keymap.of([
              { key: "Mod-Enter", run: () => (latest.current.onSubmit(), true) },
              { key: "Escape", run: () => (latest.current.onLeave(), true) },
            ]),
          ),
          given.extensions,
          markdown({ base: markdownLanguage, completeHTMLTags: false, pasteURLAsLink: true }),
          syntaxHighlighting(highlighting),
          keymap.of(editingKeys),
          tagMarks,
          tagCompletion(() => latest.current.offeredTags),
          tooltips({ position: "fixed" }),
          placeholder(given.placeholder ?? ""),
          indentUnit.of("  "),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            "aria-label": given.label,
            "aria-describedby": descriptionId,
            spellcheck: "true",
            autocapitalize: "sentences",
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.view);
          }),
        ],
      }),
    });
    given.view.current = view;
    given.onReady?.(view);
    return () => {
      given.view.current = null;
      view.destroy();
    };
  }, [descriptionId]);

  return (
    <div className="tidemark-editor" dir="auto">
      <span id={descriptionId} hidden>
        {editorStrings.description}
      </span>
      <div ref={host} />
    </div>
  );
}
