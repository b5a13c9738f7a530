import type { MemoView } from "@tidemark/core/router";
import {
  Archive,
  ArchiveRestore,
  CloudOff,
  Ellipsis,
  Pencil,
  Pin,
  PinOff,
  RotateCcw,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import { lazy, memo as memoComponent, Suspense, useEffect, useState, type ReactNode } from "react";
import { setUi } from "../../state/ui-state.ts";
import { AttachmentGrid } from "../../attachments/attachment-grid.tsx";
import { dayLabel, momentLabel, timeLabel } from "../../time/day-label.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { MemoBody } from "./memo-body.tsx";
import { firstLine } from "../../memo/first-line.ts";
import { memoStrings } from "../../memo/strings.ts";
import { timelineStrings } from "../strings.ts";
import { visibilityIcons } from "../../memo/visibility-icon.ts";
import { visibilityLabel } from "../../memo/visibility-words.ts";

/** Yjs comes only when somebody edits. */
const InlineEditor = lazy(async () => ({
  default: (await import("../../editor/inline/inline-editor.tsx")).InlineEditor,
}));

export interface MemoCardProps {
  readonly memo: MemoView;
  readonly position: number;
  /** −1 while not all memos are loaded. */
  readonly setSize: number;
  readonly terms: readonly string[];
  readonly nowMs: number;
  readonly isActive: boolean;
  readonly isEditing: boolean;
  /** A task of it was just done, and this is the list of tasks: with the last it leaves. */
  readonly isLeaving: boolean;
  readonly actions: MemoActions;
  onTag(tag: string): void;
  openMenu(memo: MemoView, anchor: HTMLElement): void;
}

/** One memo of the feed. */
export const MemoCard = memoComponent(function MemoCard(props: MemoCardProps) {
  const { memo, isActive, isEditing, isLeaving, nowMs } = props;
  const day = dayLabel(memo.createdMs, nowMs);
  return (
    <article
      id={`memo-${memo.id}`}
      data-memo={memo.id}
      tabIndex={isActive ? 0 : -1}
      aria-label={`${day} ${timeLabel(memo.createdMs)}, ${calledOut(memo)}`}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      data-leaving={(isLeaving && !memo.property.hasIncompleteTasks) || undefined}
      onFocus={() => setUi({ activeId: memo.id })}
      className="group relative rounded-card border border-border bg-surface px-4 py-3.5 transition-colors duration-[120ms] hover:border-[color-mix(in_srgb,var(--border-strong)_40%,var(--border))] data-[leaving]:opacity-50 data-[leaving]:transition-opacity data-[leaving]:duration-[2s]"
    >
      <header className="mb-1 flex min-h-6 flex-wrap items-center gap-x-2 pe-2 text-meta text-text-3">
        <CardMeta memo={memo} day={day} />
      </header>
      {memo.isMerged && (
        <p className="mb-2 flex flex-wrap items-center gap-x-2 rounded-control bg-info-soft px-2 py-1 text-small text-info">
          <span>{timelineStrings.merged}</span>
          <button
            type="button"
            className="min-h-6 rounded-control font-medium underline"
            onClick={() => props.actions.showMerge(memo.id)}
          >
            {timelineStrings.viewChanges}
          </button>
        </p>
      )}
      {isEditing ? (
        <Suspense fallback={<CardText {...props} />}>
          <InlineEditor memo={memo}>
            <CardText {...props} />
          </InlineEditor>
        </Suspense>
      ) : (
        <CardText {...props} />
      )}
      {!isEditing && <CardActions {...props} />}
    </article>
  );
});

/** Its first line or, without a text, its first file. */
function calledOut({ content, attachments }: MemoView): string {
  return (content.trim() === "" ? attachments[0]?.filename : undefined) ?? firstLine(content);
}

/** Beyond this length only the beginning is rendered until more is asked for. */
const longLength = 8000;

function CardText({ memo, terms, actions, onTag }: MemoCardProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = memo.content.length > longLength;
  return (
    <>
      <MemoBody
        id={memo.id}
        content={isLong && !isWhole ? beginning(memo.content) : memo.content}
        updatedMs={memo.updatedMs}
        terms={terms}
        isQuiet={memo.deletedMs !== null || memo.state === "ARCHIVED" || memo.author !== null}
        onToggleTask={(index, checked) => actions.toggleTask(memo.id, index, checked)}
        onTag={onTag}
      />
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="mt-2 min-h-6 rounded-control font-medium text-accent hover:text-accent-hover"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? timelineStrings.showLess : timelineStrings.showMore}
        </button>
      )}
      <AttachmentGrid files={memo.attachments} />
    </>
  );
}

