import type { EditorView } from "@codemirror/view";
import type { MemoView } from "@tidemark/core/router";
import { Undo2 } from "lucide-react";
import type { RefObject } from "react";
import { AttachButton } from "../../attachments/uploads/attach-button.tsx";
import type { Uploads } from "../../attachments/uploads/use-uploads.ts";
import { useLanguage } from "../../language/language.ts";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { VisibilitySelect } from "../audience/visibility-select.tsx";
import type { OtherEditor } from "@tidemark/core/carets";
import { TypingNote } from "../carets/typing-note.tsx";
import { FocusButton } from "../focus-mode/focus-button.tsx";
import type { FocusMode } from "../focus-mode/use-focus-mode.ts";
import { SavedNote, type SavedSource } from "../kept/saved-note.tsx";
import { FormatToolbar } from "../markdown/format-toolbar.tsx";
import { RecordButton } from "../recording/record-button.tsx";
import { RecordingStrip } from "../recording/recording-strip.tsx";
import type { Recorder } from "../recording/use-recorder.ts";
import { editorStrings } from "../strings.ts";

interface InlineToolsProps {
  readonly memo: MemoView;
  readonly view: RefObject<EditorView | null>;
  readonly uploads: Uploads;
  readonly recorder: Recorder;
  readonly others: readonly OtherEditor[];
  readonly focusMode: FocusMode;
  readonly kept: SavedSource;
  readonly hasAudience: boolean;
  readonly canDiscard: boolean;
  discard(): void;
  leave(): void;
}

/** Row under a memo that is edited, with tools to add content and to end editing. */
export function InlineTools(props: InlineToolsProps) {
  useLanguage();
  const { memo, view, uploads, recorder, focusMode, canDiscard, leave } = props;
  const actions = useMemoActions();
  return (
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
      <TypingNote others={props.others} />
      <FormatToolbar view={view} />
      <AttachButton attach={uploads.attach} onChosen={() => view.current?.focus()} />
      <RecordButton recorder={recorder} />
      <FocusButton mode={focusMode} />
      <div className="ms-auto flex items-center gap-1.5 ps-1">
        <SavedNote source={props.kept} hasWords={canDiscard} words={editorStrings.saved} />
        {!focusMode.isOn && props.hasAudience && (
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
            onClick={props.discard}
          >
            <Undo2 size={16} strokeWidth={1.75} aria-hidden />
          </button>
        )}
        <button type="button" className="button" onClick={leave}>
          {editorStrings.done}
        </button>
      </div>
    </div>
  );
}
