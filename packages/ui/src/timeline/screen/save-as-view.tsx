import { wordsToFilter } from "@tidemark/core/filter";
import type { SearchScope } from "@tidemark/core/router";
import { Bookmark } from "lucide-react";
import { useViews } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { setUi } from "../../state/ui-state.ts";
import type { ViewAddress } from "../../state/view-address.ts";
import { timelineStrings } from "../strings.ts";

interface SaveAsViewProps {
  readonly address: ViewAddress;
  readonly scope: SearchScope;
}

/** Keeps what is searched for as a view, to be named and changed first. */
export function SaveAsView({ address, scope }: SaveAsViewProps) {
  useLanguage();
  const views = useViews().data ?? [];
  const { view, q = "", tag, saved, author } = address;
  // A view lists memos of the timeline: what is only elsewhere would not stand in it.
  if (scope !== "all" && scope !== "view") return null;
  if (scope === "view" && (view === "archive" || view === "trash")) return null;
  const parts = [wordsToFilter(q).cel];
  if (scope === "view") {
    parts.push(views.find(({ id }) => id === saved)?.filter ?? "");
    if (tag !== undefined) parts.push(wordsToFilter(`#${tag}`).cel);
    if (author !== undefined) parts.push(`creator == ${JSON.stringify(`users/${author}`)}`);
    if (view === "tasks") parts.push("has_incomplete_tasks");
  }
  const asked = parts.filter((part) => part.trim() !== "");
  const filter = asked.length === 1 ? (asked[0] ?? "") : asked.map(inBrackets).join(" && ");
  if (filter === "") return null;
  const title = q.trim().startsWith("=") ? "" : q.trim().slice(0, longestTitle);
  return (
    <button
      type="button"
      className="button flex-none gap-1.5"
      onClick={() => setUi({ editedView: { id: null, title, filter, icon: null } })}
    >
      <Bookmark size={16} strokeWidth={1.75} aria-hidden />
      {timelineStrings.saveAsView}
    </button>
  );
}

const longestTitle = 60;

function inBrackets(part: string): string {
  return part.includes("||") || part.includes("?") ? `(${part})` : part;
}
