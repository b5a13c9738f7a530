import { keymap, type EditorView } from "@codemirror/view";
import type { MemoView } from "@tidemark/core/router";
import { useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { yCollab, yUndoManagerKeymap } from "y-codemirror.next";
import { setUi, useUi } from "../../state/ui-state.ts";
import { AttachButton } from "../../attachments/attach-button.tsx";
import { AttachmentStrip } from "../../attachments/attachment-strip.tsx";
import { useMemoFiles } from "../../attachments/use-attached.ts";
import { useFileDrop } from "../../attachments/use-file-drop.ts";
import { describeError, isUnanswered, useClient, type TidemarkClient } from "../../data/client.tsx";
import { useHost } from "../../data/host-connection.ts";
import { findShownMemo, refreshMemos, showMemo } from "../../data/memo-cache.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { focusMemo } from "../../focus/focus-memo.ts";
import { TypingNote } from "../carets/typing-note.tsx";
import { useOtherEditors } from "../carets/use-other-editors.ts";
import { useAssist } from "../completion/use-assist.ts";
import { FocusButton } from "../focus-mode/focus-button.tsx";
import { useFocusMode } from "../focus-mode/use-focus-mode.ts";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { FormatToolbar } from "../markdown/format-toolbar.tsx";
import { SavedNote } from "../kept/saved-note.tsx";
import { RecordButton } from "../recording/record-button.tsx";
import { RecordingStrip } from "../recording/recording-strip.tsx";
import { useRecorder } from "../recording/use-recorder.ts";
import { MarkdownEditor } from "../markdown/markdown-editor.tsx";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";
import { writeInto } from "./write-into.ts";
import { openAtPlace } from "./open-at.ts";
import { isolateUndo } from "./isolate-undo.ts";
import { keepClear } from "./scroller.ts";
import { sayKeptHere } from "./say-kept-here.ts";
import { showWhereItWent } from "./show-where-it-went.ts";
import { openTextSession, type TextSession, type TextTransport } from "./text-session.ts";
import { useKeptUploads } from "./use-kept-uploads.ts";
import { VisibilitySelect } from "../audience/visibility-select.tsx";

/** Edits a memo in its card, on the live document: nothing to save, nothing to lose. */
export function InlineEditor(props: {
  readonly memo: MemoView;
  /** On its own page, whose bar says who sees the memo. */
  readonly isOnPage?: boolean;
  /** What stands there until the text is open. */
  readonly children: ReactNode;
}) {
  useLanguage();
  const { memo } = props;
  const client = useClient();
  const queries = useQueryClient();
  const actions = useMemoActions();
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
    // What is recorded stands in the text first.
    if (recorder.submit()) return;
    setUi({ editingId: null });
    // Runs once React has rendered the text where the editor was.
    requestAnimationFrame(() => focusMemo(memo.id));
  };
  /** Out of focus mode first. */
  const stepBack = (): void => {
    if (!focusMode.leave()) leave();
  };
  const canDiscard = useCanUndo(session);
  /** Takes back what was typed here since the editor opened; what came from elsewhere stays. */
  const discard = (): void => {
    if (session === null) return;
    const { text, undoManager } = session;
    const content = text.toString();
    while (undoManager.canUndo()) undoManager.undo();
    leave();
    useFeedback.getState().say(editorStrings.discarded, async () => {
      try {
        const patch = { content };
        showMemo(queries, memo.id, await client.memos.update.mutate({ id: memo.id, patch }));
      } catch (error) {
        useFeedback.getState().fail(describeError(error));
      }
    });
  };
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
      <div
        data-keep-clear
        className="inline-tools -mx-1.5 mt-2 flex min-h-9 flex-wrap items-center gap-x-0.5 gap-y-1"
      >
        {recorder.isOn && (
          <RecordingStrip
            recorder={recorder}
            view={view}
            files={memo.attachments}
            uploads={uploads}
            submit={leave}
          />
        )}
        <TypingNote others={others} />
        <FormatToolbar view={view} />
        <AttachButton attach={uploads.attach} onChosen={() => view.current?.focus()} />
        <RecordButton recorder={recorder} />
        <FocusButton mode={focusMode} />
        <div className="ms-auto flex items-center gap-1.5 ps-1">
          <SavedNote source={session.kept} hasWords={canDiscard} words={editorStrings.saved} />
          {!focusMode.isOn && props.isOnPage !== true && (
            <VisibilitySelect
              memoId={memo.id}
              value={memo}
              choose={(audience) => actions.setVisibility(memo, audience)}
            />
          )}
          {canDiscard && (
            <button
              type="button"
              className="icon-button"
              aria-label={editorStrings.discard}
              title={editorStrings.discard}
              onClick={discard}
            >
              <Undo2 size={16} strokeWidth={1.75} aria-hidden />
            </button>
          )}
          <button type="button" className="button" onClick={leave}>
            {editorStrings.done}
          </button>
        </div>
      </div>
    </div>
  );
}

