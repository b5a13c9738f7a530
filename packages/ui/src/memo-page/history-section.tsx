import type { RevisionRecord } from "@tidemark/core";
import type { MemoView } from "@tidemark/core/router";
import { Suspense, useDeferredValue, useState } from "react";
import { useProfile } from "../data/queries.ts";
import { useRevisions } from "../data/asked/memo-queries.ts";
import { historyStrings } from "../history/strings.ts";
import { versionWords } from "../history/version-words.ts";
import { useLanguage } from "../language/language.ts";
import { componentOnDemand } from "../lazy/lazy-component.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { setUi } from "../state/ui-state.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { dayLabel, momentLabel, timeLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { PanelSection } from "./panel-section.tsx";
import { pageStrings } from "./strings.ts";

const VersionText = componentOnDemand(
  async () => (await import("../history/version-text.tsx")).VersionText,
);

/** Version history on a slider, to browse, compare and restore. */
export function HistorySection({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const revisions = useRevisions(memo.id).data ?? [];
  // Oldest first, from left to right.
  const versions = revisions.toReversed();
  if (versions.length === 0) return null;
  return (
    <PanelSection title={pageStrings.history} note={pageStrings.versions(versions.length)}>
      <Scrubber memo={memo} versions={versions} />
    </PanelSection>
  );
}

function Scrubber(props: {
  readonly memo: MemoView;
  readonly versions: readonly RevisionRecord[];
}) {
  useLanguage();
  const { memo, versions } = props;
  const nowMs = useDay();
  const actions = useMemoActions();
  const user = useProfile().data?.user;
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.min(chosen ?? versions.length - 1, versions.length - 1);
  const version = versions[index];
  // Rendering a long text must not block the slider.
  const shown = useDeferredValue(version);
  if (version === undefined || shown === undefined) return null;
  const momentOf = ({ atMs }: RevisionRecord): string =>
    `${dayLabel(atMs, nowMs)} ${timeLabel(atMs)}`;
  const isOwn = memo.author === null && memo.deletedMs === null;
  return (
    <>
      {versions.length > 1 && (
        <input
          type="range"
          className="scrubber"
          aria-label={pageStrings.version}
          aria-valuetext={momentOf(version)}
          min={0}
          max={versions.length - 1}
          step={1}
          value={index}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      )}
      <p className="text-small">
        <span className="font-[550] tabular-nums">{momentOf(version)}</span>{" "}
        <span className="text-text-2">{versionWords(version, user)}</span>
      </p>
      {chosen !== null && (
        <div className="scrubbed-text">
          <Suspense>
            <MemoWords memo={memo} place="page">
              <VersionText
                version={shown.content}
                current={memo.content}
                shows="text"
                label={historyStrings.version(momentLabel(shown.atMs))}
              />
            </MemoWords>
          </Suspense>
        </div>
      )}
      <div className="mt-2 flex gap-2">
        <button
          type="button"
          className="button"
          onClick={() => setUi({ history: { id: memo.id, isAtMerge: false, version: version.id } })}
        >
          {pageStrings.compare}
        </button>
        {isOwn && version.content !== memo.content && (
          <button
            type="button"
            className="inline-flex min-h-8 items-center rounded-control px-2 font-medium text-text-2 hover:bg-hover hover:text-text"
            onClick={() => actions.restoreVersion(memo, version.id)}
          >
            {pageStrings.restore}
          </button>
        )}
      </div>
    </>
  );
}
