import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";
import type { ComposerText } from "./composer-text.ts";
import type { EditorParts } from "./load-editor.ts";
import { PlainField, type LeftField } from "./plain-field.tsx";
import type { CompositionHandlers } from "./use-editor-exchange.ts";

interface ComposerFieldProps {
  /** The editor, once it takes the plain field's place. */
  readonly editor: EditorParts | null;
  readonly composition: CompositionHandlers;
  /** null while it is not on the page. */
  readonly text: RefObject<ComposerText | null>;
  /** null while the field is plain. */
  readonly view: RefObject<EditorView | null>;
  readonly assist: () => Promise<Extension>;
  /** Ctrl+Enter. */
  onSubmit(): void;
  /** Esc, when it closes nothing else. */
  onLeave(): void;
  onChange(content: string): void;
}

/** A plain field that takes the first keys, and the editor once that has come for it. */
export function ComposerField({ editor, text, view, composition, ...rest }: ComposerFieldProps) {
  useLanguage();
  const left = useRef<LeftField | null>(null);
  useLayoutEffect(() => () => void (text.current = null), [text]);
  if (editor === null) return <PlainField {...rest} {...composition} text={text} left={left} />;
  return (
    <editor.MarkdownEditor
      label={editorStrings.newMemo}
      placeholder={editorStrings.placeholder}
      content=""
      extensions={editor.ownHistory}
      view={view}
      assist={rest.assist}
      onSubmit={rest.onSubmit}
      onLeave={rest.onLeave}
      onChange={(changed) => rest.onChange(changed.state.doc.toString())}
      onReady={(made) => {
        text.current = editorText(made);
        if (left.current !== null) takeOver(made, left.current);
      }}
    />
  );
}

/** Goes on where the plain field was left. Its text is the first that can be taken back. */
function takeOver(view: EditorView, { content, anchor, head, hasFocus }: LeftField): void {
  if (content !== "") {
    view.dispatch({
      changes: { from: 0, insert: content },
      selection: { anchor, head },
      userEvent: "input.type",
    });
  }
  if (!hasFocus) return;
  view.focus();
  view.dispatch({ scrollIntoView: true });
}

function editorText(view: EditorView): ComposerText {
  return {
    read: () => view.state.doc.toString(),
    replace(content) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: content },
        selection: { anchor: content.length },
      });
    },
    focus: () => view.focus(),
    blur: () => view.contentDOM.blur(),
  };
}
