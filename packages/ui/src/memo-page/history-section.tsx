import type { RevisionRecord } from "@tidemark/core";
import type { MemoView } from "@tidemark/core/router";
import { useState } from "react";
import { useProfile, useRevisions } from "../data/queries.ts";
import { versionWords } from "../history/version-words.ts";
import { useLanguage } from "../language/language.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { setUi } from "../state/ui-state.ts";
import { dayLabel, timeLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { PanelSection } from "./panel-section.tsx";
import { pageStrings } from "./strings.ts";

/** The earlier texts of the memo on a line of time, to go along, to compare and to bring back. */
export function HistorySection({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const revisions = useRevisions(memo.id).data ?? [];
  // Oldest first, as time goes.
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
  if (version === undefined) return null;
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
      <div className="mt-2 flex gap-2">
        <button
          type="button"
          className="button"
          onClick={() => setUi({ history: { id: memo.id, isAtMerge: false } })}
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
