import type { MemoView } from "@tidemark/core/router";
import { useLayoutEffect, useRef } from "react";
import { useLanguage } from "../language/language.ts";
import { memoHref } from "../state/view-address.ts";
import { useIsBlurred } from "../tags/blur.ts";
import { MemoWords, useMemoName } from "../tags/memo-words.tsx";
import type { MoreRow, TaskRow } from "./task-blocks.ts";
import { taskStrings } from "./strings.ts";
import { TaskText } from "./task-text.tsx";

interface TaskItemProps {
  readonly row: TaskRow;
  /** Memo, heading or parent task of the task. */
  readonly place: string | null;
  onTick(row: TaskRow, checked: boolean): void;
  onTag(tag: string): void;
}

/** Task with its box, text and place. */
export function TaskItem({ row, place, onTick, onTag }: TaskItemProps) {
  useLanguage();
  const { memo, line } = row;
  const isNamed = !useIsBlurred(memo) && line.text !== "";
  const box = useRef<HTMLInputElement>(null);
  // The box is checked at once, and then corrected to the memo's state.
  useLayoutEffect(() => {
    if (box.current !== null) box.current.checked = line.checked;
  }, [memo, line.checked]);
  return (
    <li className="task-item" data-task-key={row.key} data-task-memo={memo.id}>
      <label className="task-box">
        <input
          ref={box}
          type="checkbox"
          aria-label={isNamed ? line.text : taskStrings.numbered(line.index + 1)}
          defaultChecked={line.checked}
          onChange={({ currentTarget }) => onTick(row, currentTarget.checked)}
        />
      </label>
      <MemoWords memo={memo}>
        <TaskText source={line.source} onTag={onTag} />
      </MemoWords>
      {place !== null && <Crumb memo={memo} place={place} />}
    </li>
  );
}

function Crumb({ memo, place }: { readonly memo: MemoView; readonly place: string }) {
  return (
    <a href={memoHref(memo.id)} className="task-crumb" title={useMemoName(memo, place)}>
      <bdi>
        <MemoWords memo={memo}>{place}</MemoWords>
      </bdi>
    </a>
  );
}

/** Link to the tasks that aren't listed. */
export function MoreItem({ row }: { readonly row: MoreRow }) {
  useLanguage();
  return (
    <li className="task-item">
      <a href={memoHref(row.memo.id)} className="task-more">
        {taskStrings.moreInMemo(row.count)}
      </a>
    </li>
  );
}
