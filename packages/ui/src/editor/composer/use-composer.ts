import type { EditorView } from "@codemirror/view";
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { uploadStrings } from "../../attachments/uploads/upload-strings.ts";
import { useFileDrop } from "../../attachments/use-file-drop.ts";
import type { Uploads } from "../../attachments/uploads/use-uploads.ts";
import { findAppError } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { focusBesideDraft } from "../../focus/focus-composer.ts";
import { focusEmptyMessage, focusFirstMemo } from "../../focus/focus-feed.ts";
import { isInText } from "../../focus/is-in-text.ts";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { noteSaved } from "../../memo/lately-written.ts";
import { describeRefusedAudience, isSpaceRefused } from "../../memo/refused-audience.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { useNewVisibility } from "../audience/use-new-visibility.ts";
import { useAssist } from "../completion/use-assist.ts";
import { composerDraft } from "../composer-draft.ts";
import { useFocusMode } from "../focus-mode/use-focus-mode.ts";
import { useRecorder } from "../recording/use-recorder.ts";
import { editorStrings } from "../strings.ts";
import type { ComposerText } from "./composer-text.ts";
import { useComposerFiles } from "./use-composer-files.ts";
import { type DraftTag, useDraftTag } from "./use-draft-tag.ts";
import { useDraftText } from "./use-draft-text.ts";
import { useEditorExchange } from "./use-editor-exchange.ts";
import { useFocusWithin } from "./use-focus-within.ts";

/** State and actions of a composer for other components. */
export interface ComposerHandle {
  readonly isEmpty: boolean;
  save(): void;
}

export interface ComposerProps {
  /** Id of its element, if it isn't the composer that commands focus. */
  readonly id?: string;
  /** Key of its draft. Two composers with the same key would overwrite each other. */
  readonly draftKey?: string;
  readonly ref?: Ref<ComposerHandle>;
  /** Tag of the list that gets the memo, as in its address. */
  readonly listed?: string | undefined;
  /** Called with the id of the created memo. */
  onSaved?(id: string): void;
  /** Called on Esc, unless that closes something else. */
  onLeave?(): void;
}

export type ComposerModel = ReturnType<typeof useComposer>;

/** Returns the state and actions of a composer: text, files, recording, sending. */
export function useComposer(props: ComposerProps) {
  const { draftKey = composerDraft, ref, listed = null, onSaved, onLeave } = props;
  const text = useRef<ComposerText | null>(null);
  const view = useRef<EditorView | null>(null);
  const [hasText, setHasText] = useState(false);
  const visibility = useNewVisibility();
  const [showsKeys, touch] = useIdleHint(hasText);
  const draft = useDraftText(draftKey, text);
  const files = useComposerFiles(draftKey);
  const { uploads } = files;
  const recorder = useAskedRecorder();
  const assist = useAssist(null, uploads, recorder.setOn);
  const drop = useFileDrop(uploads.attach);
  const { isIn, ...focus } = useFocusWithin();
  const focusMode = useFocusMode(() => text.current?.focus());
  const hasContent = hasText || files.hasAny;
  const tag = useDraftTag(draftKey, { listed, hasContent });
  const isEmpty = !hasContent && !uploads.isBusy && visibility.makeDefault === null;
  const isAtRest = isEmpty && !isIn && !focusMode.isOn && !recorder.isOn;
  const exchange = useEditorExchange(!isAtRest);
  useLetGoOnWheel(text, isIn && !hasText && !focusMode.isOn);
  const create = useCreate({ draft, files, tag, audience: visibility.audience });

  const saveNow = async (): Promise<void> => {
    const field = text.current;
    if (field === null || (field.read().trim() === "" && !files.hasAnyNow())) return;
    focusMode.leave();
    await create(field, (id) => onSaved?.(id));
  };
  const saveWhenAttached = useAfterUploads(uploads, saveNow);
  const save = (): void => {
    if (!recorder.submit()) saveWhenAttached();
  };
  useImperativeHandle(ref, () => ({ isEmpty: isEmpty && !recorder.isOn, save }));

  const leave = (): void => {
    if (focusMode.leave()) return;
    if (onLeave !== undefined) onLeave();
    else if ((text.current?.read() ?? "").trim() !== "" || files.hasAny || uploads.isBusy) {
      // Its writer may still be typing, and the keys must not act on a memo.
      focusBesideDraft();
    } else if (!focusFirstMemo() && !focusEmptyMessage()) text.current?.blur();
  };
  const removeTag = (): void => {
    tag.remove();
    text.current?.focus();
  };
  return {
    text,
    view,
    hasText,
    showsKeys,
    draft,
    files,
    recorder,
    assist,
    drop,
    focus,
    focusMode,
    isAtRest,
    canSave: hasContent || recorder.isOn || uploads.isBusy,
    tag,
    removeTag,
    ...visibility,
    ...exchange,
    focusText: () => text.current?.focus(),
    save,
    leave,
    /** Called for buttons, too; popups handle their own Escape. */
    leaveByKey(event: KeyboardEvent): void {
      focusMode.props.onKeyDown(event);
      const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
      if (event.key !== "Escape" || event.defaultPrevented || !isHere) return;
      event.preventDefault();
      leave();
    },
    /**
     * Handles keys that the editor would take: those of focus mode, and Backspace in an empty text, which removes the
     * tag.
     */
    takeKey(event: KeyboardEvent): void {
      focusMode.props.onKeyDownCapture(event);
      const isErasing = event.key === "Backspace" && isInText(event.target);
      if (!isErasing || event.nativeEvent.isComposing || tag.choice === null) return;
      if (text.current?.read() !== "") return;
      event.preventDefault();
      event.stopPropagation();
      removeTag();
    },
    typed(content: string): void {
      setHasText(content.trim() !== "");
      draft.keep();
      touch();
    },
  };
}

