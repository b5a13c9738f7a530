import type { ViewName } from "../../state/view-address.ts";
import { useLanguage } from "../../language/language.ts";
import { EmptyMessage } from "../../feedback/empty-message.tsx";
import { timelineStrings } from "../strings.ts";
import { emptyStrings } from "./empty-strings.ts";
import { ExampleMemo } from "./example-memo.tsx";

interface EmptyStateProps {
  readonly view: ViewName;
  readonly tag: string | undefined;
  /** Nothing was ever written: an example shows how. */
  readonly isFirstRun: boolean;
  clear(): void;
}

/** What a list says when it has nothing to show, and what to do about it. */
export function EmptyState({ view, tag, isFirstRun, clear }: EmptyStateProps) {
  useLanguage();
  if (tag !== undefined) {
    return (
      <EmptyMessage
        title={emptyStrings.noMatch}
        body={emptyStrings.noTagMatches(tag)}
        action={emptyStrings.clearFilters}
        act={clear}
      />
    );
  }
  return (
    <>
      <EmptyMessage title={emptyStrings.titles[view]} body={emptyStrings.bodies[view]} />
      {view === "timeline" && isFirstRun && <ExampleMemo />}
    </>
  );
}

/** The list could not be read at all. */
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
