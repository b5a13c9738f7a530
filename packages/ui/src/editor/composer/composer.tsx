import type { EditorView } from "@codemirror/view";
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { AttachButton } from "../../attachments/attach-button.tsx";
import { useLanguage } from "../../language/language.ts";
import { attachmentStrings } from "../../attachments/strings.ts";
import { useDraftFiles } from "../../attachments/use-attached.ts";
import { composerDraft } from "../composer-draft.ts";
import { useFileDrop } from "../../attachments/use-file-drop.ts";
import { useUploads } from "../../attachments/use-uploads.ts";
import { lazyPart } from "../../lazy/lazy-part.ts";
import { OpenedOnce } from "../../lazy/opened-once.tsx";
import { findAppError } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { focusEmptyMessage, focusFirstMemo } from "../../focus/focus-feed.ts";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { describeRefusedAudience, isSpaceRefused } from "../../memo/refused-audience.ts";
import { composerId } from "../../focus/focus-composer.ts";
import { useAssist } from "../completion/use-assist.ts";
import { FocusButton } from "../focus-mode/focus-button.tsx";
import { useFocusMode } from "../focus-mode/use-focus-mode.ts";
import { SavedNote } from "../kept/saved-note.tsx";
import { useRecorder } from "../recording/use-recorder.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { editorStrings } from "../strings.ts";
import { ComposerField } from "./composer-field.tsx";
import type { ComposerText } from "./composer-text.ts";
import { type FoundWhere, useDraft } from "./use-draft.ts";
import { useEditorExchange } from "./use-editor-exchange.ts";
import { useFocusWithin } from "./use-focus-within.ts";
import { joinTexts, useSentMemo } from "./use-sent-memo.ts";
import { useNewVisibility } from "../audience/use-new-visibility.ts";

const AttachmentStrip = lazyPart(
  async () => (await import("../../attachments/attachment-strip.tsx")).AttachmentStrip,
);

const RecordButton = lazyPart(
  async () => (await import("../recording/record-button.tsx")).RecordButton,
);

const idleHintMs = 2000;

const nothing: ReadonlySet<string> = new Set();

/** What a composer can be asked for from outside. */
export interface ComposerHandle {
  readonly isEmpty: boolean;
  save(): void;
}

interface ComposerProps {
  /** What its draft is kept under: two composers that share one would overwrite each other. */
  readonly draftKey?: string;
  readonly ref?: Ref<ComposerHandle>;
  /** What was written is this memo now. */
  onSaved?(id: string): void;
  /** Esc, when it closes nothing else. */
  onLeave?(): void;
}

/**
 * Where a new memo is written. What is typed is kept as a draft from the first character, and what is
 * attached with it.
 */
