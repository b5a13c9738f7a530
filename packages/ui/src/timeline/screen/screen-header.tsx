import { readTagChoice } from "@tidemark/core/tag-branch";
import type { ViewName } from "../../state/view-address.ts";
import { MenuButton } from "./menu-button.tsx";
import { SearchField } from "../../search/search-field.tsx";
import type { SearchResults } from "../../search/use-search-results.ts";
import { useLanguage } from "../../language/language.ts";
import { timelineStrings } from "../strings.ts";

/**
 * Where day headings stick, in pixels: 12 px of the space over them lie under the header, which is
 * 56 px high.
 */
export const headingTop = 44;

interface ScreenHeaderProps {
  readonly view: ViewName;
  readonly search: string;
  readonly tag: string | undefined;
  readonly results: SearchResults;
}

/** What is shown: the timeline of a tag goes by that. */
export function titleOf(view: ViewName, choice: string | undefined): string {
  const { title } = timelineStrings.views[view];
  return choice === undefined || view !== "timeline" ? title : `#${readTagChoice(choice).tag}`;
}

/** The title of the view and the search over it, always in sight. */
export function ScreenHeader({ view, search, tag, results }: ScreenHeaderProps) {
  useLanguage();
  return (
    <header className="sticky top-0 z-10 bg-canvas">
      <div className="flex h-14 items-center gap-3 px-4">
        <MenuButton />
        <h1 className="max-w-[45%] truncate text-title font-[620] tracking-[-0.014em] max-[359px]:sr-only">
          {titleOf(view, tag)}
        </h1>
        <SearchField view={view} search={search} tag={tag} results={results} />
      </div>
    </header>
  );
}
