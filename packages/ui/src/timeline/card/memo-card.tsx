import type { LinkedMemo, MemoView } from "@tidemark/core/router";
import {
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
import {
  type ComponentType,
  memo as memoComponent,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { useKeptFocus } from "../../focus/use-kept-focus.ts";
import { lazyPart, partOnDemand } from "../../lazy/lazy-part.ts";
import { useSelection } from "../../state/selection.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { memoHref } from "../../state/view-address.ts";
import { dayLabel, momentLabel, timeLabel } from "../../time/day-label.ts";
import { beginEdit } from "../../memo/begin-edit.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { CardText } from "./card-text.tsx";
import { ReactionRow } from "./reaction-row.tsx";
import { daysInTrash } from "../../memo/trash-days.ts";
import { calledOut } from "../../memo/first-line.ts";
import { useLanguage } from "../../language/language.ts";
import { memoStrings } from "../../memo/strings.ts";
import { timelineStrings } from "../strings.ts";
import { cardSelectStrings } from "./select-strings.ts";
import { useIsBlurred } from "../../tags/blur.ts";
import { MemoWords } from "../../tags/memo-words.tsx";
import { tagsStrings } from "../../tags/strings.ts";
import { visibilityIcons } from "../../memo/visibility-icon.ts";
import { visibilityLabel } from "../../memo/visibility-words.ts";

/** Yjs comes only when somebody edits. */
const InlineEditor = partOnDemand(
  async () => (await import("../../editor/inline/inline-editor.tsx")).InlineEditor,
);

const SearchHit = lazyPart(
  async () => (await import("../../search/found/search-hit.tsx")).SearchHit,
);
const SelectBox = lazyPart(async () => (await import("./select-box.tsx")).SelectBox);
const AuthorName = lazyPart(async () => (await import("../../people/author-name.tsx")).AuthorName);
const MemoLine = lazyPart(async () => (await import("./memo-line.tsx")).MemoLine);

export interface MemoCardProps {
  readonly memo: MemoView;
  readonly position: number;
  /** −1 while not all memos are loaded. */
  readonly setSize: number;
  /** Whether it begins the sheet that it lies on, and whether it ends it. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly terms: readonly string[];
  readonly nowMs: number;
  readonly isActive: boolean;
  readonly isEditing: boolean;
  /** Whether it is one line, until it is edited or all of it is asked for. */
  readonly isLine: boolean;
  /** Whether it is what a search finds: a few lines around the hit, until all of it is asked for. */
  readonly isHit: boolean;
  /** Names who wrote it, the user too, where the list has memos of many people. */
  readonly Author?: ComponentType<{ readonly memo: MemoView }> | undefined;
  /** The memo that it is a comment on. */
  readonly above: LinkedMemo | undefined;
  readonly actions: MemoActions;
  onTag(tag: string, memo: MemoView): void;
  openMenu(memo: MemoView, anchor: HTMLElement): void;
}

/** One memo of the feed. */
export const MemoCard = memoComponent(function MemoCard(props: MemoCardProps) {
  useLanguage();
  const { memo, isActive, isEditing, nowMs } = props;
  const isLine = props.isLine || props.isHit;
  const card = useRef<HTMLElement>(null);
  useKeptFocus(memo.id, card);
  const isWhole = useUi((state) => state.wholeIds.has(memo.id));
  const isShort = isLine && !isEditing && !isWhole;
  const isSelecting = useSelection(({ ids }) => ids.size > 0);
  const isSelected = useSelection(({ ids }) => ids.has(memo.id));
  const day = dayLabel(memo.createdMs, nowMs);
  const isBlurred = useIsBlurred(memo) && !isEditing;
  // As a line it says that there is one.
  const isHit = props.isHit && !isBlurred;
  const name = timelineStrings.cardName(
    day,
    timeLabel(memo.createdMs),
    isBlurred ? tagsStrings.blurred : calledOut(memo),
  );
  const showTag = (tag: string): void => props.onTag(tag, memo);
  const text = (
    <CardText
      memo={memo}
      isLine={isLine}
      terms={props.terms}
      onToggleTask={(index, checked) => props.actions.toggleTask(memo.id, index, checked)}
      onTag={showTag}
    />
  );
  return (
    <article
      ref={card}
      id={`memo-${memo.id}`}
      data-memo={memo.id}
      tabIndex={isActive ? 0 : -1}
      aria-label={isSelected ? cardSelectStrings.selected(name) : name}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      onFocus={() => setUi({ activeId: memo.id })}
      data-first={props.isFirst || undefined}
      data-last={props.isLast || undefined}
      data-line={(isShort && !isHit) || undefined}
      data-hit={(isShort && isHit) || undefined}
      data-selected={isSelected || undefined}
      className="memo-card group"
    >
      {isSelecting && (
        <Suspense>
          <SelectBox memo={memo} isSelected={isSelected} isActive={isActive} />
        </Suspense>
      )}
      {isShort && isHit ? (
        <Suspense fallback={<div className="search-hit" />}>
          <SearchHit
            memo={memo}
            terms={props.terms}
            nowMs={nowMs}
            above={props.above}
            onTag={showTag}
          >
            <CardActions {...props} />
          </SearchHit>
        </Suspense>
      ) : isShort ? (
        <Suspense fallback={<div className="memo-line" />}>
          <MemoLine memo={memo} day={day} nowMs={nowMs} onTag={showTag}>
            <CardActions {...props} />
          </MemoLine>
        </Suspense>
      ) : (
        <>
          <header className="card-header flex min-h-7 items-center gap-2.5 text-meta text-text-3">
            <CardMeta memo={memo} day={day} nowMs={nowMs} Author={props.Author} />
            {memo.isMerged && (
              <p className="flex min-w-0 items-center gap-1">
                <span className="truncate">{timelineStrings.merged}</span>
                <span aria-hidden>·</span>
                <button
                  type="button"
                  className="min-h-6 flex-none rounded-control font-medium text-accent hover:underline"
                  onClick={() => props.actions.showMerge(memo.id)}
                >
                  {timelineStrings.viewChanges}
                </button>
              </p>
            )}
            {!isEditing && <CardActions {...props} />}
          </header>
          {isEditing ? (
            <Suspense fallback={text}>
              <InlineEditor memo={memo}>{text}</InlineEditor>
            </Suspense>
          ) : (
            <MemoWords memo={memo} place="list">
              {text}
            </MemoWords>
          )}
          <ReactionRow memo={memo} actions={props.actions} />
        </>
      )}
    </article>
  );
});

interface CardMetaProps extends Pick<MemoCardProps, "memo" | "nowMs" | "Author"> {
  readonly day: string;
}

function CardMeta({ memo, day, nowMs, Author }: CardMetaProps) {
  useLanguage();
  const isUnsynced = useOutlasted(!memo.isSynced, unsyncedAfterMs);
  // Under the pinned line it lies outside of its day.
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
      {/* Enter does the same: no stop of its own for Tab. */}
      <a
        href={memoHref(memo.id)}
        tabIndex={-1}
        className="rounded-control hover:text-accent hover:underline"
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

/** As wide as with the disc that comes. */
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
  useLanguage();
  const { memo, openMenu } = props;
  return (
    <div className="card-actions ms-auto -me-1.5 flex flex-none opacity-0 transition-opacity duration-[120ms] group-focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
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
  useLanguage();
  return memo.deletedMs === null ? (
    <>
      <CardButton
        icon={Pencil}
        label={timelineStrings.edit}
        isInMenu
        run={() => beginEdit(memo.id)}
      />
      {memo.state === "ARCHIVED" ? (
        <CardButton
          icon={ArchiveRestore}
          label={timelineStrings.unarchive}
          isInMenu
          run={() => actions.setArchived(memo.id, false)}
        />
      ) : (
        <CardButton
          icon={memo.pinned ? PinOff : Pin}
          label={memo.pinned ? timelineStrings.unpin : timelineStrings.pin}
          isInMenu
          run={() => actions.setPinned(memo.id, !memo.pinned)}
        />
      )}
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
  /** Where there is little room, it is in the menu alone. */
  readonly isInMenu?: boolean;
  run(button: HTMLElement): void;
}): ReactNode {
  const Icon = props.icon;
  return (
    <button
      type="button"
      className={`icon-button ${props.isInMenu === true ? "max-rail:hidden" : ""}`}
      aria-label={props.label}
      title={props.label}
      aria-haspopup={props.hasMenu === true ? "menu" : undefined}
      onClick={(event) => props.run(event.currentTarget)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
