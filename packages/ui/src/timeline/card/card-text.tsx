import type { MemoView } from "@tidemark/core/router";
import { useLayoutEffect, useMemo, useRef, useState, type FocusEvent, Suspense } from "react";
import { flushSync } from "react-dom";
import { lazyComponent } from "../../lazy/lazy-component.ts";
import { useLanguage, writtenAs } from "../../language/language.ts";
import { beginEdit } from "../../memo/begin-edit.ts";
import { countWords } from "../../memo/count-words.ts";
import { toggleWhole } from "../../state/toggle-whole.ts";
import { useListLayout } from "../../state/list-layout.ts";
import { useUi } from "../../state/ui-state.ts";
import { timelineStrings } from "../strings.ts";
import { beginning, longLength } from "./beginning.ts";
import { FilesPlace } from "./files-place.tsx";
import { MemoBody } from "./memo-body.tsx";

const AttachmentGrid = lazyComponent(
  async () => (await import("../../attachments/attachment-grid.tsx")).AttachmentGrid,
);

interface CardTextProps {
  readonly memo: MemoView;
  /** True if the card shows one line while it isn't expanded. */
  readonly isLine: boolean;
  readonly terms: readonly string[];
  onToggleTask(index: number, checked: boolean): void;
  onTag(tag: string): void;
}

/**
 * Height in pixels above which a text is clamped. Clamped texts are 420 px high, compact ones 240 px
 * (memo-card.css).
 */
const tallFrom = { comfortable: 520, compact: 300, line: 520 };

/** Text and files of a memo. A long text is clamped until the user expands it. */
export function CardText({ memo, isLine, terms, onToggleTask, onTag }: CardTextProps) {
  useLanguage();
  const { id, content } = memo;
  const isOwn = memo.author === null && memo.deletedMs === null;
  const isWhole = useUi((state) => state.wholeIds.has(id));
  const tall = useListLayout((state) => tallFrom[state.density]);
  const box = useRef<HTMLDivElement>(null);
  const [isTall, setIsTall] = useState(false);
  const hasMore = content.length > longLength;
  const isLong = hasMore || isTall || isLine;
  const isClamped = isLong && !isWhole;

  useLayoutEffect(() => {
    const body = box.current?.firstElementChild ?? null;
    if (body === null) return;
    const measure = (): void => setIsTall(body.getBoundingClientRect().height > tall);
    measure();
    // Pictures and formulas change the height when they load.
    const observer = new ResizeObserver(measure);
    observer.observe(body);
    return () => observer.disconnect();
  }, [tall]);

  /** Expands a clamped text when Tab or a link focuses an element below the cut. */
  const reveal = ({ target }: FocusEvent<HTMLElement>): void => {
    const edge = box.current?.getBoundingClientRect().bottom ?? 0;
    if (isClamped && target.getBoundingClientRect().bottom > edge) flushSync(() => toggleWhole(id));
  };

  return (
    <>
      <div
        ref={box}
        className="card-text"
        data-clamped={isClamped || undefined}
        data-whole={(isLong && isWhole) || undefined}
        onFocus={isClamped ? reveal : undefined}
      >
        <MemoBody
          id={id}
          content={hasMore && !isWhole ? beginning(content) : content}
          updatedMs={memo.updatedMs}
          files={memo.attachments}
          terms={terms}
          isQuiet={!isOwn || memo.state === "ARCHIVED"}
          onToggleTask={onToggleTask}
          onTag={onTag}
          {...(isOwn && { onEdit: (at) => beginEdit(id, at) })}
        />
      </div>
      {isLong && <MoreRow memo={memo} isWhole={isWhole} />}
      {memo.attachments.length > 0 && (
        <Suspense fallback={<FilesPlace files={memo.attachments} content={content} />}>
          <AttachmentGrid files={memo.attachments} content={content} isOwn={isOwn} />
        </Suspense>
      )}
    </>
  );
}

function MoreRow({ memo, isWhole }: { readonly memo: MemoView; readonly isWhole: boolean }) {
  const language = useLanguage();
  const { id, content } = memo;
  // The word count depends on the language of the segmenter.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const words = useMemo(() => countWords(content, writtenAs()), [content, language]);
  return (
    <p className="-ms-2 mt-1 flex items-center text-small">
      <button
        type="button"
        aria-expanded={isWhole}
        className="h-7 rounded-control px-2 font-medium text-accent hover:bg-hover pointer-coarse:h-11"
        onClick={({ currentTarget }) => {
          const card = currentTarget.closest("article");
          flushSync(() => toggleWhole(id));
          // Collapsing a long text may scroll the card out of view.
          if (isWhole) card?.scrollIntoView({ block: "nearest" });
        }}
      >
        {isWhole ? timelineStrings.showLess : timelineStrings.showMore}
      </button>
      {!isWhole && <span className="text-text-3">{timelineStrings.words(words)}</span>}
    </p>
  );
}
