import { type RefObject, useCallback, useState } from "react";
import type { AnyList } from "../keyboard/list-keys.ts";
import { useLanguage } from "../language/language.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { useGoToMemo, withAllUnder } from "../state/view-address.ts";
import { MemoList } from "../timeline/list/memo-list.tsx";
import { useHistoryEntry } from "../timeline/list/scroll-memory.ts";
import { headingTop } from "../timeline/screen/screen-header.tsx";
import { keepDone, letGo, pointAtTasks } from "./done-lines.ts";
import { taskStrings } from "./strings.ts";
import type { TaskRow } from "./task-blocks.ts";
import { TaskGroup } from "./task-group.tsx";
import { taskKeyHandler } from "./task-keys.ts";
import type { useTaskBlocks } from "./use-task-blocks.ts";

const noHeadings: readonly number[] = [];

interface TaskFeedProps {
  readonly tasks: ReturnType<typeof useTaskBlocks>;
  readonly isByTag: boolean;
  readonly keys: AnyList;
  readonly nowMs: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
}

/** Groups of tasks, with keyboard and click handlers. */
export function TaskFeed({ tasks, isByTag, keys, nowMs, scroller, list }: TaskFeedProps) {
  useLanguage();
  const { blocks } = tasks;
  const { goTo } = keys;
  const openMemo = useGoToMemo();
  const actions = useMemoActions();
  const historyEntry = useHistoryEntry();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = blocks.findIndex(({ key }) => key === activeKey);
  const groupedBy = isByTag ? "tag" : "memo";

  const showTag = useCallback(
    (name: string) => goTo({ view: "timeline", tag: withAllUnder(name) }),
    [goTo],
  );
  const tick = useCallback(
    ({ key, memo, line }: TaskRow, checked: boolean) => {
      if (checked) keepDone(key);
      actions.toggleTask(memo.id, line.index, checked);
    },
    [actions],
  );
  return (
    <div
      ref={list}
      className="task-list max-rail:-mx-4"
      onKeyDown={taskKeyHandler({ ...keys, openMemo })}
      onPointerEnter={({ pointerType }) => pointAtTasks(pointerType !== "touch")}
      onPointerLeave={() => pointAtTasks(false)}
      onBlur={() => setTimeout(letGo)}
    >
      <MemoList
        key={groupedBy}
        rows={blocks}
        label={taskStrings.list}
        role="group"
        isBusy={tasks.isFetching}
        hasMore={tasks.hasMore}
        headings={noHeadings}
        keepMounted={active === -1 ? noHeadings : [active]}
        scrollRef={scroller}
        historyEntry={historyEntry}
        stickyTop={headingTop}
        layout={groupedBy}
        renderRow={(block) => (
          <TaskGroup
            key={block.key}
            block={block}
            nowMs={nowMs}
            onTick={tick}
            onTag={showTag}
            onFocus={setActiveKey}
          />
        )}
        onEnd={tasks.loadMore}
      />
    </div>
  );
}
