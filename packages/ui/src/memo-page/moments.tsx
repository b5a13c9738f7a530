import type { MemoView } from "@tidemark/core/router";
import type { ReactNode } from "react";
import { useLanguage } from "../language/language.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import { AuthorName } from "../people/author-name.tsx";
import { dayInside, dayLabel, momentLabel, timeLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { timelineStrings } from "../timeline/strings.ts";
import { pageStrings } from "./strings.ts";

interface MomentsProps {
  readonly memo: MemoView;
  readonly actions: MemoActions;
  /** Wraps the creation time in a link. */
  link?(written: ReactNode): ReactNode;
}

/** Times of creation and of the last edit, and whether the memo is archived or trashed. */
export function Moments(props: MomentsProps) {
  useLanguage();
  const nowMs = useDay();
  const { memo } = props;
  const { createdMs, edit, author } = memo;
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
      {edit?.atMs === null && ` · ${timelineStrings.edited}`}
      {typeof edit?.atMs === "number" && (
        <span title={momentLabel(edit.atMs)}>
          {" · "}
          {pageStrings.edited(`${dayInside(edit.atMs, nowMs)} ${timeLabel(edit.atMs)}`)}
        </span>
      )}
      <Standing {...props} />
    </p>
  );
}

/** State of an archived or trashed memo, on the same line: its appearance doesn't shift the text. */
function Standing({ memo, actions }: Pick<MomentsProps, "memo" | "actions">) {
  useLanguage();
  const isTrashed = memo.deletedMs !== null;
  if (!isTrashed && memo.state === "NORMAL") return null;
  const bringBack = (button: HTMLElement): void => {
    // The button is about to be removed.
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