/** Whole lines of the text, up to the limit. */
function beginning(content: string): string {
  const end = content.lastIndexOf("\n", longLength);
  return `${content.slice(0, end > 0 ? end : longLength)} …`;
}

function CardMeta({ memo, day }: { readonly memo: MemoView; readonly day: string }) {
  const isUnsynced = useOutlasted(!memo.isSynced, unsyncedAfterMs);
  const Visibility = visibilityIcons[memo.visibility];
  return (
    <>
      {memo.author !== null && (
        <span className="font-medium text-text-2">
          <span className="sr-only">{timelineStrings.by} </span>
          {memo.author}
        </span>
      )}
      {memo.pinned && (
        <span className="inline-flex items-center gap-1 text-accent">
          <Pin size={14} strokeWidth={1.75} aria-hidden />
          <span className="sr-only">{timelineStrings.pinned}</span>
        </span>
      )}
      <time
        dateTime={new Date(memo.createdMs).toISOString()}
        title={momentLabel(memo.createdMs)}
        className="tabular-nums"
      >
        {memo.pinned && `${day} `}
        {timeLabel(memo.createdMs)}
      </time>
      {memo.updatedMs - memo.createdMs > editedAfterMs && (
        <span title={timelineStrings.editedAt(momentLabel(memo.updatedMs))}>
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

/** Saving a memo touches it: within this time it was not edited. */
const editedAfterMs = 60_000;
const unsyncedAfterMs = 10_000;

/** True once `isSo` has been true for this long without a break. */
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

function CardActions(props: MemoCardProps) {
  const { memo, openMenu } = props;
  return (
    <div className="absolute end-2 top-1.5 flex rounded-control bg-surface opacity-0 transition-opacity duration-[120ms] group-focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
      {memo.author === null && <OwnActions {...props} />}
      <CardButton
        icon={Ellipsis}
        label={timelineStrings.more}
        hasMenu
        run={(button) => openMenu(memo, button)}
      />
    </div>
  );
}

/** What only its author can do to a memo. */
function OwnActions({ memo, actions }: MemoCardProps) {
  const isArchived = memo.state === "ARCHIVED";
  return memo.deletedMs === null ? (
    <>
      <CardButton
        icon={Pencil}
        label={timelineStrings.edit}
        run={() => setUi({ editingId: memo.id, activeId: memo.id })}
      />
      <CardButton
        icon={memo.pinned ? PinOff : Pin}
        label={memo.pinned ? timelineStrings.unpin : timelineStrings.pin}
        run={() => actions.setPinned(memo.id, !memo.pinned)}
      />
      <CardButton
        icon={isArchived ? ArchiveRestore : Archive}
        label={isArchived ? timelineStrings.unarchive : timelineStrings.archive}
        run={() => actions.setArchived(memo.id, !isArchived)}
      />
      <CardButton icon={Trash2} label={timelineStrings.trash} run={() => actions.trash(memo.id)} />
    </>
  ) : (
    <>
      <CardButton
        icon={RotateCcw}
        label={timelineStrings.restore}
        run={() => actions.restore(memo.id)}
      />
      <CardButton icon={Trash2} label={memoStrings.purge} run={() => actions.purge(memo.id)} />
    </>
  );
}

function CardButton(props: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly hasMenu?: boolean;
  run(button: HTMLElement): void;
}): ReactNode {
  const Icon = props.icon;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={props.label}
      title={props.label}
      aria-haspopup={props.hasMenu === true ? "menu" : undefined}
      onClick={(event) => props.run(event.currentTarget)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
