import { wordsToFilter } from "@tidemark/core/filter";
import type { SearchScope } from "@tidemark/core/router";
import { Bookmark } from "lucide-react";
import { useViews } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { setUi } from "../../state/ui-state.ts";
import type { ViewAddress } from "../../state/view-address.ts";
import { timelineStrings } from "../strings.ts";
import { userName } from "@tidemark/core/names";

interface SaveAsViewProps {
  readonly address: ViewAddress;
  readonly scope: SearchScope;
}

/** Opens the current search as a new view, to be named and edited before it is saved. */
export function SaveAsView({ address, scope }: SaveAsViewProps) {
  useLanguage();
  const views = useViews().data ?? [];
  const { view, q = "", saved } = address;
  const isList = scope === "view";
  // A view lists timeline memos; results from other places wouldn't appear in it.
  if (isList ? view === "archive" || view === "trash" : scope !== "all") return null;
  const base = views.find(({ id }) => id === saved)?.filter ?? "";
  const within = isList ? [base, ...filtersOf(address)] : [];
  const asked = [wordsToFilter(q).cel, ...within].filter((part) => part.trim() !== "");
  const filter = asked.length === 1 ? (asked[0] ?? "") : asked.map(inBrackets).join(" && ");
  if (filter === "") return null;
  const title = q.trim().startsWith("=") ? "" : q.trim().slice(0, longestTitle);
  return (
    <button
      type="button"
      className="button save-view flex-none gap-1.5"
      onClick={() => setUi({ editedView: { id: null, title, filter, icon: null } })}
    >
      <Bookmark size={16} strokeWidth={1.75} aria-hidden />
      {timelineStrings.saveAsView}
    </button>
  );
}

const longestTitle = 60;

/** Returns the filters of a list other than its search and its saved view, as CEL. */
function filtersOf({ view, tag, author }: ViewAddress): string[] {
  return [
    ...(tag === undefined ? [] : [wordsToFilter(`#${tag}`).cel]),
    ...(author === undefined ? [] : [`creator == ${JSON.stringify(userName(author))}`]),
    ...(view === "tasks" ? ["has_incomplete_tasks"] : []),
  ];
}

function inBrackets(part: string): string {
  return part.includes("||") || part.includes("?") ? `(${part})` : part;
}
