import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useClient } from "../data/client.tsx";
import { useCounts } from "../data/queries.ts";
import { openRandom } from "../keyboard/open-random.ts";
import { useKeysFromNowhere } from "../keyboard/use-keys-from-nowhere.ts";
import { useLanguage } from "../language/language.ts";
import { lazyPart } from "../lazy/lazy-part.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { EmptySearch } from "../search/found/empty-search.tsx";
import { SearchPanel } from "../search/search-panel.tsx";
import { SearchStrip } from "../search/search-strip.tsx";
import { useSearchResults } from "../search/use-search-results.ts";
import { useSidePanel } from "../state/use-side-panel.ts";
import { setUi } from "../state/ui-state.ts";
import { useGoTo, useGoToMemo, useViewAddress, withAllUnder } from "../state/view-address.ts";
import { useDay } from "../time/use-day.ts";
import { MemoList } from "../timeline/list/memo-list.tsx";
import { useHistoryEntry } from "../timeline/list/scroll-memory.ts";
import { EmptyState, ListFailure } from "../timeline/screen/empty-state.tsx";
import { SaveAsView } from "../timeline/screen/save-as-view.tsx";
import { headingTop, ScreenHeader } from "../timeline/screen/screen-header.tsx";
import { TagChip } from "../timeline/screen/tag-chip.tsx";
import { ViewBar } from "../timeline/screen/view-bar.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { keepDone, letGo, pointAtTasks, watchDone } from "./done-lines.ts";
import { taskStrings } from "./strings.ts";
import type { TaskRow } from "./task-blocks.ts";
import { TaskGroup } from "./task-group.tsx";
import { taskKeyHandler } from "./task-keys.ts";
import { useTaskBlocks } from "./use-task-blocks.ts";
import { useTaskFocus } from "./use-task-focus.ts";

const SidePanel = lazyPart(async () => (await import("../side/side-panel.tsx")).SidePanel);

const noHeadings: readonly number[] = [];

/** The open tasks of one's memos as lines, by memo or by tag. */
export function TasksScreen() {
  const language = useLanguage();
  const address = useViewAddress();
  const { q = "", tag, by } = address;
  const isSearch = q.trim() !== "";
  const client = useClient();
  const isByTag = by === "tag" && tag === undefined;
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const actions = useMemoActions();
  const nowMs = useDay();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const tasks = useTaskBlocks({ search: q, tag: tag ?? null, isByTag });
  const { blocks } = tasks;
  const results = useSearchResults(q, tasks);
  const historyEntry = useHistoryEntry();
  const hasPanel = useSidePanel();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = blocks.findIndex(({ key }) => key === activeKey);

  useEffect(() => {
    document.title = timelineStrings.pageTitle(timelineStrings.views.tasks.title);
  }, [language]);
  useEffect(() => setUi({ editingId: null }), []);
  useEffect(watchDone, []);
  useTaskFocus(blocks, list);
  const openAny = (): void => void openRandom(client, goToMemo);
  useKeysFromNowhere({ goTo, openRandom: openAny });

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
  const group = (way: "memo" | "tag"): void =>
    goTo({ view: "tasks", q, ...(way === "tag" && { by: "tag" }) }, { replace: true });

  return (
    <div
      ref={scroller}
      data-scroller
      className="flex h-full min-w-0 grow justify-center overflow-y-auto [scroll-padding-block:72px_32px]"
    >
      <main
        tabIndex={-1}
        className="memo-screen h-max min-h-full w-full max-w-[712px] min-w-0 outline-none"
      >
        <ScreenHeader
          title={timelineStrings.views.tasks.title}
          address={address}
          results={results}
        />
        <div className="px-4 pb-16">
          {isSearch && (
            <SearchStrip address={address} scope="view" list={tasks} results={results}>
              <GroupedBy isByTag={isByTag} group={group} />
              <SaveAsView address={address} scope="view" />
            </SearchStrip>
          )}
          {!isSearch && <TasksBar isByTag={isByTag} group={group} />}
          {tag !== undefined && (
            <TagChip
              choice={tag}
              clear={() => goTo({ view: "tasks", q })}
              choose={(choice) => goTo({ view: "tasks", q, tag: choice })}
            />
          )}
          {tasks.error !== null && results.problem === null && <ListFailure retry={tasks.retry} />}
          {tasks.isEmpty && isSearch ? (
            <EmptySearch address={address} scope="view" />
          ) : tasks.isEmpty ? (
            <EmptyState
              view="tasks"
              tag={tag}
              saved={undefined}
              isFirstRun={false}
              clear={() => goTo({ view: "tasks" })}
            />
          ) : (
            <div
              ref={list}
              className="task-list max-rail:-mx-4"
              onKeyDown={taskKeyHandler({
                goTo,
                openMemo: goToMemo,
                openRandom: openAny,
              })}
              onPointerEnter={({ pointerType }) => pointAtTasks(pointerType !== "touch")}
              onPointerLeave={() => pointAtTasks(false)}
              onBlur={() => setTimeout(letGo)}
            >
              <MemoList
                key={isByTag ? "tag" : "memo"}
                rows={blocks}
                label={taskStrings.list}
                role="group"
                isBusy={tasks.isFetching}
                headings={noHeadings}
                keepMounted={active === -1 ? noHeadings : [active]}
                scrollRef={scroller}
                historyEntry={historyEntry}
                stickyTop={headingTop}
                layout={isByTag ? "tag" : "memo"}
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
          )}
        </div>
      </main>
      {hasPanel && (
        <Suspense fallback={<aside className="side-panel" />}>
          {isSearch ? <SearchPanel /> : <SidePanel nowMs={nowMs} />}
        </Suspense>
      )}
    </div>
  );
}

interface GroupedByProps {
  readonly isByTag: boolean;
  group(way: "memo" | "tag"): void;
}

function TasksBar(props: GroupedByProps) {
  useLanguage();
  const counts = useCounts().data;
  const words =
    counts === undefined || counts.openTasks === 0
      ? ""
      : taskStrings.summary(counts.openTasks, counts.openTaskMemos);
  return <ViewBar words={words}>{words !== "" && <GroupedBy {...props} />}</ViewBar>;
}

function GroupedBy({ isByTag, group }: GroupedByProps) {
  useLanguage();
  return (
    <div role="group" aria-label={taskStrings.groupedBy} className="segments">
      <button type="button" aria-pressed={!isByTag} onClick={() => group("memo")}>
        {taskStrings.byMemo}
      </button>
      <button type="button" aria-pressed={isByTag} onClick={() => group("tag")}>
        {taskStrings.byTag}
      </button>
    </div>
  );
}
