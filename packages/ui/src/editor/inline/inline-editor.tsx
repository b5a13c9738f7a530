import { isolateHistory } from "@codemirror/commands";
import { keymap, type EditorView } from "@codemirror/view";
import type { MemoView } from "@tidemark/core/router";
import { useRef, type ReactNode } from "react";
import { yCollab, yUndoManagerKeymap } from "y-codemirror.next";
import { setUi } from "../../state/ui-state.ts";
import { AttachmentStrip } from "../../attachments/uploads/attachment-strip.tsx";
import { placeWords } from "../../attachments/transcript/place-words.ts";
import { useMemoFiles } from "../../attachments/use-attached.ts";
import { useFileDrop } from "../../attachments/use-file-drop.ts";
import { focusMemo } from "../../focus/focus-memo.ts";
import { useOtherEditors } from "../carets/use-other-editors.ts";
import { useAssist } from "../completion/use-assist.ts";
import { pasteAsMarkdown } from "../paste/paste-markdown.ts";
import { useFocusMode } from "../focus-mode/use-focus-mode.ts";
import { useRecorder } from "../recording/use-recorder.ts";
import { MarkdownEditor } from "../markdown/markdown-editor.tsx";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";
import { InlineTools } from "./inline-tools.tsx";
import { openAtPlace } from "./open-at.ts";
import { isolateUndo } from "./isolate-undo.ts";
import { keepClear } from "./scroller.ts";
import { useDiscard } from "./use-discard.ts";
import { useKeptUploads } from "./use-kept-uploads.ts";
import { useTextSession } from "./use-text-session.ts";

/** Edits a memo in its card, on the live document, without a save step. */
export function InlineEditor(props: {
  readonly memo: MemoView;
  /** Set on the memo's own page, whose bar shows the audience. */
  readonly isOnPage?: boolean;
  /** Shown until the text is open. */
  readonly children: ReactNode;
}) {
  useLanguage();
  const { memo } = props;
  const view = useRef<EditorView | null>(null);
  const { session, hasRemoteEdit } = useTextSession(memo.id);
  const { others, carets, areTyping } = useOtherEditors(session);
  const changeFiles = useMemoFiles(memo.id);
  const uploads = useKeptUploads(changeFiles);
  const recorder = useRecorder();
  const assist = useAssist(memo.id, uploads, recorder.setOn);
  const drop = useFileDrop(uploads.attach);
  const focusMode = useFocusMode(() => view.current?.focus());

  const leave = (): void => {
    // Inserts a running recording into the text first.
    if (recorder.submit()) return;
    setUi({ editingId: null });
    // Runs once React has rendered the text where the editor was.
    requestAnimationFrame(() => focusMemo(memo.id));
  };
  /** Leaves focus mode first. */
  const stepBack = (): void => {
    if (!focusMode.leave()) leave();
  };
  const { canDiscard, discard } = useDiscard(memo.id, session);
  if (session === null) return props.children;
  return (
    <div
      data-drop={drop.isOver || undefined}
      {...drop.handlers}
      {...focusMode.props}
      className="inline-editor -mx-2 rounded-control px-2 data-[drop]:bg-accent-soft data-[drop]:outline-2 data-[drop]:outline-accent"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing)
          return;
        event.preventDefault();
        stepBack();
      }}
      onBlur={() => void session.flush()}
    >
      <MarkdownEditor
        key={session.key}
        label={editorStrings.editMemo}
        content={session.text.toString()}
        extensions={[
          isolateUndo(
            session.undoManager,
            yCollab(session.text, null, { undoManager: session.undoManager }),
          ),
          carets,
          keymap.of(yUndoManagerKeymap),
          keepClear,
          pasteAsMarkdown,
        ]}
        view={view}
        assist={assist}
        onSubmit={leave}
        onLeave={stepBack}
        onReady={openAtPlace}
      />
      <AttachmentStrip
        files={memo.attachments}
        uploads={uploads}
        change={changeFiles}
        onEmptied={() => view.current?.focus()}
        writeHere={(to, words) =>
          to.memo === memo.id && writeInto(view.current, to.attachment, words)
        }
      />
      {hasRemoteEdit && !areTyping && (
        <p role="status" className="mt-1 text-meta text-info">
          {editorStrings.changedElsewhere}
        </p>
      )}
      <InlineTools
        {...{ memo, view, uploads, recorder, others, focusMode, canDiscard, leave }}
        kept={session.kept}
        hasAudience={props.isOnPage !== true}
        discard={() => {
          discard();
          leave();
        }}
      />
    </div>
  );
}

/**
 * Inserts the transcript of a recording into an open text in one undo step, without moving the caret. Returns
 * false if the text is no longer open.
 */
function writeInto(view: EditorView | null, attachment: string, words: string): boolean {
  if (view === null || !view.dom.isConnected) return false;
  const { at, insert } = placeWords(view.state.doc.toString(), attachment, words);
  const changes = view.state.changes({ from: at, insert });
  view.dispatch({
    changes,
    selection: view.state.selection.map(changes, -1),
    userEvent: "input.paste",
    annotations: isolateHistory.of("full"),
  });
  return true;
}
