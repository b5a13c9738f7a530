import { useEffect, useRef } from "react";
import { useCounts } from "../data/queries.ts";
import { useListKeys } from "../keyboard/use-list-keys.ts";
import { useLanguage } from "../language/language.ts";
import { EmptySearch } from "../timeline/screen/empty-search.tsx";
import { SearchStrip } from "../search/search-strip.tsx";
import { useSearchResults } from "../search/use-search-results.ts";
import { setUi } from "../state/ui-state.ts";
import { useGoTo, useViewAddress, type ViewAddress } from "../state/view-address.ts";
import { useDay } from "../time/use-day.ts";
import { BesideList } from "../timeline/screen/beside-list.tsx";
import { EmptyState, ListFailure } from "../timeline/screen/empty-state.tsx";
import { SaveAsView } from "../timeline/screen/save-as-view.tsx";
import { ScreenHeader } from "../timeline/screen/screen-header.tsx";
import { TagChip } from "../timeline/screen/tag-chip.tsx";
import { ViewBar } from "../timeline/screen/view-bar.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { watchDone } from "./done-lines.ts";
import { taskStrings } from "./strings.ts";
import { TaskFeed } from "./task-feed.tsx";
import { useTaskBlocks } from "./use-task-blocks.ts";
import { useTaskFocus } from "./use-task-focus.ts";

/** Screen of the user's open tasks, by memo or by tag. */
export function TasksScreen() {
  const language = useLanguage();
  const address = useViewAddress();
  const { q = "", tag, by } = address;
  const isSearch = q.trim() !== "";
  const isByTag = by === "tag" && tag === undefined;
  const goTo = useGoTo();
  const nowMs = useDay();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const tasks = useTaskBlocks({ search: q, tag: tag ?? null, isByTag });
  const results = useSearchResults(q, tasks);
  const keys = useListKeys();

  useEffect(() => {
    document.title = timelineStrings.pageTitle(timelineStrings.views.tasks.title);
  }, [language]);
  useEffect(() => setUi({ editingId: null }), []);
  useEffect(watchDone, []);
  // Outside the list component, which unmounts with its last task.
  useTaskFocus(tasks.blocks, list);

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
          {isSearch ? (
            <SearchStrip address={address} scope="view" list={tasks} results={results}>
              <GroupedBy isByTag={isByTag} group={group} />
              <SaveAsView address={address} scope="view" />
            </SearchStrip>
          ) : (
            <TasksBar isByTag={isByTag} group={group} />
          )}
          {tag !== undefined && (
            <TagChip
              choice={tag}
              clear={() => goTo({ view: "tasks", q })}
              choose={(choice) => goTo({ view: "tasks", q, tag: choice })}
            />
          )}
          {tasks.error !== null && results.problem === null && <ListFailure retry={tasks.retry} />}
          {tasks.isEmpty ? (
            <NoTasks address={address} />
          ) : (
            <TaskFeed {...{ tasks, isByTag, keys, nowMs, scroller, list }} />
          )}
        </div>
      </main>
      <BesideList isSearch={isSearch} nowMs={nowMs} />
    </div>
  );
}

function NoTasks({ address }: { readonly address: ViewAddress }) {
  const goTo = useGoTo();
  if ((address.q ?? "").trim() !== "") return <EmptySearch address={address} scope="view" />;
  return (
    <EmptyState
      view="tasks"
      tag={address.tag}
      saved={undefined}
      isFirstRun={false}
      clear={() => goTo({ view: "tasks" })}
    />
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
