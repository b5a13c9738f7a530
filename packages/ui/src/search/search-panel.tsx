import { useLanguage } from "../language/language.ts";
import { SearchTips } from "./search-tips.tsx";
import { findingStrings as strings } from "./finding-strings.ts";

/** Panel with help for a search, beside its results if there is room. */
export function SearchPanel() {
  useLanguage();
  return (
    <aside aria-label={strings.help} className="side-panel">
      <SearchTips />
    </aside>
  );
}
