import { indentUnit } from "@codemirror/language";
import { Compartment, EditorState, Prec, type Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder, tooltips } from "@codemirror/view";
import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from "react";
import { caretOnFocus } from "./caret-on-focus.ts";
import { editingKeys } from "./editing-keys.ts";
import { keysBeforeGrammar } from "./keys-before-grammar.ts";
import { bindings } from "../../commands/bindings.ts";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";
import { tagMarks } from "./tag-marks.ts";

interface MarkdownEditorProps {
  readonly label: string;
  readonly placeholder?: string;
  /** Initial text; later changes are ignored. */
  readonly content: string;
  /**
   * CodeMirror's history or the binding to a Yjs text, and handling that must not wait for the writing help; later
   * changes are ignored.
   */
  readonly extensions: Extension;
  readonly view: RefObject<EditorView | null>;
  /** Loads the writing help; later changes are ignored. */
  readonly assist: () => Promise<Extension>;
  /** Called on Ctrl+Enter. */
  onSubmit(): void;
  /** Called on Esc, unless that closes something else. */
  onLeave(): void;
  onChange?(view: EditorView): void;
  onReady?(view: EditorView): void;
}

/** Returns the editor's labels in the current language. */
function wordsOf({ label, placeholder: words = "" }: MarkdownEditorProps): Extension {
  return [
    placeholder(words),
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorState.phrases.of({ Completions: editorStrings.completions }),
  ];
}

/** Editor of the composer, and of a memo in its card. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const shownLanguage = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const descriptionId = useId();
  const latest = useRef(props);
  latest.current = props;
  const words = useRef(new Compartment());

  // Layout effect, so keys pressed while it appears go into it.
  useLayoutEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const given = latest.current;
    const ownView = given.view;
    const language = new Compartment();
    let isTyped = false;
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: given.content,
        extensions: [
          Prec.high(
            keymap.of(
              bindings("whileWriting", {
                save: () => (latest.current.onSubmit(), true),
                leaveEditor: () => (latest.current.onLeave(), true),
              }),
            ),
          ),
          given.extensions,
          language.of(keysBeforeGrammar),
          keymap.of(editingKeys),
          tagMarks,
          caretOnFocus,
          tooltips({ position: "fixed" }),
          words.current.of(wordsOf(given)),
          indentUnit.of("  "),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            "aria-describedby": descriptionId,
            spellcheck: "true",
            autocapitalize: "sentences",
            // Focusable anyway; set for tools that check the attribute.
            tabindex: "0",
          }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            isTyped = update.transactions.some((each) => each.isUserEvent("input.type"));
            latest.current.onChange?.(update.view);
          }),
        ],
      }),
    });
    ownView.current = view;
    given.onReady?.(view);
    // The user can type before the grammar is loaded, which is most of the editor's weight.
    const grammar = import("./markdown-language.ts");
    void Promise.all([grammar, given.assist()]).then(([{ markdownSupport }, assist]) => {
      if (ownView.current !== view) return;
      view.dispatch({ effects: language.reconfigure([assist, markdownSupport()]) });
      // Offers completions for text typed meanwhile, as if its last key came now.
      if (isTyped) view.dispatch({ userEvent: "input.type" });
    });
    return () => {
      ownView.current = null;
      view.destroy();
    };
  }, [descriptionId]);

  useEffect(() => {
    const { view } = latest.current;
    view.current?.dispatch({ effects: words.current.reconfigure(wordsOf(latest.current)) });
  }, [shownLanguage]);

  return (
    <div className="tidemark-editor" dir="auto">
      <span id={descriptionId} hidden>
        {editorStrings.description}
      </span>
      <div ref={host} />
    </div>
  );
}
