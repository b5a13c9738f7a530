import type { MemoView } from "@tidemark/core/router";
import { useLanguage } from "../language/language.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import { AuthorName } from "../people/author-name.tsx";
import { dayInside, dayLabel, momentLabel, timeLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { pageStrings } from "./strings.ts";

/** When it was written and when changed last, and where it is when that is not the timeline. */
export function Moments(props: { readonly memo: MemoView; readonly actions: MemoActions }) {
  useLanguage();
  const nowMs = useDay();
  const { memo } = props;
  const { createdMs, updatedMs, author } = memo;
  const isEdited = updatedMs - createdMs > 60_000;
  return (
    <p className="reading-moments">
      {author !== null && (
        <>
          <AuthorName memo={memo} />
          {" · "}
        </>
      )}
      <time dateTime={new Date(createdMs).toISOString()} title={momentLabel(createdMs)}>
        {dayLabel(createdMs, nowMs)} {timeLabel(createdMs)}
      </time>
      {isEdited && (
        <span title={momentLabel(updatedMs)}>
          {" · "}
          {pageStrings.edited(`${dayInside(updatedMs, nowMs)} ${timeLabel(updatedMs)}`)}
        </span>
      )}
      <Standing {...props} />
    </p>
  );
}

/** On the same line: the text stays where it is when this comes and goes. */
function Standing({ memo, actions }: { readonly memo: MemoView; readonly actions: MemoActions }) {
  useLanguage();
  const isTrashed = memo.deletedMs !== null;
  if (!isTrashed && memo.state === "NORMAL") return null;
  const bringBack = (): void => {
    // Its button goes.
    document.getElementById(`memo-${memo.id}`)?.focus({ preventScroll: true });
    if (isTrashed) actions.restore(memo.id);
    else actions.setArchived(memo.id, false);
  };
  return (
    <span className="text-warn">
      {" · "}
      {isTrashed ? pageStrings.trashed : pageStrings.archived}{" "}
      {memo.author === null && (
        <button
          type="button"
          className="rounded-control font-medium text-accent hover:underline"
          onClick={bringBack}
        >
          {isTrashed ? pageStrings.restore : pageStrings.unarchive}
        </button>
      )}
    </span>
  );
}
