import type { MemoView } from "@tidemark/core/router";
import { memo as memoComponent, type ReactNode } from "react";
import { useLanguage } from "../language/language.ts";
import { memoHref, tagHref } from "../state/view-address.ts";
import { MemoWords, useMemoName } from "../tags/memo-words.tsx";
import { momentLabel } from "../time/day-label.ts";
import type { TaskBlock, TaskRow } from "./task-blocks.ts";
import { taskStrings } from "./strings.ts";
import { memoMoment, memoName, placeOf } from "./task-names.ts";
import { MoreItem, TaskItem } from "./task-item.tsx";

interface TaskGroupProps {
  readonly block: TaskBlock;
  readonly nowMs: number;
  onTick(row: TaskRow, checked: boolean): void;
  onTag(tag: string): void;
  onFocus(key: string): void;
}

/** Tasks of one memo or tag, under a heading that links to it. */
export const TaskGroup = memoComponent(function TaskGroup(props: TaskGroupProps) {
  useLanguage();
  const { block, nowMs, onTick, onTag } = props;
  const { heading } = block;
  const memo = heading.by === "memo" ? heading.memo : null;
  const name = heading.by === "memo" ? memoName(heading.memo, nowMs) : tagName(heading.tag);
  const label = useMemoName(memo, name);
  return (
    <section
      className="task-group"
      data-first={block.isFirst || undefined}
      data-last={block.isLast || undefined}
      onFocus={() => props.onFocus(block.key)}
    >
      {block.isFirst && (
        <header className="task-heading">
          {heading.by === "memo" ? (
            <MemoHeading memo={heading.memo} name={name} nowMs={nowMs} onTag={onTag} />
          ) : (
            <h2 dir="auto">
              {heading.tag === null ? name : <TagLink tag={heading.tag} onTag={onTag} />}
            </h2>
          )}
          {block.open !== null && (
            <span className="task-count">{taskStrings.open(block.open)}</span>
          )}
        </header>
      )}
      <ul aria-label={label} className="task-sheet">
        {block.rows.map((row) =>
          row.kind === "more" ? (
            <MoreItem key={row.key} row={row} />
          ) : (
            <TaskItem
              key={row.key}
              row={row}
              place={placeOf(row, { namesMemo: heading.by === "tag", nowMs })}
              onTick={onTick}
              onTag={onTag}
            />
          ),
        )}
      </ul>
    </section>
  );
});

/** Number of tags shown next to a memo's name. */
const shownTags = 3;

function MemoHeading({
  memo,
  name,
  nowMs,
  onTag,
}: {
  readonly memo: MemoView;
  readonly name: string;
  readonly nowMs: number;
  onTag(tag: string): void;
}): ReactNode {
  useLanguage();
  const moment = memoMoment(memo, nowMs);
  return (
    <>
      <h2 dir="auto">
        <a href={memoHref(memo.id)}>
          <MemoWords memo={memo}>{name}</MemoWords>
        </a>
      </h2>
      <span className="task-meta">
        {name !== moment && (
          <time
            dateTime={new Date(memo.createdMs).toISOString()}
            title={momentLabel(memo.createdMs)}
          >
            {moment}
          </time>
        )}
        {memo.tags.slice(0, shownTags).map((tag) => (
          <TagLink key={tag} tag={tag} isQuiet onTag={onTag} />
        ))}
      </span>
    </>
  );
}

function TagLink(props: {
  readonly tag: string;
  /** True if it isn't a tab stop: it may be clipped, and the sidebar has it too. */
  readonly isQuiet?: boolean;
  onTag(tag: string): void;
}) {
  const { tag, isQuiet = false, onTag } = props;
  return (
    <a
      tabIndex={isQuiet ? -1 : undefined}
      href={tagHref(tag)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onTag(tag);
      }}
    >
      #{tag}
    </a>
  );
}

function tagName(tag: string | null): string {
  return tag === null ? taskStrings.withoutTag : `#${tag}`;
}
