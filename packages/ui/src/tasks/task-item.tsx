import { useLayoutEffect, useRef } from "react";
import { useLanguage } from "../language/language.ts";
import { memoHref } from "../state/view-address.ts";
import type { MoreRow, TaskRow } from "./task-blocks.ts";
import { taskStrings } from "./strings.ts";
import { TaskText } from "./task-text.tsx";

interface TaskItemProps {
  readonly row: TaskRow;
  /** Where it stands. */
  readonly place: string | null;
  onTick(row: TaskRow, checked: boolean): void;
  onTag(tag: string): void;
}

/** One task: its box, what it says, and where it stands. */
export function TaskItem({ row, place, onTick, onTag }: TaskItemProps) {
  useLanguage();
  const { memo, line } = row;
  const box = useRef<HTMLInputElement>(null);
  // The box is ticked at once, and what the memo says then has the last word.
  useLayoutEffect(() => {
    if (box.current !== null) box.current.checked = line.checked;
  }, [memo, line.checked]);
  return (
    <li className="task-item" data-task-key={row.key} data-task-memo={memo.id}>
      <label className="task-box">
        <input
          ref={box}
          type="checkbox"
          aria-label={line.text === "" ? taskStrings.numbered(line.index + 1) : line.text}
          defaultChecked={line.checked}
          onChange={({ currentTarget }) => onTick(row, currentTarget.checked)}
        />
      </label>
      <TaskText source={line.source} onTag={onTag} />
      {place !== null && (
        <a href={memoHref(memo.id)} className="task-crumb" title={place}>
          <bdi>{place}</bdi>
        </a>
      )}
    </li>
  );
}

/** Leads to what is not listed. */
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
