import type { ViewAddress } from "../../state/view-address.ts";
import { MenuButton } from "./menu-button.tsx";
import { SearchField } from "../../search/search-field.tsx";
import type { SearchResults } from "../../search/use-search-results.ts";
import { useLanguage } from "../../language/language.ts";

/**
 * Where day headings stick, in pixels: 12 px of the space over them lie under the header, which is
 * 56 px high.
 */
export const headingTop = 44;

interface ScreenHeaderProps {
  /** What is shown. */
  readonly title: string;
  readonly address: ViewAddress;
  readonly results: SearchResults;
}

/** The title of the view and the search over it, always in sight. */
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
