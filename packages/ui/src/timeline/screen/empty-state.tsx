import { readTagChoice } from "@tidemark/core/tag-branch";
import { useSyncStatus, useViews } from "../../data/queries.ts";
import { useLacks } from "../../shell/use-lacks.ts";
import { setUi } from "../../state/ui-state.ts";
import type { ViewName } from "../../state/view-address.ts";
import { useLanguage } from "../../language/language.ts";
import { EmptyMessage } from "../../feedback/empty-message.tsx";
import { timelineStrings } from "../strings.ts";
import { emptyStrings } from "./empty-strings.ts";
import { ExampleMemo } from "./example-memo.tsx";

interface EmptyStateProps {
  readonly view: ViewName;
  readonly tag: string | undefined;
  /** Id of the shown view of the user. */
  readonly saved: string | undefined;
  /** True if no memo was ever written; the state then shows an example. */
  readonly isFirstRun: boolean;
  clear(): void;
}

/** Message and action for an empty list. */
export function EmptyState({ view, tag, saved, isFirstRun, clear }: EmptyStateProps) {
  useLanguage();
  const status = useSyncStatus().data;
  const isConnecting = useLacks("servers") && status?.state === "local";
  // On a new device, the first memos come after the first empty answer. A browser connects without being asked.
  if (isConnecting || (status?.state === "syncing" && status.lastSyncedMs === null)) {
    return <EmptyMessage title={emptyStrings.arriving} body={emptyStrings.arrivingBody} />;
  }
  if (tag !== undefined) {
    return (
      <EmptyMessage
        title={emptyStrings.noMatch}
        body={emptyStrings.noTagMatches(readTagChoice(tag).tag)}
        action={emptyStrings.clearFilters}
        act={clear}
      />
    );
  }
  if (saved !== undefined) return <EmptyView id={saved} clear={clear} />;
  return (
    <>
      <EmptyMessage title={emptyStrings.titles[view]} body={emptyStrings.bodies[view]} />
      {view === "timeline" && isFirstRun && <ExampleMemo />}
    </>
  );
}

function EmptyView({ id, clear }: { readonly id: string; clear(): void }) {
  useLanguage();
  const view = useViews().data?.find((each) => each.id === id);
  if (view === undefined) {
    return (
      <EmptyMessage title={emptyStrings.viewGone} action={emptyStrings.toTimeline} act={clear} />
    );
  }
  const { title, filter, icon } = view;
  return (
    <EmptyMessage
      title={emptyStrings.viewIsEmpty}
      body={emptyStrings.viewIsEmptyBody(title)}
      action={emptyStrings.editView}
      act={() => setUi({ editedView: { id, title, filter, icon } })}
    />
  );
}

/** Shown when the list couldn't be loaded at all. */
export function ListFailure({ retry }: { retry(): void }) {
  useLanguage();
  return (
    <div role="alert" className="mt-4">
      <EmptyMessage
        title={timelineStrings.loadMoreFailed}
        action={timelineStrings.retry}
        act={retry}
      />
    </div>
  );
}
