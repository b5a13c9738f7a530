import type { MemoView } from "@tidemark/core/router";
import {
  CloudOff,
  GitMerge,
  Paperclip,
  Pin,
  Square,
  SquareCheck,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { useLanguage } from "../../language/language.ts";
import { calledOut } from "../../memo/first-line.ts";
import { daysInTrash } from "../../memo/trash-days.ts";
import { visibilityIcons } from "../../memo/visibility-icon.ts";
import { visibilityLabel } from "../../memo/visibility-words.ts";
import { useUi } from "../../state/ui-state.ts";
import { MemoWords } from "../../tags/memo-words.tsx";
import { unsentLabel } from "../../unsent/unsent-words.ts";
import { memoHref, tagHref } from "../../state/view-address.ts";
import { momentLabel, timeLabel } from "../../time/day-label.ts";
import { shortDate } from "../../time/short-date.ts";
import { timelineStrings } from "../strings.ts";
import { lineStrings } from "./line-strings.ts";
import { mergeWords } from "../merge/merge-words.ts";

interface MemoLineProps {
  readonly memo: MemoView;
  readonly day: string;
  readonly nowMs: number;
  /** True among the results of a search, which have no headings of days. */
  readonly isFound: boolean;
  onTag(tag: string): void;
  /** Action buttons. */
  readonly children: ReactNode;
}

/** Maximum number of characters; no line has room for more. */
const longest = 240;
/**
 * Longest time in characters without AM or PM. Longer times get a wider column, because their hours have one
 * or two digits.
 */
const shortTime = 5;

function widthOf(time: string): "" | undefined {
  return time.length > shortTime ? "" : undefined;
}

/** Memo as one line: time, first words, first tag, and icons for other properties. */
export function MemoLine({ memo, day, nowMs, isFound, onTag, children }: MemoLineProps) {
  useLanguage();
  // A pinned memo listed in the pinned group isn't under its day's heading.
  const isPinnedApart = useUi((state) => state.isPinnedOpen);
  const { hasTaskList, hasIncompleteTasks } = memo.property;
  const clock = timeLabel(memo.createdMs);
  const listed = memo.pinned && isPinnedApart ? `${day} ${clock}` : clock;
  const time = isFound ? shortDate(memo.createdMs, nowMs) : listed;
  return (
    <div className="memo-line">
      <time
        dateTime={new Date(memo.createdMs).toISOString()}
        title={momentLabel(memo.createdMs)}
        className="memo-line-time"
        data-wide={isFound ? "date" : widthOf(time)}
      >
        {time}
      </time>
      {memo.author !== null && (
        <span className="flex-none text-meta font-medium text-text-2">
          <span className="sr-only">{timelineStrings.by} </span>
          {memo.author}
        </span>
      )}
      {/* Enter on the card opens the same page, so the link needs no tab stop. */}
      <a href={memoHref(memo.id)} tabIndex={-1} dir="auto" className="memo-line-text">
        <MemoWords memo={memo}>{calledOut(memo, longest)}</MemoWords>
      </a>
      <FirstTag tags={memo.tags} onTag={onTag} />
      {memo.deletedMs !== null && (
        <span className="flex-none text-meta text-text-3 tabular-nums">
          {timelineStrings.daysLeft(daysInTrash(memo.deletedMs, nowMs))}
        </span>
      )}
      <span className="memo-line-marks">
        {memo.unsent !== null && <Mark icon={CloudOff} label={unsentLabel(memo.unsent)} />}
        {memo.isMerged && <Mark icon={GitMerge} label={mergeWords(memo)} />}
        {memo.visibility !== "PRIVATE" && (
          <Mark
            icon={visibilityIcons[memo.visibility]}
            label={visibilityLabel(memo.visibility, memo.spaceTitle)}
          />
        )}
        {hasTaskList && (
          <Mark
            icon={hasIncompleteTasks ? Square : SquareCheck}
            label={hasIncompleteTasks ? lineStrings.openTasks : lineStrings.tasksDone}
          />
        )}
        {memo.attachments.length > 0 && (
          <Mark icon={Paperclip} label={lineStrings.files(memo.attachments.length)} />
        )}
        {memo.pinned && <Mark icon={Pin} label={timelineStrings.pinned} />}
      </span>
      {children}
    </div>
  );
}

function FirstTag({ tags, onTag }: { readonly tags: readonly string[]; onTag(tag: string): void }) {
  const [tag, ...others] = tags;
  if (tag === undefined) return null;
  return (
    <span className="memo-line-tag">
      <a
        data-tag={tag}
        href={tagHref(tag)}
        tabIndex={-1}
        title={tags.map((each) => `#${each}`).join(" ")}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onTag(tag);
        }}
      >
        #{tag}
      </a>
      {others.length > 0 && <span>+{others.length}</span>}
    </span>
  );
}

function Mark({ icon: Icon, label }: { readonly icon: LucideIcon; readonly label: string }) {
  return (
    <span title={label} className="inline-flex">
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  );
}
