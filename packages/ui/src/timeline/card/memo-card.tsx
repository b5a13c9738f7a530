import type { LinkedMemo, MemoView } from "@tidemark/core/router";
import { type ComponentType, memo as memoComponent, Suspense, useRef } from "react";
import { useKeptFocus } from "../../focus/use-kept-focus.ts";
import { lazyComponent, componentOnDemand } from "../../lazy/lazy-component.ts";
import { useSelection } from "../../state/selection.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { dayLabel, timeLabel } from "../../time/day-label.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { CardActions } from "./card-actions.tsx";
import { CardMeta } from "./card-meta.tsx";
import { CardText } from "./card-text.tsx";
import { calledOut } from "../../memo/first-line.ts";
import { useLanguage } from "../../language/language.ts";
import { timelineStrings } from "../strings.ts";
import { cardSelectStrings } from "./select-strings.ts";
import { useIsBlurred, useWithTagsAbove } from "../../tags/blur.ts";
import { MemoWords, useMemoName } from "../../tags/memo-words.tsx";

/** Loads the editor, and Yjs with it, on the first edit. */
const InlineEditor = componentOnDemand(
  async () => (await import("../../editor/inline/inline-editor.tsx")).InlineEditor,
);

const SearchHit = lazyComponent(
  async () => (await import("../../search/found/search-hit.tsx")).SearchHit,
);
const MergeLine = lazyComponent(async () => (await import("../merge/merge-note.tsx")).MergeLine);
const MergeReadings = lazyComponent(
  async () => (await import("../merge/merge-note.tsx")).MergeReadings,
);
const ReactionRow = lazyComponent(async () => (await import("./reaction-row.tsx")).ReactionRow);
const SelectBox = lazyComponent(async () => (await import("./select-box.tsx")).SelectBox);
const UnsentMark = lazyComponent(
  async () => (await import("../../sync/unsent/unsent-mark.tsx")).UnsentMark,
);
const MemoLine = lazyComponent(async () => (await import("./memo-line.tsx")).MemoLine);

export interface MemoCardProps {
  readonly memo: MemoView;
  readonly position: number;
  /** Number of memos in the list; −1 while not all are loaded. */
  readonly setSize: number;
  /** True if the card is the first, or the last, of its day's sheet. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly terms: readonly string[];
  readonly nowMs: number;
  readonly isActive: boolean;
  readonly isEditing: boolean;
  /** True if the card shows one line until the memo is edited or expanded. */
  readonly isLine: boolean;
  /** True if the card is a search result: a few lines around the hit, until it is expanded. */
  readonly isHit: boolean;
  /** True for any result of a search, also if it is shown as a line. */
  readonly isFound?: boolean;
  /** Shows the author, including the user, in lists with memos of many people. */
  readonly Author?: ComponentType<{ readonly memo: MemoView }> | undefined;
  /** Parent memo of a comment. */
  readonly above: LinkedMemo | undefined;
  readonly actions: MemoActions;
  onTag(tag: string, memo: MemoView): void;
  openMenu(memo: MemoView, anchor: HTMLElement): void;
}

/** One memo of the feed. */
export const MemoCard = memoComponent(function MemoCard(props: MemoCardProps) {
  useLanguage();
  const { memo, isActive } = props;
  const card = useRef<HTMLElement>(null);
  useKeptFocus(memo.id, card);
  const isSelecting = useSelection(({ ids }) => ids.size > 0);
  const isSelected = useSelection(({ ids }) => ids.has(memo.id));
  const { shape, day, name, isShortHit } = useCard(props);
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
      data-line={shape === "line" || undefined}
      data-hit={isShortHit || undefined}
      data-selected={isSelected || undefined}
      className="memo-card group"
    >
      {isSelecting && (
        <Suspense>
          <SelectBox memo={memo} isSelected={isSelected} isActive={isActive} />
        </Suspense>
      )}
      {shape === "whole" ? (
        <WholeCard card={props} day={day} />
      ) : (
        <ShortCard card={props} day={day} isHit={shape === "hit"} />
      )}
    </article>
  );
});

/** Returns how much of the memo the card shows, and the card's label. */
function useCard({ memo, isEditing, isLine, isHit, above, nowMs }: MemoCardProps) {
  const isWhole = useUi((state) => state.wholeIds.has(memo.id));
  const isBlurred = useIsBlurred(isEditing ? null : memo);
  const day = dayLabel(memo.createdMs, nowMs);
  const subject = useWithTagsAbove(memo, above);
  const called = useMemoName(isEditing ? null : subject, calledOut(memo));
  const isShort = (isLine || isHit) && !isEditing && !isWhole;
  // A line shows nothing of a blurred memo's length; a hit would show its number of lines.
  const short = isHit && !isBlurred ? "hit" : "line";
  return {
    shape: isShort ? short : "whole",
    day,
    isShortHit: isShort && isHit,
    name: timelineStrings.cardName(day, timeLabel(memo.createdMs), called),
  } as const;
}

interface CardPartProps {
  readonly card: MemoCardProps;
  readonly day: string;
}

function ShortCard({ card, day, isHit }: CardPartProps & { readonly isHit: boolean }) {
  const { memo, nowMs } = card;
  const onTag = (tag: string): void => card.onTag(tag, memo);
  return isHit ? (
    <Suspense fallback={<div className="search-hit" />}>
      <SearchHit memo={memo} terms={card.terms} nowMs={nowMs} above={card.above} onTag={onTag}>
        <CardActions {...card} />
      </SearchHit>
    </Suspense>
  ) : (
    <Suspense fallback={<div className="memo-line" />}>
      <MemoLine
        memo={memo}
        day={day}
        nowMs={nowMs}
        isFound={card.isFound ?? card.isHit}
        onTag={onTag}
      >
        <CardActions {...card} />
      </MemoLine>
    </Suspense>
  );
}

function WholeCard({ card, day }: CardPartProps) {
  useLanguage();
  const { memo, isEditing, actions } = card;
  const text = (
    <CardText
      memo={memo}
      isLine={card.isLine || card.isHit}
      terms={card.terms}
      onToggleTask={(index, checked) => actions.toggleTask(memo.id, index, checked)}
      onTag={(tag) => card.onTag(tag, memo)}
    />
  );
  return (
    <>
      <header className="card-header flex min-h-7 items-center gap-2.5 text-meta text-text-3">
        <CardMeta memo={memo} day={day} nowMs={card.nowMs} Author={card.Author} />
        {memo.isMerged && (
          <Suspense>
            <MergeLine memo={memo} actions={actions} />
          </Suspense>
        )}
        {!isEditing && <CardActions {...card} />}
      </header>
      {memo.merge !== undefined && (
        <Suspense>
          <MergeReadings memo={memo} actions={actions} />
        </Suspense>
      )}
      {isEditing ? (
        <Suspense fallback={text}>
          <InlineEditor memo={memo}>{text}</InlineEditor>
        </Suspense>
      ) : (
        <MemoWords memo={memo} place="list">
          {text}
        </MemoWords>
      )}
      {memo.unsent !== null && (
        <Suspense>
          <UnsentMark memo={memo} />
        </Suspense>
      )}
      {memo.reactions.length > 0 && (
        <Suspense fallback={<ReactionPlace />}>
          <ReactionRow memo={memo} actions={actions} />
        </Suspense>
      )}
    </>
  );
}

/** Room for a row of reactions. */
const ReactionPlace = () => (
  <div className="reactions">
    <span className="reaction">{"\u00a0"}</span>
  </div>
);
