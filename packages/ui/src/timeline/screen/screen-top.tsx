import { type ReactNode, Suspense } from "react";
import { Composer } from "../../editor/composer/composer.tsx";
import { lazyPart } from "../../lazy/lazy-part.ts";
import { PinnedLine } from "../list/pinned-line.tsx";
import type { MemoScreenModel } from "./use-memo-screen.ts";

const SearchStrip = lazyPart(
  async () => (await import("../../search/search-strip.tsx")).SearchStrip,
);
const SaveAsView = lazyPart(async () => (await import("./save-as-view.tsx")).SaveAsView);
const FirstRunCard = lazyPart(async () => (await import("./first-run-card.tsx")).FirstRunCard);
const PutAwayBar = lazyPart(async () => (await import("./put-away-bar.tsx")).PutAwayBar);
const ListFailure = lazyPart(async () => (await import("./empty-state.tsx")).ListFailure);
const TagChip = lazyPart(async () => (await import("./tag-chip.tsx")).TagChip);

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
      {timeline.pinned.length > 0 && <PinnedLine memos={timeline.pinned} />}
      {timeline.error !== null && results.problem === null && !isGone && (
        <Suspense>
          <ListFailure retry={timeline.retry} />
        </Suspense>
      )}
    </>
  );
}

function Writing({ screen: { isWholeView, isFirstRun } }: PartProps) {
  return (
    <>
      {/* Hidden, not unmounted: its draft and a recording continue. */}
      <div hidden={!isWholeView}>
        <Composer />
      </div>
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
