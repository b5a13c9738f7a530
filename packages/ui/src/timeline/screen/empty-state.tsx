import type { ViewName } from "../../state/view-address.ts";
import { useLanguage } from "../../language/language.ts";
import { EmptyMessage } from "../../feedback/empty-message.tsx";
import { timelineStrings } from "../strings.ts";

interface EmptyStateProps {
  readonly view: ViewName;
  readonly search: string;
  readonly tag: string | undefined;
  clear(): void;
}

/** What a list says when it has nothing to show, and what to do about it. */
export function EmptyState({ view, search, tag, clear }: EmptyStateProps) {
  useLanguage();
  const words = search.trim();
  if (words !== "" || tag !== undefined) {
    return (
      <EmptyMessage
        title={timelineStrings.noMatch}
        body={whatLeavesNothing(words, tag)}
        action={timelineStrings.clearFilters}
        act={clear}
      />
    );
  }
  return (
    <EmptyMessage
      title={timelineStrings.views[view].empty}
      {...(view === "archive" ? {} : { body: timelineStrings.emptyBody[view] })}
    />
  );
}

function whatLeavesNothing(words: string, tag: string | undefined): string {
  if (tag === undefined) return timelineStrings.noWordMatches(words);
  return words === ""
    ? timelineStrings.noTagMatches(tag)
    : timelineStrings.neitherMatches(words, tag);
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
