import type { ViewName } from "../../state/view-address.ts";
import { focusComposer } from "../../focus/focus-composer.ts";
import { timelineStrings } from "../strings.ts";

interface EmptyStateProps {
  readonly view: ViewName;
  readonly search: string;
  readonly tag: string | undefined;
  clear(): void;
}

/** What a list says when it has nothing to show, and what to do about it. */
export function EmptyState({ view, search, tag, clear }: EmptyStateProps) {
  const filters = [
    ...(search.trim() === "" ? [] : [`“${search.trim()}”`]),
    ...(tag === undefined ? [] : [`“#${tag}”`]),
  ];
  if (filters.length > 0) {
    return (
      <Message
        title={timelineStrings.noMatch}
        body={timelineStrings.noMatchBody(filters)}
        action={timelineStrings.clearFilters}
        act={clear}
      />
    );
  }
  return (
    <Message
      title={timelineStrings.views[view].empty}
      body={timelineStrings.emptyBody[view]}
      {...(view === "timeline" ? { action: timelineStrings.newMemo, act: focusComposer } : {})}
    />
  );
}

/** The list could not be read at all. */
export function ListFailure({ retry }: { retry(): void }) {
  return (
    <div role="alert" className="mt-4">
      <Message title={timelineStrings.loadMoreFailed} action={timelineStrings.retry} act={retry} />
    </div>
  );
}

function Message(props: {
  readonly title: string;
  readonly body?: string;
  readonly action?: string;
  act?(): void;
}) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-14 text-center">
      <p className="text-dialog font-semibold">{props.title}</p>
      {props.body !== undefined && props.body !== "" && <p className="text-text-2">{props.body}</p>}
      {props.action !== undefined && (
        <button type="button" className="button mt-4" onClick={props.act}>
          {props.action}
        </button>
      )}
    </div>
  );
}
