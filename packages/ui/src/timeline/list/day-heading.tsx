import { useLanguage } from "../../language/language.ts";
import type { DayParts } from "../../time/day-label.ts";
import { timelineStrings } from "../strings.ts";

interface DayHeadingProps {
  readonly day: DayParts;
  readonly count: number | null;
}

/**
 * Heading of a day. Hidden from screen readers: every memo's label has its day, and a feed contains only
 * articles. Rows fade out below the heading while it is sticky.
 */
export function DayHeading({ day, count }: DayHeadingProps) {
  useLanguage();
  return (
    <div aria-hidden className="day-heading pointer-events-none">
      <div className="flex items-baseline gap-2 bg-canvas px-4 pt-5 pb-2 text-small">
        <span className="font-semibold">{day.name}</span>
        <span className="truncate text-text-3">{day.date}</span>
        {count !== null && (
          <span className="ms-auto flex-none text-meta text-text-3 tabular-nums">
            {timelineStrings.memoCount(count)}
          </span>
        )}
      </div>
    </div>
  );
}
