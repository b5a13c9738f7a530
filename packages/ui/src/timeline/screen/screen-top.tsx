import type { MemoView } from "@tidemark/core/router";
import { type ReactNode, Suspense, useLayoutEffect, useRef } from "react";
import { Composer } from "../../editor/composer/composer.tsx";
import { lazyComponent } from "../../lazy/lazy-component.ts";
import { usePhone } from "../../state/use-phone.ts";
import type { MemoScreenModel } from "./use-memo-screen.ts";

const SearchStrip = lazyComponent(
  async () => (await import("../../search/search-strip.tsx")).SearchStrip,
);
const SaveAsView = lazyComponent(async () => (await import("./save-as-view.tsx")).SaveAsView);
const FirstRunCard = lazyComponent(async () => (await import("./first-run-card.tsx")).FirstRunCard);
const PutAwayBar = lazyComponent(async () => (await import("./put-away-bar.tsx")).PutAwayBar);
const ListFailure = lazyComponent(async () => (await import("./empty-state.tsx")).ListFailure);
const PinnedLine = lazyComponent(async () => (await import("../list/pinned-line.tsx")).PinnedLine);
const TagChip = lazyComponent(async () => (await import("./tag-chip.tsx")).TagChip);

interface PartProps {
  readonly screen: MemoScreenModel;
}

/** Content between the header and the list. */
export function ScreenTop({ screen, bar }: PartProps & { readonly bar: ReactNode }) {
  const { view, address, scope, isSearch, timeline, results, isGone } = screen;
  const isPutAway = view === "archive" || view === "trash";
  return (
    <>
      {isSearch && (
        <Suspense fallback={<div className="search-strip" />}>
          <SearchStrip address={address} scope={scope} list={timeline} results={results}>
            <SaveAsView address={address} scope={scope} />
          </SearchStrip>
        </Suspense>
      )}
      {view === "timeline" && <Writing screen={screen} />}
      {isPutAway && !isSearch && (
        <Suspense fallback={<div className="view-bar" />}>
          <PutAwayBar view={view} />
        </Suspense>
      )}
      {!isSearch && bar}
      {scope === "view" && address.tag !== undefined && (
        <ChosenTag screen={screen} tag={address.tag} />
      )}
      {timeline.pinned.length > 0 && <Pinned memos={timeline.pinned} />}
      {timeline.error !== null && results.problem === null && !isGone && (
        <Suspense>
          <ListFailure retry={timeline.retry} />
        </Suspense>
      )}
    </>
  );
}

function Writing({ screen: { address, isWholeView, isFirstRun } }: PartProps) {
  // A phone has its composer in a sheet.
  const isPhone = usePhone() !== null;
  return (
    <>
      {/* Hidden, not unmounted: its draft and a recording continue. */}
      {!isPhone && (
        <div hidden={!isWholeView}>
          <Composer listed={address.tag} />
        </div>
      )}
      {isFirstRun && isWholeView && (
        <Suspense>
          <FirstRunCard />
        </Suspense>
      )}
    </>
  );
}

function ChosenTag({ screen, tag }: PartProps & { readonly tag: string }) {
  const { home, goTo } = screen;
  const { q = "" } = screen.address;
  const search = q === "" ? {} : { q };
  return (
    <Suspense fallback={<div className="h-[38px]" />}>
      <TagChip
        choice={tag}
        clear={() => goTo({ ...home, ...search })}
        choose={(choice) => goTo({ ...home, tag: choice, ...search })}
      />
    </Suspense>
  );
}

function Pinned({ memos }: { readonly memos: readonly MemoView[] }) {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => makeRoom(line.current), []);
  return (
    <div ref={line} className="h-10 pointer-coarse:h-11">
      <Suspense>
        <PinnedLine memos={memos} />
      </Suspense>
    </div>
  );
}

/**
 * Scrolls by the line's height if a memo has the focus when the line appears, to keep it in place. Further
 * down the browser's scroll anchoring does this.
 */
function makeRoom(line: HTMLElement | null): void {
  const scroller = line?.closest("[data-scroller]");
  const isActing = document.activeElement?.closest("article") ?? null;
  if (line === null || !scroller || scroller.scrollTop > 0 || isActing === null) return;
  scroller.scrollTop = line.offsetHeight;
}
