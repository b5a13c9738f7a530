import { ChevronRight, Pin } from "lucide-react";
import { setUi, useUi } from "../../state/ui-state.ts";
import { timelineStrings } from "../strings.ts";

/** Over the pinned memos; closes and opens the group. */
export function PinnedHeading({ count }: { readonly count: number }) {
  const isOpen = useUi((state) => state.isPinnedOpen);
  return (
    <div className="flex pt-3 pb-2">
      <button
        type="button"
        aria-expanded={isOpen}
        title={isOpen ? timelineStrings.hidePinned : timelineStrings.showPinned}
        className="-mx-1 inline-flex min-h-6 items-center gap-1.5 rounded-control px-1 text-small font-semibold text-text-2 hover:text-text"
        onClick={() => setUi({ isPinnedOpen: !isOpen })}
      >
        <Pin size={14} strokeWidth={1.75} aria-hidden />
        {timelineStrings.pinned}
        <span className="font-normal text-text-3">{count}</span>
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className={isOpen ? "rotate-90" : "rtl:rotate-180"}
        />
      </button>
    </div>
  );
}
