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
  /** Name of the memo. */
  readonly name: string;
  openPage(): void;
}

/**
 * Creation time, which links to the memo's page, time of the last change, and whether it is archived or
 * trashed.
 */
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
