import { readTagChoice } from "@tidemark/core/tag-branch";
import { useViews } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import type { ViewAddress } from "../../state/view-address.ts";
import { timelineStrings } from "../strings.ts";

/**
 * Returns the title of a list: that of a saved view, the tag of a timeline, the person in Explore, or the
 * name of the view.
 */
export function useScreenTitle({ view, tag, saved, author }: ViewAddress): string {
  useLanguage();
  const views = useViews().data;
  const own = saved === undefined ? undefined : views?.find(({ id }) => id === saved);
  if (own !== undefined) return own.title;
  if (tag !== undefined && view === "timeline") return `#${readTagChoice(tag).tag}`;
  if (author !== undefined && view === "explore") return author;
  return timelineStrings.views[view].title;
}