/** Whether there is typed text here that was not undone. */
function useCanUndo(session: TextSession | null): boolean {
  const [canUndo, setCanUndo] = useState(false);
  useEffect(() => {
    if (session === null) return;
    const { undoManager } = session;
    const update = (): void => setCanUndo(undoManager.canUndo());
    update();
    undoManager.on("stack-item-added", update);
    undoManager.on("stack-item-popped", update);
    return () => {
      undoManager.off("stack-item-added", update);
      undoManager.off("stack-item-popped", update);
    };
  }, [session]);
  return canUndo;
}

type KeyedSession = TextSession & { readonly key: number };

const remoteNoticeMs = 6000;

/** The session of a memo for as long as it is edited; a new one when its text was replaced. */
function useTextSession(id: string): {
  readonly session: KeyedSession | null;
  readonly hasRemoteEdit: boolean;
} {
  const client = useClient();
  const host = useHost();
  const queries = useQueryClient();
  const [session, setSession] = useState<KeyedSession | null>(null);
  const [generation, setGeneration] = useState(0);
  const [hasRemoteEdit, setHasRemoteEdit] = useState(false);

  useEffect(() => {
    const feedback = useFeedback.getState();
    let opened: TextSession | null = null;
    let isGone = false;
    let noticeTimer: ReturnType<typeof setTimeout> | undefined;
    const close = async (closing: TextSession, wasTaken: boolean): Promise<void> => {
      const content = await closing.close();
      if (closing.kept.state !== "kept" && host.state !== "up") sayKeptHere(closing.kept);
      if (wasTaken) await showWhereItWent(client, queries, id, content);
      const shown = findShownMemo(queries, id);
      // The card shows the last word at once; what is derived from it follows with the change.
      if (shown !== null && shown.content !== content) showMemo(queries, id, { ...shown, content });
      await refreshMemos(queries, client, [id]);
    };
    // With its grammar from the first frame: no line moves under whoever looks at one.
    const grammar = import("../markdown/markdown-language.ts").catch(() => undefined);
    const opening = openTextSession(textTransport(client, id), {
      onRemoteEdit() {
        setHasRemoteEdit(true);
        clearTimeout(noticeTimer);
        noticeTimer = setTimeout(() => setHasRemoteEdit(false), remoteNoticeMs);
      },
      onReplaced() {
        feedback.say(editorStrings.replaced);
        setGeneration((before) => before + 1);
      },
      // The sync pill already says that the host is away.
      onSendFailed(error) {
        if (!isUnanswered(error)) feedback.fail(editorStrings.notSent(describeError(error)));
      },
    });
    opening.then(
      async (made) => {
        await grammar;
        if (isGone) {
          void made.close();
          return;
        }
        opened = made;
        setSession({ ...made, key: generation });
      },
      (error: unknown) => {
        feedback.fail(editorStrings.openFailed(describeError(error)));
        if (useUi.getState().editingId === id) setUi({ editingId: null });
      },
    );
    return () => {
      isGone = true;
      clearTimeout(noticeTimer);
      // Whoever leaves the editor says so first: else its memo left the list under it.
      if (opened !== null) void close(opened, useUi.getState().editingId === id);
    };
  }, [client, host, queries, id, generation]);
  return { session, hasRemoteEdit };
}

function textTransport(client: TidemarkClient, id: string): TextTransport {
  return {
    open: () => client.text.open.query({ id }),
    async push(edit) {
      await client.text.push.mutate({ id, ...edit });
    },
    watch(has, onChange, onOthers) {
      const subscription = client.text.watch.subscribe(
        { id, ...has, carets: true },
        {
          onData(news) {
            if ("others" in news) onOthers(news.others);
            else onChange(news);
          },
          // The link opens a broken subscription again: what came since the session began comes again.
          onError: () => undefined,
        },
      );
      return () => subscription.unsubscribe();
    },
    moveCaret(move) {
      // What is lost is renewed soon.
      client.text.moveCaret.mutate({ memo: id, ...move }).catch(() => undefined);
    },
  };
}
