import type { MemoView } from "@tidemark/core/router";
import { ChevronRight, Pin } from "lucide-react";
import { firstLine } from "../../memo/first-line.ts";
import { MemoWords } from "../../tags/memo-words.tsx";
import { useLanguage } from "../../language/language.ts";
import { useGoToMemo } from "../../state/view-address.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { railQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { timelineStrings } from "../strings.ts";

/** Number of titles on the line, in wide and narrow windows. The rest is cut off. */
const shownTitles = { wide: 3, narrow: 1 };

/** Pinned memos: one line of titles while collapsed, or the heading of their group. */
export function PinnedLine({ memos }: { readonly memos: readonly MemoView[] }) {
  useLanguage();
  const goToMemo = useGoToMemo();
  const isOpen = useUi((state) => state.isPinnedOpen);
  const hasRoom = useMediaQuery(railQuery);
  const shown = hasRoom ? shownTitles.wide : shownTitles.narrow;
  const more = memos.length - shown;
  return (
    <div className="flex h-10 items-center max-rail:-mx-4 pointer-coarse:h-11 pt-1 gap-4 overflow-hidden ps-2 pe-4 text-small text-text-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={timelineStrings.pinned}
        title={isOpen ? timelineStrings.hidePinned : timelineStrings.showPinned}
        className="-me-2 inline-flex min-h-7 flex-none pointer-coarse:min-h-11 pointer-coarse:min-w-11 items-center gap-1.5 rounded-control px-2 text-text-3 outline-offset-[-2px] hover:bg-hover hover:text-text"
        onClick={() => setUi({ isPinnedOpen: !isOpen })}
      >
        <Pin size={14} strokeWidth={1.75} aria-hidden />
        {isOpen && <span className="font-semibold text-text">{timelineStrings.pinned}</span>}
        <ChevronRight
          size={12}
          strokeWidth={1.75}
          aria-hidden
          className={isOpen ? "rotate-90" : "rtl:rotate-180"}
        />
      </button>
      {!isOpen &&
        memos.slice(0, shown).map((memo) => (
          <button
            key={memo.id}
            type="button"
            className="max-w-46 min-w-0 truncate rounded-control pointer-coarse:min-h-11 outline-offset-[-2px] hover:text-accent hover:underline"
            onClick={() => goToMemo(memo.id)}
          >
            <MemoWords memo={memo}>{firstLine(memo.content)}</MemoWords>
          </button>
        ))}
      {!isOpen && more > 0 && (
        <span className="ms-auto flex-none text-meta text-text-3 tabular-nums">
          {timelineStrings.morePinned(more)}
        </span>
      )}
    </div>
  );
}
