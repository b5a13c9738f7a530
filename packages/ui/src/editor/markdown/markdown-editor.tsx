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
  /** What the editor starts with; later changes of it are not followed. */
  readonly content: string;
  /** Where the text lives: CodeMirror's own history, or a Yjs text. Not followed later. */
  readonly extensions: Extension;
  readonly view: RefObject<EditorView | null>;
  /** Brings what helps while one writes; not followed later. */
  readonly assist: () => Promise<Extension>;
  /** Ctrl+Enter. */
  onSubmit(): void;
  /** Esc, when it closes nothing else. */
  onLeave(): void;
  onChange?(view: EditorView): void;
  onReady?(view: EditorView): void;
}

/** What the editor says, in the language of now. */
function wordsOf({ label, placeholder: words = "" }: MarkdownEditorProps): Extension {
  return [
    placeholder(words),
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorState.phrases.of({ Completions: editorStrings.completions }),
  ];
}

/** The one editor: in the composer, and in a card for a memo that exists. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const shownLanguage = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const descriptionId = useId();
  const latest = useRef(props);
  latest.current = props;
  const words = useRef(new Compartment());

  // With the frame that shows it: whoever types while it comes types into it.
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
            // Focusable anyway; said so that tools which check for it know.
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
    // One can type before the grammar has come; it is most of the editor's weight.
    const grammar = import("./markdown-language.ts");
    void Promise.all([grammar, given.assist()]).then(([{ markdownSupport }, assist]) => {
      if (ownView.current !== view) return;
      view.dispatch({ effects: language.reconfigure([assist, markdownSupport()]) });
      // What was typed meanwhile is offered completions as if its last key came now.
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
