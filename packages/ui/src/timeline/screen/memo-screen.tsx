import { type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { useListKeys } from "../../keyboard/use-list-keys.ts";
import { lazyComponent } from "../../lazy/lazy-component.ts";
import { OpenedOnce } from "../../lazy/opened-once.tsx";
import { useMemoActions } from "../../memo/memo-actions.ts";
import type { ViewName } from "../../state/view-address.ts";
import type { MemoCardProps } from "../card/memo-card.tsx";
import type { OpenMenu } from "../card/memo-menu.tsx";
import { BesideList } from "./beside-list.tsx";
import { MemoFeed } from "./memo-feed.tsx";
import { ScreenHeader } from "./screen-header.tsx";
import { ScreenTop } from "./screen-top.tsx";
import { type MemoScreenModel, useMemoScreen } from "./use-memo-screen.ts";

const EmptySearch = lazyComponent(async () => (await import("./empty-search.tsx")).EmptySearch);
const EmptyState = lazyComponent(async () => (await import("./empty-state.tsx")).EmptyState);
const SelectBar = lazyComponent(
  async () => (await import("../../selection/select-bar.tsx")).SelectBar,
);
const SayWhereItIs = lazyComponent(
  async () => (await import("../list/say-where-it-is.ts")).SayWhereItIs,
);
const MemoMenu = lazyComponent(async () => (await import("../card/memo-menu.tsx")).MemoMenu);

interface MemoScreenProps {
  readonly view: ViewName;
  /** Bar above the list, hidden during a search. */
  readonly bar?: ReactNode;
  /** Replaces the default empty state. */
  readonly empty?: ReactNode;
  /** Shows the author in lists with memos of many people. */
  readonly Author?: MemoCardProps["Author"];
}

/** Screen of the timeline, archive, trash and search results: one list and the content above it. */
export function MemoScreen({ view, bar, empty, Author }: MemoScreenProps) {
  const screen = useMemoScreen(view);
  const { address, timeline, results, isSearch } = screen;
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const actions = useMemoActions();
  const keys = useListKeys();
  const openMenu = useCallback(
    (memo: OpenMenu["memo"], anchor: HTMLElement, part?: OpenMenu["part"]) =>
      setMenu({ memo, anchor, part }),
    [],
  );
  return (
    <div
      ref={scroller}
      data-scroller
      data-density={screen.density}
      data-of-many={Author !== undefined || undefined}
      className="flex h-full min-w-0 grow justify-center overflow-y-auto [scroll-padding-block:104px_32px]"
    >
      <main
        tabIndex={-1}
        data-columns={screen.columns}
        className="memo-screen h-max min-h-full w-full max-w-[712px] min-w-0 outline-none"
      >
        <ScreenHeader title={screen.title} address={address} results={results} />
        <div className="px-4 pb-16">
          <ScreenTop screen={screen} bar={bar} />
          {timeline.isEmpty || screen.isGone ? (
            <NoMemos screen={screen} empty={empty} />
          ) : (
            <MemoFeed {...{ screen, scroller, keys, actions, Author, openMenu }} />
          )}
        </div>
        <Suspense>
          <SayWhereItIs input={screen.listed} timeline={timeline} />
        </Suspense>
        {screen.isSelecting && (
          <Suspense>
            <SelectBar rows={timeline.rows} />
          </Suspense>
        )}
        <OpenedOnce isOpen={menu !== null}>
          <MemoMenu menu={menu} actions={actions} close={() => setMenu(null)} />
        </OpenedOnce>
      </main>
      <BesideList isSearch={isSearch} nowMs={timeline.nowMs} />
    </div>
  );
}

function NoMemos(props: { readonly screen: MemoScreenModel; readonly empty: ReactNode }) {
  const { view, address, scope, home, isFirstRun, isSearch, timeline, goTo } = props.screen;
  if (timeline.isEmpty && isSearch) {
    return (
      <Suspense>
        <EmptySearch address={address} scope={scope} />
      </Suspense>
    );
  }
  if (timeline.isEmpty && props.empty !== undefined) return props.empty;
  return (
    <Suspense>
      <EmptyState
        view={view}
        tag={address.tag}
        saved={address.saved}
        isFirstRun={isFirstRun}
        clear={() => goTo(home)}
      />
    </Suspense>
  );
}
