import type { ViewName } from "../../state/view-address.ts";
import { MenuButton } from "./menu-button.tsx";
import { SearchField } from "../../search/search-field.tsx";
import type { SearchResults } from "../../search/use-search-results.ts";
import { timelineStrings } from "../strings.ts";

/** In pixels: day headings stick below it. */
export const screenHeaderHeight = 56;

interface ScreenHeaderProps {
  readonly view: ViewName;
  readonly search: string;
  readonly tag: string | undefined;
  readonly results: SearchResults;
}

/** The title of the view and the search over it, always in sight. */
export function ScreenHeader({ view, search, tag, results }: ScreenHeaderProps) {
  return (
    <header className="sticky top-0 z-10 bg-canvas">
      <div className="mx-auto flex h-14 w-full max-w-[712px] items-center gap-3 px-4">
        <MenuButton />
        <h1 className="text-title font-semibold max-[399px]:sr-only">
          {timelineStrings.views[view].title}
        </h1>
        <SearchField view={view} search={search} tag={tag} results={results} />
      </div>
    </header>
  );
}
