import { useViews } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import type { ViewAddress } from "../../state/view-address.ts";
import { timelineStrings } from "../strings.ts";

/** What a list is called: a view of the user as they called it. */
export function useScreenTitle({ view, saved }: ViewAddress): string {
  useLanguage();
  const views = useViews().data;
  const own = saved === undefined ? undefined : views?.find(({ id }) => id === saved);
  return own?.title ?? timelineStrings.views[view].title;
}
