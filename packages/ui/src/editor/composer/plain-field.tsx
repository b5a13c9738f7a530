import { type KeyboardEvent, type RefObject, useCallback, useId, useRef } from "react";
import { isForEditor, pressIn } from "../../commands/press.ts";
import { focusWhenShown } from "../../focus/focus-when-shown.ts";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";
import type { ComposerText } from "./composer-text.ts";
import { isPressedAgain } from "../../focus/held-keys.ts";
import { isInText } from "../../focus/is-in-text.ts";
import { plainText } from "./plain-text.ts";
import type { PlainKeys } from "../markdown/plain-keys/plain-keys.ts";
import type { CompositionHandlers } from "./use-editor-exchange.ts";

let plainKey: PlainKeys | null = null;

/** Resolves once Enter, Tab and Backspace act on Markdown. It is requested with the page, and isn't a part of it. */
export const plainKeysLoaded: Promise<void> = import("../markdown/plain-keys/plain-keys.ts").then(
  (keys) => void (plainKey = keys.plainKey),
  // The editor has these keys too.
  () => undefined,
);

/** State of a plain field when it was removed from the page. */
export interface LeftField {
  readonly content: string;
  /** Selection in UTF-16 units; backward if `head` is before `anchor`. */
  readonly anchor: number;
  readonly head: number;
  readonly hasFocus: boolean;
}

interface PlainFieldProps extends CompositionHandlers {
  readonly text: RefObject<ComposerText | null>;
  /** Set when the field is removed from the page. */
  readonly left: RefObject<LeftField | null>;
  onSubmit(): void;
  onLeave(): void;
  onChange(content: string): void;
}

/** Text area with the accessible name, the keys and the drafts of the editor. */
export function PlainField(props: PlainFieldProps) {
  useLanguage();
  const descriptionId = useId();
  const { text, left } = props;
  const latest = useRef(props);
  latest.current = props;
  const attach = useCallback(
    (field: HTMLTextAreaElement) => {
      text.current = plainText(field, () => latest.current.onChange(field.value));
      // Read at removal, so it includes every key.
      return () => {
        left.current = leaving(field);
        text.current = null;
      };
    },
    [text, left],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain && isForEditor(event) && !isPressedAgain(event.nativeEvent)) {
      event.preventDefault();
      return waitForEditor(event.currentTarget, event.nativeEvent);
    }
    const runs = { save: () => props.onSubmit(), leaveEditor: () => props.onLeave() };
    if (pressIn(["whileWriting"], event, runs) || (isPlain && changeText(event))) {
      event.preventDefault();
    }
  };
  const changeText = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const field = event.currentTarget;
    const { anchor, head } = leaving(field);
    const change = plainKey?.(event, field.value, { anchor, head }) ?? null;
    if (change === null) return false;
    field.setRangeText(change.insert, change.from, change.to);
    const isBackward = change.head < change.anchor;
    field.setSelectionRange(
      Math.min(change.anchor, change.head),
      Math.max(change.anchor, change.head),
      isBackward ? "backward" : "none",
    );
    props.onChange(field.value);
    return true;
  };
  return (
    <div className="tidemark-editor" dir="auto">
      <span id={descriptionId} hidden>
        {editorStrings.description}
      </span>
      <textarea
        ref={attach}
        className="plain-field"
        dir="auto"
        rows={1}
        aria-label={editorStrings.newMemo}
        aria-describedby={descriptionId}
        placeholder={editorStrings.placeholder}
        spellCheck
        autoCapitalize="sentences"
        onKeyDown={onKeyDown}
        onCompositionStart={props.onCompositionStart}
        onCompositionEnd={props.onCompositionEnd}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
    </div>
  );
}

/** Presses a key once the editor has replaced the field, and writes what is typed until then after it. */
function waitForEditor(field: HTMLTextAreaElement, press: globalThis.KeyboardEvent): void {
  focusWhenShown(() => !field.isConnected && isInText(field.ownerDocument.activeElement), {
    from: field,
    pressed: [press],
    takes: isForEditor,
  });
}

function leaving(field: HTMLTextAreaElement): LeftField {
  const { value: content, selectionStart, selectionEnd, selectionDirection } = field;
  const isBackward = selectionDirection === "backward";
  return {
    content,
    anchor: isBackward ? selectionEnd : selectionStart,
    head: isBackward ? selectionStart : selectionEnd,
    hasFocus: field.ownerDocument.activeElement === field,
  };
}
