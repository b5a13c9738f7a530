import { Suspense } from "react";
import { useLanguage } from "../../language/language.ts";
import { composerId } from "../../focus/focus-composer.ts";
import { lazyComponent } from "../../lazy/lazy-component.ts";
import { OpenedOnce } from "../../lazy/opened-once.tsx";
import { editorStrings } from "../strings.ts";
import { ComposerField } from "./composer-field.tsx";
import { ComposerTools } from "./composer-tools.tsx";
import { type ComposerProps, useComposer } from "./use-composer.ts";

const AttachmentStrip = lazyComponent(
  async () => (await import("../../attachments/uploads/attachment-strip.tsx")).AttachmentStrip,
);
const DraftTagChip = lazyComponent(async () => (await import("./draft-tag-chip.tsx")).DraftTagChip);

/** Field for a new memo. Saves its text as a draft from the first character, with its attachments. */
export function Composer(props: ComposerProps) {
  useLanguage();
  const composer = useComposer(props);
  const { files, drop, focusMode, isAtRest, focusText, tag } = composer;
  return (
    <section
      id={props.id ?? composerId}
      aria-label={editorStrings.newMemo}
      data-drop={drop.isOver || undefined}
      data-rest={isAtRest || undefined}
      data-keep-clear
      {...drop.handlers}
      {...composer.focus}
      {...focusMode.props}
      onKeyDown={composer.leaveByKey}
      onKeyDownCapture={composer.takeKey}
      className="composer"
    >
      <div
        className="composer-text"
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          focusText();
        }}
      >
        <ComposerField
          editor={composer.isEditor ? composer.parts : null}
          composition={composer.composition}
          text={composer.text}
          view={composer.view}
          assist={composer.assist}
          onSubmit={composer.save}
          onLeave={composer.leave}
          onChange={composer.typed}
        />
        <OpenedOnce isOpen={files.files.length + files.uploads.list.length > 0}>
          <AttachmentStrip
            files={files.files}
            uploads={files.uploads}
            change={files.change}
            onEmptied={focusText}
          />
        </OpenedOnce>
        {tag.choice !== null && !isAtRest && (
          <Suspense>
            <DraftTagChip choice={tag.choice} remove={composer.removeTag} />
          </Suspense>
        )}
      </div>
      <ComposerTools composer={composer} />
    </section>
  );
}
