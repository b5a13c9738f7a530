import type { MemoView } from "@tidemark/core/router";
import { CloudOff, Pin } from "lucide-react";
import { type ComponentType, Suspense, useEffect, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { lazyComponent } from "../../lazy/lazy-component.ts";
import { daysInTrash } from "../../memo/trash-days.ts";
import { visibilityIcons } from "../../memo/visibility-icon.ts";
import { visibilityLabel } from "../../memo/visibility-words.ts";
import { useUi } from "../../state/ui-state.ts";
import { memoHref } from "../../state/view-address.ts";
import { momentLabel, timeLabel } from "../../time/day-label.ts";
import { timelineStrings } from "../strings.ts";

const AuthorName = lazyComponent(
  async () => (await import("../../people/author-name.tsx")).AuthorName,
);

interface CardMetaProps {
  readonly memo: MemoView;
  readonly day: string;
  readonly nowMs: number;
  readonly Author: ComponentType<{ readonly memo: MemoView }> | undefined;
}

/** Header of a card: author, time, and marks for everything that differs from a plain memo. */
export function CardMeta({ memo, day, nowMs, Author }: CardMetaProps) {
  useLanguage();
  const isUnsynced = useOutlasted(!memo.isSynced && memo.unsent === null, unsyncedAfterMs);
  // A pinned memo listed in the pinned group isn't under its day's heading.
  const isPinnedApart = useUi((state) => state.isPinnedOpen);
  const Visibility = visibilityIcons[memo.visibility];
  return (
    <>
      {Author !== undefined ? (
        <Author memo={memo} />
      ) : (
        memo.author !== null && (
          <Suspense fallback={<PlainAuthor author={memo.author} />}>
            <AuthorName memo={memo} />
          </Suspense>
        )
      )}
      {/* Enter on the card opens the same page, so the link needs no tab stop. */}
      <a
        href={memoHref(memo.id)}
        tabIndex={-1}
        className="rounded-control hover:text-accent hover:underline pointer-coarse:-my-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
      >
        <time
          dateTime={new Date(memo.createdMs).toISOString()}
          title={momentLabel(memo.createdMs)}
          className="tabular-nums"
        >
          {((memo.pinned && isPinnedApart) || memo.deletedMs !== null) && `${day} `}
          {timeLabel(memo.createdMs)}
        </time>
      </a>
      {memo.deletedMs !== null && (
        <span className="tabular-nums">
          {timelineStrings.daysLeft(daysInTrash(memo.deletedMs, nowMs))}
        </span>
      )}
      {memo.pinned && (
        <span className="inline-flex flex-none items-center gap-1">
          <Pin size={14} strokeWidth={1.75} aria-hidden />
          {timelineStrings.pinned}
        </span>
      )}
      {memo.edit !== null && (
        <span
          title={
            memo.edit.atMs === null
              ? undefined
              : timelineStrings.editedAt(momentLabel(memo.edit.atMs))
          }
        >
          {timelineStrings.edited}
        </span>
      )}
      {memo.visibility !== "PRIVATE" && (
        <span className="inline-flex items-center gap-1">
          <Visibility size={14} strokeWidth={1.75} aria-hidden className="flex-none" />
          {visibilityLabel(memo.visibility, memo.spaceTitle)}
        </span>
      )}
      {isUnsynced && (
        <span title={timelineStrings.notSynced} className="inline-flex items-center">
          <CloudOff size={14} strokeWidth={1.75} aria-hidden />
          <span className="sr-only">{timelineStrings.notSynced}</span>
        </span>
      )}
    </>
  );
}

/** Author with an empty avatar, as wide as `AuthorName`, to avoid a layout shift when that loads. */
function PlainAuthor({ author }: Pick<MemoView, "author">) {
  useLanguage();
  return (
    <span className="author-name">
      <span aria-hidden className="avatar" />
      <span className="sr-only">{timelineStrings.by} </span>
      {author}
    </span>
  );
}

const unsyncedAfterMs = 10_000;

/** Returns true once `isSo` has been true for `ms` milliseconds without a break. */
function useOutlasted(isSo: boolean, ms: number): boolean {
  const [hasOutlasted, setHasOutlasted] = useState(false);
  useEffect(() => {
    setHasOutlasted(false);
    if (!isSo) return;
    const timer = setTimeout(() => setHasOutlasted(true), ms);
    return () => clearTimeout(timer);
  }, [isSo, ms]);
  return isSo && hasOutlasted;
}
