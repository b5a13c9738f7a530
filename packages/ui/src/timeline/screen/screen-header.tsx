import type { ViewAddress } from "../../state/view-address.ts";
import { MenuButton } from "./menu-button.tsx";
import { SearchField } from "../../search/search-field.tsx";
import type { SearchResults } from "../../search/use-search-results.ts";
import { useLanguage } from "../../language/language.ts";

/** Offset of sticky day headings, in pixels. The header is 56 px high and covers 12 px of their padding. */
export const headingTop = 44;

interface ScreenHeaderProps {
  /** Title of the view. */
  readonly title: string;
  readonly address: ViewAddress;
  readonly results: SearchResults;
}

/** Sticky header with the title and the search field. */
export function ScreenHeader({ title, address, results }: ScreenHeaderProps) {
  useLanguage();
  return (
    <header className="screen-header sticky top-0 z-10 bg-canvas">
      <div className="flex h-14 items-center gap-3 px-4">
        <MenuButton />
        <h1
          dir="auto"
          className="max-w-[45%] truncate text-title font-[620] tracking-[-0.014em] max-[359px]:sr-only"
        >
          {title}
        </h1>
        <SearchField address={address} results={results} />
      </div>
    </header>
  );
}