export function Composer({ draftKey = composerDraft, ref, onSaved, onLeave }: ComposerProps) {
  useLanguage();
  const text = useRef<ComposerText | null>(null);
  const view = useRef<EditorView | null>(null);
  const actions = useMemoActions();
  const fail = useFeedback((state) => state.fail);
  const [hasText, setHasText] = useState(false);
  const { audience, choose, makeDefault } = useNewVisibility();
  const [showsKeys, touch] = useIdleHint(hasText);
  const sent = useSentMemo(draftKey);
  const draft = useDraft(draftKey, (content, where) => void offer(content, where));
  /** Texts that are on their way to becoming memos: until they are, they belong to the draft. */
  const leavingTexts = useRef<readonly string[]>([]);
  const unsaved = (): string =>
    joinTexts([...leavingTexts.current, text.current?.read() ?? ""].filter((each) => each !== ""));
  const offer = async (content: string, where: FoundWhere): Promise<void> => {
    const { offered, made } = await sent.found(content, where);
    if (text.current === null) return;
    // What was typed before the draft came wins.
    if (text.current.read() === "" && offered !== "") text.current.replace(offered);
    if (made.length > 0) await letGo(made);
  };
  /** What became of these texts is known once the draft is stored without them. */
  const letGo = async (made: readonly string[]): Promise<void> => {
    await draft.keepNow(unsaved());
    sent.made(made);
  };

  const draftFiles = useDraftFiles(draftKey);
  /** Files of memos that are being saved: they leave the draft when that is done. */
  const [leaving, setLeaving] = useState(nothing);
  const files = draftFiles.files.filter((file) => !leaving.has(file.id));
  const uploads = useUploads((file) => draftFiles.change((now) => [...now, file]));
  const recorder = useRecorder();
  const { setOn: setRecorder } = recorder;
  const isRecordingAsked = useUi((state) => state.isRecordingAsked);
  useEffect(() => {
    if (!isRecordingAsked) return;
    setUi({ isRecordingAsked: false });
    setRecorder(true);
  }, [isRecordingAsked, setRecorder]);
  const assist = useAssist(null, uploads, recorder.setOn);
  const drop = useFileDrop(uploads.attach);
  const { isIn, ...focus } = useFocusWithin();
  const focusMode = useFocusMode(() => text.current?.focus());
  const isEmpty = !hasText && files.length === 0 && !uploads.isBusy && makeDefault === null;
  const isAtRest = isEmpty && !isIn && !focusMode.isOn && !recorder.isOn;
  const { parts, isEditor, composition } = useEditorExchange(!isAtRest);
  useLetGoOnWheel(text, isIn && !hasText && !focusMode.isOn);
  const canSave = (hasText || files.length > 0 || recorder.isOn) && !uploads.isBusy;

  const save = async (): Promise<void> => {
    if (recorder.submit()) return;
    const field = text.current;
    const content = field?.read() ?? "";
    if (field === null || (content.trim() === "" && files.length === 0)) return;
    if (uploads.isBusy) {
      useFeedback.getState().say(attachmentStrings.waitForFiles);
      return;
    }
    focusMode.leave();
    const attachments = files.map((file) => file.id);
    setLeaving(new Set([...leaving, ...attachments]));
    // The field is free for the next thought at once; a memo that was not kept comes back.
    leavingTexts.current = [...leavingTexts.current, content];
    field.replace("");
    field.focus();
    const arrived = (): void => {
      leavingTexts.current = leavingTexts.current.filter((each) => each !== content);
    };
    const id = sent.send(content);
    try {
      await actions.create({ id, content, ...audience, attachments });
      arrived();
      void letGo([id]);
    } catch (error) {
      arrived();
      // Also when the creation was refused: the memo may exist all the same.
      sent.failed({ id, content });
      const isFileGone =
        attachments.length > 0 &&
        findAppError(error)?.code === "NOT_FOUND" &&
        !isSpaceRefused(error);
      const why = isFileGone ? editorStrings.fileIsGone : describeRefusedAudience(error);
      fail(editorStrings.notKept(why));
      setLeaving(nothing);
      if (isFileGone) draftFiles.refresh();
      const since = text.current?.read() ?? "";
      const restored = since === "" ? content : `${content}\n\n${since}`;
      text.current?.replace(restored);
      void draft.keepNow(text.current === null ? restored : unsaved());
      return;
    }
    onSaved?.(id);
    if (attachments.length === 0) return;
    await draftFiles
      .change((now) => now.filter((file) => !attachments.includes(file.id)))
      // They are the memo's now: when the draft is read again, the host leaves them out.
      .catch(() => undefined);
  };

  useImperativeHandle(ref, () => ({ isEmpty: isEmpty && !recorder.isOn, save: () => void save() }));

  const leave = (): void => {
    if (focusMode.leave()) return;
    if (onLeave !== undefined) onLeave();
    else if (!focusFirstMemo() && !focusEmptyMessage()) text.current?.blur();
  };
  /** From a button too: what opens from one has an Escape of its own. */
  const leaveByKey = (event: KeyboardEvent): void => {
    focusMode.props.onKeyDown(event);
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || !isHere) return;
    event.preventDefault();
    leave();
  };

  return (
    <section
      id={composerId}
      aria-label={editorStrings.newMemo}
      data-drop={drop.isOver || undefined}
      data-rest={isAtRest || undefined}
      data-keep-clear
      {...drop.handlers}
      {...focus}
      {...focusMode.props}
      onKeyDown={leaveByKey}
      className="composer"
    >
      <div
        className="composer-text"
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          text.current?.focus();
        }}
      >
        <ComposerField
          editor={isEditor ? parts : null}
          composition={composition}
          text={text}
          view={view}
          assist={assist}
          onSubmit={() => void save()}
          onLeave={leave}
          onChange={(content) => {
            setHasText(content.trim() !== "");
            draft.keep(unsaved());
            touch();
          }}
        />
        <OpenedOnce isOpen={files.length + uploads.list.length > 0}>
          <AttachmentStrip
            files={files}
            uploads={uploads}
            change={draftFiles.change}
            onEmptied={() => text.current?.focus()}
          />
        </OpenedOnce>
      </div>
      <div className="composer-tools">
        {recorder.isOn && parts !== null && (
          <parts.RecordingStrip
            recorder={recorder}
            view={view}
            files={files}
            uploads={uploads}
            submit={() => void save()}
          />
        )}
        {isAtRest ? (
          <kbd aria-hidden className="me-2 text-meta text-text-3 max-rail:hidden">
            {editorStrings.newMemoKeys}
          </kbd>
        ) : (
          parts !== null && <parts.FormatToolbar view={view} />
        )}
        <AttachButton attach={uploads.attach} onChosen={() => text.current?.focus()} />
        <Suspense fallback={<span className="size-7" />}>
          <RecordButton recorder={recorder} />
        </Suspense>
        {!isAtRest && <FocusButton mode={focusMode} />}
        {!isAtRest && (
          <div className="ms-auto flex grow items-center justify-end gap-2">
            {makeDefault !== null && (
              <button
                type="button"
                className="min-h-6 rounded-control text-small font-medium text-accent underline hover:text-accent-hover"
                onClick={() => {
                  makeDefault();
                  text.current?.focus();
                }}
              >
                {editorStrings.makeDefault}
              </button>
            )}
            {showsKeys && makeDefault === null && (
              <span aria-hidden className="save-keys text-meta text-text-3 max-rail:hidden">
                {editorStrings.saveKeys}
              </span>
            )}
            <SavedNote source={draft.kept} hasWords={hasText} words={editorStrings.draftSaved} />
            {parts !== null && !focusMode.isOn && (
              <parts.VisibilitySelect
                memoId={null}
                value={{ space: null, ...audience, spaceTitle: null }}
                choose={choose}
              />
            )}
            <button
              type="button"
              className="button button-primary"
              disabled={!canSave}
              title={editorStrings.saveKeys}
              onClick={() => void save()}
            >
              {editorStrings.save}
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

/** Who scrolls wants to read: Space and Page Down are the page's again. */
function useLetGoOnWheel(text: RefObject<ComposerText | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const letGo = (): void => text.current?.blur();
    window.addEventListener("wheel", letGo, { passive: true });
    return () => window.removeEventListener("wheel", letGo);
  }, [text, isOn]);
}

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
