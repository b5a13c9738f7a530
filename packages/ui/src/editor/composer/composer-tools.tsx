import { Suspense } from "react";
import { AttachButton } from "../../attachments/uploads/attach-button.tsx";
import { useLanguage } from "../../language/language.ts";
import { lazyComponent } from "../../lazy/lazy-component.ts";
import { SavedNote } from "../kept/saved-note.tsx";
import { editorStrings } from "../strings.ts";
import type { ComposerModel } from "./use-composer.ts";

const RecordButton = lazyComponent(
  async () => (await import("../recording/record-button.tsx")).RecordButton,
);

interface ToolsProps {
  readonly composer: ComposerModel;
}

/** Row under the text, with tools to add content and to save the memo. */
export function ComposerTools({ composer }: ToolsProps) {
  useLanguage();
  const { parts, view, files, recorder, isAtRest } = composer;
  return (
    <div className="composer-tools">
      {recorder.isOn && parts !== null && (
        <parts.RecordingStrip
          recorder={recorder}
          view={view}
          files={files.files}
          uploads={files.uploads}
          submit={composer.save}
        />
      )}
      {isAtRest ? (
        <kbd aria-hidden className="me-2 text-meta text-text-3 max-rail:hidden">
          {editorStrings.newMemoKeys}
        </kbd>
      ) : (
        parts !== null && <parts.FormatToolbar view={view} />
      )}
      <AttachButton attach={files.uploads.attach} onChosen={composer.focusText} />
      <Suspense fallback={<span className="size-7" />}>
        <RecordButton recorder={recorder} />
      </Suspense>
      {!isAtRest && (
        <>
          {parts !== null && <parts.FocusButton mode={composer.focusMode} />}
          <SaveRow composer={composer} />
        </>
      )}
    </div>
  );
}

function SaveRow({ composer }: ToolsProps) {
  useLanguage();
  const { parts, makeDefault, audience } = composer;
  return (
    <div className="ms-auto flex grow items-center justify-end gap-2">
      {makeDefault !== null && (
        <button
          type="button"
          className="min-h-6 rounded-control text-small font-medium text-accent underline hover:text-accent-hover"
          onClick={() => {
            makeDefault();
            composer.focusText();
          }}
        >
          {editorStrings.makeDefault}
        </button>
      )}
      {composer.showsKeys && makeDefault === null && (
        <span aria-hidden className="save-keys text-meta text-text-3 max-rail:hidden">
          {editorStrings.saveKeys}
        </span>
      )}
      <SavedNote
        source={composer.draft.kept}
        hasWords={composer.hasText}
        words={editorStrings.draftSaved}
      />
      {parts !== null && !composer.focusMode.isOn && (
        <parts.VisibilitySelect
          memoId={null}
          value={{ space: null, ...audience, spaceTitle: null }}
          choose={composer.choose}
        />
      )}
      <button
        type="button"
        className="button button-primary"
        disabled={!composer.canSave}
        title={editorStrings.saveKeys}
        onClick={composer.save}
      >
        {editorStrings.save}
      </button>
    </div>
  );
}
