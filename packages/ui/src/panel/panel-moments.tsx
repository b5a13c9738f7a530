import type { MemoView } from "@tidemark/core/router";
import { useLanguage } from "../language/language.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { Moments } from "../memo-page/moments.tsx";
import { memoHref } from "../state/view-address.ts";
import { dayLabel, timeLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { timelineStrings } from "../timeline/strings.ts";

interface PanelMomentsProps {
  readonly memo: MemoView;
  /** What it is called. */
  readonly name: string;
  openPage(): void;
}

/** When a memo was written, which leads to its page, when it was changed, and where it is. */
export function PanelMoments({ memo, name, openPage }: PanelMomentsProps) {
  useLanguage();
  const { id, parent, createdMs } = memo;
  const nowMs = useDay();
  const actions = useMemoActions();
  const label = timelineStrings.cardName(dayLabel(createdMs, nowMs), timeLabel(createdMs), name);
  return (
    <Moments
      memo={memo}
      actions={actions}
      link={(written) => (
        <a
          href={memoHref(parent ?? id)}
          aria-label={label}
          className="rounded-control"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            openPage();
          }}
        >
          {written}
        </a>
      )}
    />
  );
}
