import { readTagChoice } from "@tidemark/core/tag-branch";
import { useViews } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import type { ViewAddress } from "../../state/view-address.ts";
import { timelineStrings } from "../strings.ts";

/** What a list is called: a view of the user as they called it, the timeline of a tag by that, what a person shows by them. */
export function useScreenTitle({ view, tag, saved, author }: ViewAddress): string {
  useLanguage();
  const views = useViews().data;
  const own = saved === undefined ? undefined : views?.find(({ id }) => id === saved);
  if (own !== undefined) return own.title;
  if (tag !== undefined && view === "timeline") return `#${readTagChoice(tag).tag}`;
  if (author !== undefined && view === "explore") return author;
  return timelineStrings.views[view].title;
}
