import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, placeholder, tooltips } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useTags } from "../data/queries.ts";
import { caretOnFocus } from "../editor/markdown/caret-on-focus.ts";
import { tabAccepts } from "../editor/completion/tab-accepts.ts";
import { useLanguage } from "../language/language.ts";
import { celCompletions } from "./cel-completions.ts";
import { viewStrings } from "./strings.ts";

interface CelFieldProps {
  readonly value: string;
  /** Offset of the error in UTF-16 units; null if the filter is valid. */
  readonly problemAt: number | null;
  /** Id of the element with the error message. */
  readonly describedBy: string | undefined;
  onChange(value: string): void;
}

const setProblem = StateEffect.define<number | null>();

/** Underlines the word or character at the error. */
const problemMark = StateField.define({
  create: () => Decoration.none,
  update(marks, { state, effects, docChanged, changes }) {
    for (const effect of effects) {
      if (!effect.is(setProblem)) continue;
      if (effect.value === null || state.doc.length === 0) return Decoration.none;
      const from = Math.min(effect.value, state.doc.length - 1);
      const [word = " "] = /^(?:\w+|"[^"]*"?|.)/su.exec(state.sliceDoc(from)) ?? [];
      const to = Math.min(from + word.length, state.doc.length);
      return Decoration.set(Decoration.mark({ class: "cel-problem" }).range(from, to));
    }
    return docChanged ? marks.map(changes) : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Single-line CEL field with completion. Enter and Tab belong to the form unless a completion is open. */
export function CelField({ value, problemAt, describedBy, onChange }: CelFieldProps) {
  const language = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const words = useRef(new Compartment());
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const { data } = useTags();
  const tags = useRef(data);
  tags.current = data;

  useLayoutEffect(() => {
    if (host.current === null) return;
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          history(),
          closeBrackets(),
          celCompletions(() => tags.current ?? []),
          tabAccepts,
          problemMark,
          caretOnFocus,
          keymap.of([
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          tooltips({ position: "fixed" }),
          EditorView.lineWrapping,
          words.current.of([]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);

  useEffect(() => {
    const content = EditorView.contentAttributes.of({
      "aria-label": viewStrings.filter,
      "aria-invalid": String(problemAt !== null),
      ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
      spellcheck: "false",
      autocapitalize: "off",
      tabindex: "0",
    });
    view.current?.dispatch({
      effects: [
        words.current.reconfigure([content, placeholder(viewStrings.filterPlaceholder)]),
        setProblem.of(problemAt),
      ],
    });
  }, [language, problemAt, describedBy]);

  // Applies external changes: an added condition or a chosen template.
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    const changes = { from: 0, to: editor.state.doc.length, insert: value };
    editor.dispatch({ changes, selection: { anchor: value.length } });
  }, [value]);

  return <div ref={host} dir="ltr" className="cel-field" />;
}
