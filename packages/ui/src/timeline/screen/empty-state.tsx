import { readTagChoice } from "@tidemark/core/tag-branch";
import type { ViewName } from "../../state/view-address.ts";
import { useLanguage } from "../../language/language.ts";
import { EmptyMessage } from "../../feedback/empty-message.tsx";
import { timelineStrings } from "../strings.ts";
import { emptyStrings } from "./empty-strings.ts";
import { ExampleMemo } from "./example-memo.tsx";

interface EmptyStateProps {
  readonly view: ViewName;
  readonly search: string;
  readonly tag: string | undefined;
  /** Nothing was ever written: an example shows how. */
  readonly isFirstRun: boolean;
  clear(): void;
}

/** What a list says when it has nothing to show, and what to do about it. */
export function EmptyState({ view, search, tag, isFirstRun, clear }: EmptyStateProps) {
  useLanguage();
  const words = search.trim();
  if (words !== "" || tag !== undefined) {
    return (
      <EmptyMessage
        title={emptyStrings.noMatch}
        body={whatLeavesNothing(words, tag)}
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

function whatLeavesNothing(words: string, choice: string | undefined): string {
  if (choice === undefined) return emptyStrings.noWordMatches(words);
  const { tag } = readTagChoice(choice);
  return words === "" ? emptyStrings.noTagMatches(tag) : emptyStrings.neitherMatches(words, tag);
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
