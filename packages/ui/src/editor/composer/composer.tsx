import { history, historyKeymap } from "@codemirror/commands";
import { keymap, type EditorView } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import { AttachButton } from "../../attachments/attach-button.tsx";
import { AttachmentStrip } from "../../attachments/attachment-strip.tsx";
import { attachmentStrings } from "../../attachments/strings.ts";
import { useDraftFiles } from "../../attachments/use-attached.ts";
import { useFileDrop } from "../../attachments/use-file-drop.ts";
import { useUploads } from "../../attachments/use-uploads.ts";
import { findAppError } from "../../data/client.tsx";
import { useTags } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { focusFirstMemo } from "../../focus/focus-feed.ts";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { describeRefusedAudience, isSpaceRefused } from "../audience/audience.ts";
import { composerId } from "../../focus/focus-composer.ts";
import { FormatToolbar } from "../markdown/format-toolbar.tsx";
import { SavedNote } from "../kept/saved-note.tsx";
import { MarkdownEditor } from "../markdown/markdown-editor.tsx";
import { editorStrings } from "../strings.ts";
import { useDraft } from "./use-draft.ts";
import { joinTexts, useSentMemo } from "./use-sent-memo.ts";
import { useNewVisibility } from "../audience/use-new-visibility.ts";
import { VisibilitySelect } from "../audience/visibility-select.tsx";

const draftKey = "composer";
const idleHintMs = 2000;
const ownHistory = [history(), keymap.of(historyKeymap)];

const nothing: ReadonlySet<string> = new Set();

/**
 * Where a new memo is written. What is typed is kept as a draft from the first character, and what is
 * attached with it.
 */
export function Composer() {
  const view = useRef<EditorView | null>(null);
  const actions = useMemoActions();
  const tags = useTags().data ?? [];
  const fail = useFeedback((state) => state.fail);
  const [hasText, setHasText] = useState(false);
  const { audience, choose, makeDefault } = useNewVisibility();
  const [showsKeys, touch] = useIdleHint(hasText);
  const sent = useSentMemo(draftKey);
  const draft = useDraft(draftKey, (content) => void offer(content));
  /** Texts that are on their way to becoming memos: until they are, they belong to the draft. */
  const leavingTexts = useRef<readonly string[]>([]);
  const unsaved = (): string =>
    joinTexts(
      [...leavingTexts.current, view.current?.state.doc.toString() ?? ""].filter(
        (text) => text !== "",
      ),
    );
  const offer = async (content: string): Promise<void> => {
    const { offered, made } = await sent.found(content);
    if (view.current === null) return;
    // What was typed before the draft came wins.
    if (view.current.state.doc.length === 0 && offered !== "") replaceText(view.current, offered);
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
  const drop = useFileDrop(uploads.attach);
  const canSave = (hasText || files.length > 0) && !uploads.isBusy;

  const save = async (): Promise<void> => {
    const editor = view.current;
    const content = editor?.state.doc.toString() ?? "";
    if (editor === null || (content.trim() === "" && files.length === 0)) return;
    if (uploads.isBusy) {
      useFeedback.getState().say(attachmentStrings.waitForFiles);
      return;
    }
    const attachments = files.map((file) => file.id);
    setLeaving(new Set([...leaving, ...attachments]));
    // The editor is free for the next thought at once; a memo that was not kept comes back.
    leavingTexts.current = [...leavingTexts.current, content];
    replaceText(editor, "");
    editor.focus();
    const arrived = (): void => {
      leavingTexts.current = leavingTexts.current.filter((text) => text !== content);
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
      const since = view.current?.state.doc.toString() ?? "";
      const restored = since === "" ? content : `${content}\n\n${since}`;
      if (view.current !== null) replaceText(view.current, restored);
      void draft.keepNow(view.current === null ? restored : unsaved());
      return;
    }
    if (attachments.length === 0) return;
    await draftFiles
      .change((now) => now.filter((file) => !attachments.includes(file.id)))
      // They are the memo's now: when the draft is read again, the host leaves them out.
      .catch(() => undefined);
  };

  return (
    <section
      id={composerId}
      aria-label={editorStrings.newMemo}
      data-drop={drop.isOver || undefined}
      {...drop.handlers}
      className="mt-1 rounded-card border border-border bg-surface transition-colors duration-[120ms] focus-within:border-border-strong data-[drop]:border-accent data-[drop]:bg-accent-soft"
    >
      <div
        className="cursor-text px-4 pt-3"
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          view.current?.focus();
        }}
      >
        <MarkdownEditor
          label={editorStrings.newMemo}
          placeholder={editorStrings.placeholder}
          content=""
          extensions={ownHistory}
          view={view}
          offeredTags={tags}
          onSubmit={() => void save()}
          onLeave={() => {
            if (!focusFirstMemo()) view.current?.contentDOM.blur();
          }}
          onChange={(editor) => {
            const content = editor.state.doc.toString();
            setHasText(content.trim() !== "");
            draft.keep(unsaved());
            touch();
          }}
          onReady={(editor) => {
            if (document.activeElement === document.body) editor.focus();
          }}
        />
        <AttachmentStrip
          files={files}
          uploads={uploads}
          change={draftFiles.change}
          onEmptied={() => view.current?.focus()}
        />
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 px-2.5 pt-1 pb-2">
        <FormatToolbar view={view} />
        <AttachButton attach={uploads.attach} onChosen={() => view.current?.focus()} />
        <div className="ms-auto flex items-center gap-2">
          {makeDefault !== null && (
            <button
              type="button"
              className="min-h-6 rounded-control text-small font-medium text-accent underline hover:text-accent-hover"
              onClick={() => {
                makeDefault();
                view.current?.focus();
              }}
            >
              {editorStrings.makeDefault}
            </button>
          )}
          {showsKeys && makeDefault === null && (
            <span aria-hidden className="text-meta text-text-3 max-rail:hidden">
              {editorStrings.saveKeys}
            </span>
          )}
          <SavedNote source={draft.kept} hasWords={hasText} words={editorStrings.draftSaved} />
          <VisibilitySelect
            memoId={null}
            value={{ space: null, ...audience, spaceTitle: null }}
            choose={choose}
          />
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
      </div>
    </section>
  );
}

function replaceText(view: EditorView, content: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: content },
    selection: { anchor: content.length },
  });
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
