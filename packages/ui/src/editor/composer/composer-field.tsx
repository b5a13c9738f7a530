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
  /** Parts of the editor that replaces the plain field; `null` while the field is plain. */
  readonly editor: EditorParts | null;
  readonly composition: CompositionHandlers;
  /** `null` while the field isn't on the page. */
  readonly text: RefObject<ComposerText | null>;
  /** `null` while the field is plain. */
  readonly view: RefObject<EditorView | null>;
  readonly assist: () => Promise<Extension>;
  /** Called on Ctrl+Enter. */
  onSubmit(): void;
  /** Called on Esc, unless that closes something else. */
  onLeave(): void;
  onChange(content: string): void;
}

/** Shows a plain field for the first keys, and replaces it with the editor once that is loaded. */
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
      extensions={editor.composerExtensions}
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

/** Continues where the plain field left off. Its text becomes the first undo step. */
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
    async prepend(content) {
      view.dispatch({ changes: { from: 0, insert: content } });
    },
    focus: () => view.focus(),
    blur: () => view.contentDOM.blur(),
  };
}
