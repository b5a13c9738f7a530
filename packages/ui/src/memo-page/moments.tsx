import type { MemoView } from "@tidemark/core/router";
import type { ReactNode } from "react";
import { useLanguage } from "../language/language.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import { AuthorName } from "../people/author-name.tsx";
import { dayInside, dayLabel, momentLabel, timeLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { pageStrings } from "./strings.ts";

interface MomentsProps {
  readonly memo: MemoView;
  readonly actions: MemoActions;
  /** Makes a link of when it was written. */
  link?(written: ReactNode): ReactNode;
}

/** When it was written and when changed last, and where it is when that is not the timeline. */
export function Moments(props: MomentsProps) {
  useLanguage();
  const nowMs = useDay();
  const { memo } = props;
  const { createdMs, updatedMs, author } = memo;
  const isEdited = updatedMs - createdMs > 60_000;
  const written = (
    <time dateTime={new Date(createdMs).toISOString()} title={momentLabel(createdMs)}>
      {dayLabel(createdMs, nowMs)} {timeLabel(createdMs)}
    </time>
  );
  return (
    <p className="reading-moments">
      {author !== null && (
        <>
          <AuthorName memo={memo} />
          {" · "}
        </>
      )}
      {props.link?.(written) ?? written}
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
function Standing({ memo, actions }: Pick<MomentsProps, "memo" | "actions">) {
  useLanguage();
  const isTrashed = memo.deletedMs !== null;
  if (!isTrashed && memo.state === "NORMAL") return null;
  const bringBack = (button: HTMLElement): void => {
    // Its button goes.
    button.closest("article")?.focus({ preventScroll: true });
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
          onClick={({ currentTarget }) => bringBack(currentTarget)}
        >
          {isTrashed ? pageStrings.restore : pageStrings.unarchive}
        </button>
      )}
    </span>
  );
}