/** Creates a memo from text and files, and restores both if that fails. */
function useCreate(parts: {
  readonly draft: ReturnType<typeof useDraftText>;
  readonly files: ReturnType<typeof useComposerFiles>;
  readonly tag: DraftTag;
  readonly audience: ReturnType<typeof useNewVisibility>["audience"];
}) {
  const { draft, files, tag, audience } = parts;
  const actions = useMemoActions();
  return async (field: ComposerText, onSaved: (id: string) => void): Promise<void> => {
    const typed = field.read();
    const { choice } = tag;
    const content = choice === null ? typed : await tag.addTo(typed);
    const attachments = files.send();
    const id = draft.send(field, content);
    try {
      const memo = await actions.create({ id, content, ...audience, attachments });
      noteSaved(memo.id);
      draft.made(id, content);
    } catch (error) {
      const isFileGone = attachments.length > 0 && isNotFound(error);
      const why = isFileGone ? editorStrings.fileIsGone : describeRefusedAudience(error);
      useFeedback.getState().fail(editorStrings.notKept(why));
      files.failed(isFileGone);
      draft.failed(id, content, typed);
      tag.restore(choice);
      return;
    }
    onSaved(id);
    await files.made(attachments);
  };
}

/** Returns a function that saves once all files are attached. Does nothing if one of them couldn't be. */
function useAfterUploads({ list, isBusy }: Uploads, save: () => Promise<void>): () => void {
  const [isAsked, setIsAsked] = useState(false);
  const hasFailed = list.some(({ problem }) => problem !== null);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!isAsked || isBusy) return;
    setIsAsked(false);
    if (hasFailed) useFeedback.getState().fail(uploadStrings.notAllAttached);
    else void latest.current();
  }, [isAsked, isBusy, hasFailed]);
  return () => {
    if (!isBusy) return void latest.current();
    if (!isAsked) useFeedback.getState().say(editorStrings.savesSoon, null, "files");
    setIsAsked(true);
  };
}

function isNotFound(error: unknown): boolean {
  return findAppError(error)?.code === "NOT_FOUND" && !isSpaceRefused(error);
}

/** Returns the recorder, which a key or a command elsewhere may turn on. */
function useAskedRecorder() {
  const recorder = useRecorder();
  const { setOn } = recorder;
  const isAsked = useUi((state) => state.isRecordingAsked);
  useEffect(() => {
    if (!isAsked) return;
    setUi({ isRecordingAsked: false });
    setOn(true);
  }, [isAsked, setOn]);
  return recorder;
}

/** Blurs the field on a wheel event, so Space and Page Down scroll the page again. */
function useLetGoOnWheel(text: RefObject<ComposerText | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const letGo = (): void => text.current?.blur();
    window.addEventListener("wheel", letGo, { passive: true });
    return () => window.removeEventListener("wheel", letGo);
  }, [text, isOn]);
}

const idleHintMs = 2000;

/** True after two seconds without a key while there is something to save. */
function useIdleHint(hasText: boolean): [boolean, () => void] {
  const [isIdle, setIsIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const touch = (): void => {
    setIsIdle(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsIdle(true), idleHintMs);
  };
  return [isIdle && hasText, touch];
}
